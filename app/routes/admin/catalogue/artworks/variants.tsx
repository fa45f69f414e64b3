import { useState } from 'react';
import { Form, Link, useNavigation, href } from 'react-router';
import { refused } from '#app/basics/result.ts';
import { formatRupees } from '#app/basics/money.ts';
import { rupeesText } from '#app/basics/rupees.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { netPriceRates, storedPrice, typedPrice } from '#app/modules/catalogue/artworks/typed-price.ts';
import { getArtwork } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { ABOVE_MRP, saveOptionsRefusal } from '#app/modules/catalogue/artworks/messages.ts';
import { MAX_VARIANTS, type Variant, variantName } from '#app/modules/catalogue/artworks/variant.ts';
import {
  keepCounts,
  type TypedVariant,
  filledRows,
  typedVariants,
  VARIANT_FIELDS,
  variantField,
  variantsSchema,
} from '#app/modules/catalogue/artworks/variant-forms.ts';
import { saveOptions } from '#app/modules/catalogue/artworks/options.server.ts';
import { heldHint, sumHeld } from '#app/modules/orders/holds/hold.ts';
import { countHeld } from '#app/modules/orders/holds/holds.server.ts';
import { typedIn } from '#app/platform/forms.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { ListHead } from '#app/routes/admin/shared/list-parts.tsx';
import { listAddress } from '#app/routes/admin/shared/list-search.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { Field, Select } from '#app/ui/kit/field.tsx';
import { LeaveGuard } from '#app/ui/kit/leave-guard.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';
import { ignoreLiveUpdates } from '#app/routes/ignore-live-updates.ts';
import { inStockText } from './in-stock-text.ts';
import { type NetPrice, PriceField } from './price-field.tsx';
import { FieldArray } from './field-array.tsx';
import type { Route } from './+types/variants.ts';

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  adminMeta(`Variants of ${loaderData?.artwork.title}`)({ matches });

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const [artwork, settings] = await Promise.all([getArtwork(shop, params.id), getSettings(shop)]);
  const { id, title, version, variants, dimensions, stockCount, medium, gstRate } = artwork;
  return {
    held: await countHeld(shop, [id]),
    artwork: { id, title, version, variants, unit: dimensions.unit, stockCount, gst: { medium, gstRate } },
    rates: netPriceRates(settings),
  };
}

const form = formOf<Route.ActionArgs>();

export const action = formAction(
  form({
    schema: variantsSchema,
    invalid: (errors) => ({ errors, status: 422 }),
    prepare: (_shop, body) => ({ typed: typedIn(body) }),
    run: async (shop, fields, { params }, { typed }) => {
      const saved = await saveOptions(shop, { artworkId: params.id, ...fields });
      if (!saved.ok && saved.reason === 'above-mrp')
        return refused(saved.reason, { field: variantField(filledRows(typed)[saved.data.at]!, 'price') });
      if (saved.ok || saved.reason !== 'stale') return saved;
      const { version, variants: now } = saved.data;
      // The form now shows this version, so sending it again saves.
      return refused(saved.reason, { now, typed: { ...keepCounts(typed, now), version: String(version) } });
    },
    done: (_saved, _fields, { params, url }) =>
      listAddress(href('/admin/artworks'), url, { done: 'save', of: params.id }),
    refused: (refusal) =>
      refusal.reason === 'above-mrp'
        ? { errors: { [refusal.data.field]: ABOVE_MRP }, status: 422 }
        : { formError: saveOptionsRefusal(refusal), ...(refusal.reason === 'stale' && refusal.data) },
  }),
);

export const shouldRevalidate = ignoreLiveUpdates;

const EMPTY = Object.fromEntries(VARIANT_FIELDS.map((name) => [name, ''])) as TypedVariant;
const numberText = (value: number): string => (value > 0 ? String(value) : '');
const typedOf = ({ id, size, cloth, price, stockCount, dimensions }: Variant): TypedVariant => ({
  id,
  size,
  cloth,
  price: rupeesText(price),
  stockCount: String(stockCount),
  stockSeen: String(stockCount),
  width: numberText(dimensions.width),
  height: numberText(dimensions.height),
});

