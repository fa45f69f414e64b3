import { href, useLocation } from 'react-router';
import { refused } from '#app/basics/result.ts';
import { PRICE_STEPS } from '#app/modules/catalogue/artworks/artwork-list.ts';
import { changeArtworks } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { priceFormSchema } from '#app/modules/catalogue/artworks/forms.ts';
import { ABOVE_MRP, CHANGED_OTHERWISE } from '#app/modules/catalogue/artworks/messages.ts';
import { rupeesText } from '#app/basics/rupees.ts';
import { netPriceRates, storedPrice, typedPrice } from '#app/modules/catalogue/artworks/typed-price.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { FormDialog } from '#app/routes/admin/shared/form-dialog.tsx';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { Field, Select } from '#app/ui/kit/field.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';
import type { Route } from './+types/price.ts';
import { chosenArtworks, chosenFields, selectionOf } from './chosen.server.ts';
import { ChosenIds, ChosenTitles } from './chosen.tsx';
import { PriceField } from './price-field.tsx';
import { toList } from './to-list.ts';

export const meta = adminMeta('Change prices');

export const loader = async ({ context, url }: Route.LoaderArgs) => ({
  ...(await chosenArtworks(context.get(shopContext), url)),
  rates: netPriceRates(await getSettings(context.get(shopContext))),
  formKey: crypto.randomUUID(),
});

/** The list's button changes several prices, and a piece's menu only one. */
const isBulk = ({ searchParams }: { searchParams: URLSearchParams }) => searchParams.has('several');

const form = formOf();

export const action = formAction(
  form({
    schema: priceFormSchema.extend(chosenFields),
    lists: ['id'],
    run: async (shop, { id, all, key, ...price }, { url }) => {
      const changed = await changeArtworks(shop, selectionOf({ id, all }, url), { price, key });
      return changed.ok && changed.value.refused > 0 && !isBulk(url) ? refused('above-mrp') : changed;
    },
    done: (changed, _fields, { url }) => toList(url, 'price', changed),
    // A new key allows the same form to be sent again.
    refused: ({ reason }) => ({
      ...(reason === 'above-mrp' ? { errors: { amount: ABOVE_MRP } } : { formError: CHANGED_OTHERWISE }),
      typed: { key: crypto.randomUUID() },
    }),
  }),
);

export default function ChangePrices({ loaderData }: Route.ComponentProps) {
  const { search } = useLocation();
  const { count, artworks, rates } = loaderData;
  const one = isBulk({ searchParams: new URLSearchParams(search) }) ? undefined : artworks[0];
  const { values, field, summary } = useShopForm({
    known: {
      key: loaderData.formKey,
      step: one ? 'set' : 'raise-percent',
      amount: one?.price ? rupeesText(typedPrice(one.price, one, rates)) : '',
    },
  });
  if (one)
    return (
      <FormDialog
        title="Change price"
        list={href('/admin/artworks')}
        action={href('/admin/artworks/price')}
        search={search}
        summary={summary}
        intro={<p className="muted wrap-anywhere">{one.title}</p>}
      >
        <ChosenIds {...loaderData} />
        <input type="hidden" name="key" value={values.key} />
        <input type="hidden" name="step" value="set" />
        <PriceField
          {...field('amount')}
          net={
            rates && {
              rate: one.gstRate ?? rates[one.medium],
              withGst: (typed) => storedPrice(typed, one, rates, { price: one.price, gst: one }),
            }
          }
          marked
          required
          hint={one.hasVariants ? 'The price of every variant' : undefined}
          autoFocus
          onFocus={(event) => event.currentTarget.select()}
        />
      </FormDialog>
    );
  return (
    <FormDialog
      title="Change prices"
      list={href('/admin/artworks')}
      action={href('/admin/artworks/price')}
      search={search}
      save={count === 1 ? 'Change 1 artwork' : `Change ${count} artworks`}
      summary={summary}
      intro={<ChosenTitles {...loaderData} />}
    >
      <ChosenIds {...loaderData} />
      <input type="hidden" name="key" value={values.key} />
      <Select label="What to do" {...field('step')}>
        {Object.entries(PRICE_STEPS).map(([step, label]) => (
          <option key={step} value={step}>
            {label}
          </option>
        ))}
      </Select>
      <Field
        label="How much"
        {...field('amount')}
        marked
        required
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        hint={`In percent or rupees${rates ? ' without GST' : ''}. Percentages are rounded to whole rupees. Prices on request change only when you set a price.`}
      />
    </FormDialog>
  );
}
