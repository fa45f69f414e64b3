import { data, href, useLocation } from 'react-router';
import { STOCK_STEPS } from '#app/modules/catalogue/artworks/artwork-list.ts';
import { stockFormSchema } from '#app/modules/catalogue/artworks/forms.ts';
import { countHeld } from '#app/modules/orders/holds/holds.server.ts';
import { readFields } from '#app/platform/forms.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { FormDialog } from '#app/routes/admin/shared/form-dialog.tsx';
import { shopContext } from '#app/routes/request-context.server.ts';
import { Field, Select } from '#app/ui/kit/field.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';
import type { Route } from './+types/stock.ts';
import { changeOnce } from './change-once.server.ts';
import { chosenArtworks, takeSelection } from './chosen.server.ts';
import { ChosenIds, ChosenTitles } from './chosen.tsx';

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

export async function action({ context, request, url }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const fields = await request.formData();
  const selection = takeSelection(fields, url);
  const form = readFields(fields, stockFormSchema);
  if (!form.ok) return data({ errors: form.errors, typed: form.typed }, { status: 400 });
  const { key, ...stock } = form.value;
  return changeOnce(shop, url, selection, { key, stock, typed: form.typed });
}

/** Changes the stock counts of the chosen pieces, as an address: a dialog over the list. */
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
        hint="For the stock history of each piece: “counted on the shelf”, “back from the fair”"
      />
    </FormDialog>
  );
}
