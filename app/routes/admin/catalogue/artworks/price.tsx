import { href, useLocation } from 'react-router';
import { PRICE_STEPS } from '#app/modules/catalogue/artworks/artwork-list.ts';
import { changeArtworks } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { priceFormSchema } from '#app/modules/catalogue/artworks/forms.ts';
import { CHANGED_OTHERWISE } from '#app/modules/catalogue/artworks/messages.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { FormDialog } from '#app/routes/admin/shared/form-dialog.tsx';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { Field, Select } from '#app/ui/kit/field.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';
import type { Route } from './+types/price.ts';
import { chosenArtworks, chosenFields, selectionOf } from './chosen.server.ts';
import { ChosenIds, ChosenTitles } from './chosen.tsx';
import { toList } from './to-list.ts';

export const meta = adminMeta('Change prices');

export const loader = async ({ context, url }: Route.LoaderArgs) => ({
  ...(await chosenArtworks(context.get(shopContext), url)),
  formKey: crypto.randomUUID(),
});

const form = formOf();

export const action = formAction(
  form({
    schema: priceFormSchema.extend(chosenFields),
    lists: ['id'],
    run: (shop, { id, all, key, ...price }, { url }) =>
      changeArtworks(shop, selectionOf({ id, all }, url), { price, key }),
    done: (changed, _fields, { url }) => toList(url, 'price', changed),
    // A new key allows submitting again.
    refused: () => ({ formError: CHANGED_OTHERWISE, typed: { key: crypto.randomUUID() } }),
  }),
);

export default function ChangePrices({ loaderData }: Route.ComponentProps) {
  const { values, field, summary } = useShopForm({
    known: { key: loaderData.formKey, step: 'raise-percent', amount: '' },
  });
  const { count } = loaderData;
  return (
    <FormDialog
      title="Change prices"
      list={href('/admin/artworks')}
      action={href('/admin/artworks/price')}
      search={useLocation().search}
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
        hint="In percent or rupees. Percentages are rounded to whole rupees. Prices on request change only when you set a price."
      />
    </FormDialog>
  );
}