export default function EditVariants({ loaderData: { artwork, held, rates }, actionData }: Route.ComponentProps) {
  const { state } = useNavigation();
  const [isChanged, setIsChanged] = useState(false);
  const { variants } = artwork;
  const { values, errors, summary } = useShopForm({
    known: { version: String(artwork.version), unit: variants[0]?.dimensions.unit ?? artwork.unit },
  });
  const sent = actionData?.typed && typedVariants(actionData.typed);
  const now = ((actionData && 'now' in actionData && actionData.now) || []) as Variant[];
  const missing = now.filter(({ id }) => !sent?.some((typed) => typed.id === id));
  return (
    <>
      <ListHead title="Variants" count={inStockText(artwork, held)}>
        <ButtonLink look="card" icon="left" to={href('/admin/artworks/:id', { id: artwork.id })}>
          Back to the artwork
        </ButtonLink>
      </ListHead>
      <LeaveGuard when={isChanged && state === 'idle'} />
      <Form method="post" className="panel grid gap-4 p-panel" onInput={() => setIsChanged(true)}>
        <ErrorSummary {...summary} />
        {missing.length > 0 ? (
          <Note>
            {`Saving removes these variants: ${missing.map((each) => `${variantName(each)} (${each.stockCount} in stock)`).join(', ')}.`}
          </Note>
        ) : null}
        <p className="field-hint">
          Sizes or fabrics, each with its own price and stock. The shop shows the lowest price with “from”.
        </p>
        <input type="hidden" name="version" value={values.version} />
        <FieldArray
          key={values.version}
          noun="Variant"
          label="Variants, in the order shoppers see them"
          initial={
            sent ?? [
              ...variants.map((each) => typedOf({ ...each, price: typedPrice(each.price, artwork.gst, rates) })),
              EMPTY,
            ]
          }
          empty={EMPTY}
          most={MAX_VARIANTS}
          onChange={() => setIsChanged(true)}
        >
          {(typed, at) => (
            <VariantInputs
              at={at}
              typed={typed}
              errors={errors}
              net={
                rates && {
                  rate: artwork.gst.gstRate ?? rates[artwork.gst.medium],
                  withGst: (price) =>
                    storedPrice(price, artwork.gst, rates, {
                      price: variants.find(({ id }) => id === typed.id)?.price ?? null,
                      gst: artwork.gst,
                    }),
                }
              }
              held={typed.id ? sumHeld(held, artwork.id, typed.id) : 0}
              now={now.find(({ id }) => id === typed.id)}
            />
          )}
        </FieldArray>
        <Select label="Measurements in" name="unit" defaultValue={values.unit} className="max-w-48">
          <option value="cm">cm</option>
          <option value="inches">inches</option>
        </Select>
        <div className="flex flex-wrap gap-3">
          <Button busy={state === 'submitting'}>Save variants</Button>
          <Link
            className="link inline-flex min-h-11 items-center"
            to={href('/admin/artworks/:id/stock-history', { id: artwork.id })}
          >
            Stock history
          </Link>
        </div>
      </Form>
    </>
  );
}

const NUMBER = { inputMode: 'decimal', autoComplete: 'off', maxLength: 10 } as const;

function VariantInputs({
  at,
  typed,
  errors,
  net,
  held,
  now,
}: {
  at: number;
  typed: TypedVariant;
  errors: Record<string, string | undefined>;
  net: NetPrice | undefined;
  held: number;
  now: Variant | undefined;
}) {
  const field = (name: keyof TypedVariant) => ({
    name: variantField(at, name),
    defaultValue: typed[name],
    error: errors[variantField(at, name)],
  });
  return (
    <>
      <input type="hidden" name={variantField(at, 'id')} value={typed.id} />
      <input type="hidden" name={variantField(at, 'stockSeen')} value={typed.stockSeen} />
      {now ? (
        <p className="field-hint">
          {`Saved: ${variantName(now)} · ${formatRupees(now.price)} · ${now.stockCount} in stock`}
        </p>
      ) : null}
      <div className="grid gap-3 md:grid-cols-2">
        <Field label="Size" {...field('size')} maxLength={60} hint={at === 0 ? 'e.g. 60 × 40 cm, Large' : undefined} />
        <Field label="Cloth" {...field('cloth')} maxLength={60} hint={at === 0 ? 'e.g. Cotton' : undefined} />
      </div>
      <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
        <PriceField {...field('price')} net={net} />
        <Field
          label="In stock"
          {...field('stockCount')}
          hint={heldHint(held)}
          {...NUMBER}
          inputMode="numeric"
          maxLength={7}
        />
        <Field label="Width" {...field('width')} {...NUMBER} optional />
        <Field label="Height" {...field('height')} {...NUMBER} optional />
      </div>
    </>
  );
}
