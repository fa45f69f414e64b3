import { href, useLocation } from 'react-router';
import { STOCK_STEPS } from '#app/modules/catalogue/artworks/artwork-list.ts';
import { changeArtworks } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { stockFormSchema } from '#app/modules/catalogue/artworks/forms.ts';
import { CHANGED_OTHERWISE } from '#app/modules/catalogue/artworks/messages.ts';
import { countHeld } from '#app/modules/orders/holds/holds.server.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { FormDialog } from '#app/routes/admin/shared/form-dialog.tsx';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { Field, Select } from '#app/ui/kit/field.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';
import type { Route } from './+types/stock.ts';
import { chosenArtworks, chosenFields, selectionOf } from './chosen.server.ts';
import { ChosenIds, ChosenTitles } from './chosen.tsx';
import { toList } from './to-list.ts';

export const meta = adminMeta('Change stock');

export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const chosen = await chosenArtworks(shop, url);
  const held = await countHeld(
    shop,
    chosen.artworks.map(({ id }) => id),
  );
  return { ...chosen, held, formKey: crypto.randomUUID() };
}

const form = formOf();

export const action = formAction(
  form({
    schema: stockFormSchema.extend(chosenFields),
    lists: ['id'],
    run: (shop, { id, all, key, ...stock }, { url }) =>
      changeArtworks(shop, selectionOf({ id, all }, url), { stock, key }),
    done: (changed, _fields, { url }) => toList(url, 'stock', changed),
    // A new key allows the same form to be sent again.
    refused: () => ({ formError: CHANGED_OTHERWISE, typed: { key: crypto.randomUUID() } }),
  }),
);

export default function ChangeStock({ loaderData }: Route.ComponentProps) {
  const { values, field, summary } = useShopForm({
    known: { key: loaderData.formKey, step: 'raise', count: '', reason: '' },
  });
  const { count } = loaderData;
  return (
    <FormDialog
      title="Change stock"
      list={href('/admin/artworks')}
      action={href('/admin/artworks/stock')}
      search={useLocation().search}
      save={count === 1 ? 'Change 1 artwork' : `Change ${count} artworks`}
      summary={summary}
      intro={<ChosenTitles {...loaderData} />}
    >
      <ChosenIds {...loaderData} />
      <input type="hidden" name="key" value={values.key} />
      <div className="form-row">
        <Select label="What to do" {...field('step')}>
          {Object.entries(STOCK_STEPS).map(([step, label]) => (
            <option key={step} value={step}>
              {label}
            </option>
          ))}
        </Select>
        <Field
          label="How many"
          {...field('count')}
          marked
          required
          inputMode="numeric"
          autoComplete="off"
          maxLength={7}
        />
      </div>
      <Field
        label="Reason"
        {...field('reason')}
        optional
        maxLength={200}
        hint="Shown in the stock history, e.g. “counted on the shelf”"
      />
    </FormDialog>
  );
}
