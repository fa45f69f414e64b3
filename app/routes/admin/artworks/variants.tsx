import { useState } from 'react';
import { data, Form, Link, useNavigation, href } from 'react-router';
import { rupeesText } from '#app/basics/rupees.ts';
import { getArtwork } from '#app/modules/catalogue/catalogue.server.ts';
import { saveOptionsRefusal } from '#app/modules/catalogue/save-messages.ts';
import { MAX_VARIANTS, type Variant } from '#app/modules/catalogue/variant.ts';
import {
  type TypedVariant,
  typedVariants,
  VARIANT_FIELDS,
  variantField,
  variantsSchema,
} from '#app/modules/catalogue/variant-forms.ts';
import { saveOptions } from '#app/modules/catalogue/options.server.ts';
import { readFields } from '#app/platform/forms.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { ListHead } from '#app/routes/admin/shared/list-parts.tsx';
import { seeOther } from '#app/routes/admin/shared/see-other.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { Button, ButtonLink, IconButton } from '#app/ui/kit/button.tsx';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { Field, Select } from '#app/ui/kit/field.tsx';
import { LeaveGuard } from '#app/ui/kit/leave-guard.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';
import { useHydrated } from '#app/ui/kit/use-hydrated.ts';
import { stayHere } from '#app/routes/admin/shared/stay-here.ts';
import type { Route } from './+types/variants.ts';

export const meta: Route.MetaFunction = ({ loaderData }) => adminMeta(`Variants of ${loaderData?.artwork.title}`);

export async function loader({ context, params }: Route.LoaderArgs) {
  const { id, title, version, variants, dimensions, stockCount } = await getArtwork(
    context.get(shopContext),
    params.id,
  );
  return { artwork: { id, title, version, variants, unit: dimensions.unit, stockCount } };
}

/** Saves them; what was typed is shown again with what is wrong. */
export async function action({ context, params, request, url }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const form = readFields(await request.formData(), variantsSchema);
  if (!form.ok) return data({ errors: form.errors, typed: form.typed }, { status: 422 });
  const saved = await saveOptions(shop, { artworkId: params.id, ...form.value });
  if (saved.ok) return seeOther(href('/admin/artworks'), url, { done: 'save', of: params.id });
  // The number of what was seen now: sent again it is saved.
  if (saved.reason === 'changed-meanwhile') form.typed['version'] = String(saved.data.version);
  return data({ formError: saveOptionsRefusal(saved), typed: form.typed }, { status: 409 });
}

export const clientAction = stayHere();

const EMPTY = Object.fromEntries(VARIANT_FIELDS.map((name) => [name, ''])) as TypedVariant;
const numberText = (value: number): string => (value > 0 ? String(value) : '');
const typedOf = ({ id, size, cloth, price, stockCount, dimensions }: Variant): TypedVariant => ({
  id,
  size,
  cloth,
  price: rupeesText(price),
  stockCount: String(stockCount),
  width: numberText(dimensions.width),
  height: numberText(dimensions.height),
});

type Line = { key: number; typed: TypedVariant };
const linesOf = (typed: readonly TypedVariant[]): Line[] => typed.map((each, key) => ({ key, typed: each }));

/** The sizes and cloths of a piece: a line each, in the order in which shoppers see them. */
export default function EditVariants({ loaderData: { artwork }, actionData }: Route.ComponentProps) {
  const { state } = useNavigation();
  const hydrated = useHydrated();
  const [isChanged, setIsChanged] = useState(false);
  const { variants } = artwork;
  const { values, errors, summary } = useShopForm({
    known: { version: String(artwork.version), unit: variants[0]?.dimensions.unit ?? artwork.unit },
  });
  const sent = actionData?.typed && typedVariants(actionData.typed);
  const [lines, setLines] = useState(() => linesOf(sent ?? [...variants.map(typedOf), EMPTY]));
  const change = (next: Line[]) => {
    setLines(next);
    setIsChanged(true);
  };
  const add = () => change([...lines, { key: Math.max(-1, ...lines.map(({ key }) => key)) + 1, typed: EMPTY }]);
  return (
    <>
      <ListHead title="Variants" count={`${artwork.title}: ${artwork.stockCount} in stock now`}>
        <ButtonLink look="card" icon="left" to={href('/admin/artworks/:id', { id: artwork.id })}>
          Back to the artwork
        </ButtonLink>
      </ListHead>
      <LeaveGuard when={isChanged && state === 'idle'} />
      <Form method="post" className="panel grid gap-4 p-panel" onInput={() => setIsChanged(true)}>
        <ErrorSummary {...summary} />
        <p className="field-hint">
          Sizes or cloths of one piece, each with its own price and stock. The piece then shows the lowest price with
          “from”, and the sum of their stock. Lines left empty are ignored; without any the piece is sold as one.
        </p>
        <input type="hidden" name="version" value={values.version} />
        <ol className="grid gap-4" aria-label="Variants, in the order shoppers see them">
          {lines.map(({ key, typed }, at) => (
            <li key={key} className="grid gap-3 border-line not-first:border-t not-first:pt-4">
              <VariantLine
                at={at}
                typed={typed}
                errors={errors}
                onUp={
                  hydrated && at > 0 ? () => change(lines.with(at, lines[at - 1]!).with(at - 1, lines[at]!)) : undefined
                }
                onRemove={hydrated ? () => change(lines.filter((line) => line.key !== key)) : undefined}
              />
            </li>
          ))}
        </ol>
        {hydrated && lines.length < MAX_VARIANTS ? (
          <Button type="button" look="card" icon="plus" className="justify-self-start" onClick={add}>
            Add a variant
          </Button>
        ) : null}
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

function VariantLine({
  at,
  typed,
  errors,
  onUp,
  onRemove,
}: {
  at: number;
  typed: TypedVariant;
  errors: Record<string, string | undefined>;
  onUp: (() => void) | undefined;
  onRemove: (() => void) | undefined;
}) {
  const field = (name: keyof TypedVariant) => ({
    name: variantField(at, name),
    defaultValue: typed[name],
    error: errors[variantField(at, name)],
  });
  const number = at + 1;
  return (
    <fieldset className="grid gap-3">
      <legend className="flex w-full items-center gap-2">
        <b className="mr-auto font-semibold">Variant {number}</b>
        {onUp ? (
          <IconButton
            type="button"
            icon="down"
            small
            className="rotate-180"
            label={`Move variant ${number} up`}
            onClick={onUp}
          />
        ) : null}
        {onRemove ? (
          <Button type="button" look="quiet" size="small" onClick={onRemove}>
            Remove<span className="sr-only"> variant {number}</span>
          </Button>
        ) : null}
      </legend>
      <input type="hidden" name={variantField(at, 'id')} value={typed.id} />
      <div className="grid gap-3 md:grid-cols-2">
        <Field
          label="Size"
          {...field('size')}
          maxLength={60}
          hint={at === 0 ? 'Like 60 × 40 cm, or Large' : undefined}
        />
        <Field
          label="Cloth"
          {...field('cloth')}
          maxLength={60}
          hint={at === 0 ? 'Like Cotton, where it comes in several' : undefined}
        />
      </div>
      <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
        <Field label="Price" {...field('price')} prefix="₹" {...NUMBER} maxLength={20} />
        <Field label="In stock" {...field('stockCount')} {...NUMBER} inputMode="numeric" maxLength={7} />
        <Field label="Width" {...field('width')} {...NUMBER} optional />
        <Field label="Height" {...field('height')} {...NUMBER} optional />
      </div>
    </fieldset>
  );
}
