import { useEffect, useRef, useState } from 'react';
import { Link, href } from 'react-router';
import {
  ARTWORK_PLAIN_FIELDS,
  type ArtworkTextField,
  SKIN_CARE_FIELDS,
  textFieldOf,
} from '#app/modules/catalogue/artworks/artwork-fields.ts';
import {
  ARTWORK_STATUS_LABELS,
  ARTWORK_STATUSES,
  type ArtworkStatus,
} from '#app/modules/catalogue/artworks/artwork-status.ts';
import { isMadeToOrder, type Medium, MEDIUM_LABELS, MEDIUMS } from '#app/modules/catalogue/artworks/medium.ts';
import { heldHint } from '#app/modules/orders/holds/hold.ts';
import { PRICE_ON_REQUEST } from '#app/modules/catalogue/artworks/artwork.ts';
import { type NetPrice, PriceField } from '#app/routes/admin/catalogue/artworks/price-field.tsx';
import { Accordion } from '#app/ui/kit/accordion.tsx';
import { Field, FieldError, fieldId, Select, Switch, TextArea } from '#app/ui/kit/field.tsx';
import { Icon } from '#app/ui/kit/icon.tsx';
import { type ArtworkDraft, CATEGORY_OF, differencesOf, EMPTY_DRAFT, type SetDraft } from './draft.ts';
import { TagsField } from './tags-field.tsx';

type Part = { draft: ArtworkDraft; set: SetDraft; errors: Record<string, string> };

const bindDraft =
  ({ draft, set, errors }: Part) =>
  (name: ArtworkTextField | 'width' | 'height' | 'unit') => ({
    name,
    value: draft[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  });
const NUMBER = { inputMode: 'numeric', autoComplete: 'off', maxLength: 7 } as const;

const STATUS_HINTS: Record<ArtworkStatus, string> = {
  published: 'In the shop',
  draft: 'Only admins can see it, with “View in shop”',
  archived: 'No longer made. Not listed; its page stays, without a price',
  'own-idea': 'For custom orders that start from a photo or a sentence. Not listed in the shop',
};

const GIVEN_CATEGORIES = Object.values(CATEGORY_OF);

/** Keeps a custom category, but skin care always has the same category. */
const categoryAfter = (medium: Medium, category: string): string =>
  medium === 'skin-care' || category === '' || GIVEN_CATEGORIES.includes(category) ? CATEGORY_OF[medium] : category;

export function MainFields({
  id,
  held,
  hasVariants,
  isPersonalized,
  categories,
  net,
  ...part
}: Part & {
  id: string | undefined;
  held: number;
  hasVariants: boolean;
  isPersonalized: boolean;
  categories: string[];
  net: NetPrice | undefined;
}) {
  const { draft } = part;
  const bind = bindDraft(part);
  const toOrder = isMadeToOrder({ medium: draft.medium as Medium });
  const isOut = !toOrder && !(Number.parseInt(draft.stockCount, 10) > 0);
  return (
    <section className="artwork-form-part" aria-label="The piece">
      <Field label="Title" {...bind('title')} marked required maxLength={200} />
      <div className="grid grid-cols-2 items-end gap-4">
        <PriceField
          {...bind('price')}
          net={net}
          marked={!draft.priceOnRequest}
          required={!draft.priceOnRequest}
          readOnly={hasVariants}
          hint={hasVariants ? 'The lowest variant price' : undefined}
        />
        <Field
          label={textFieldOf('stockCount').label}
          {...bind('stockCount')}
          {...NUMBER}
          readOnly={hasVariants}
          hint={[hasVariants && 'Total of all variants', heldHint(held)].filter(Boolean).join('. ') || undefined}
        />
      </div>
      {isOut ? <p className="field-hint">Out of stock: shoppers can only request this piece.</p> : null}
      <MediumField {...part} />
      <Field
        label="Category"
        {...bind('category')}
        marked
        required
        hint="Shown on its card, like Saree or Landscape"
        list="categories"
        maxLength={100}
        autoComplete="off"
        readOnly={draft.medium === 'skin-care'}
      />
      <datalist id="categories">
        {[...new Set([...GIVEN_CATEGORIES, ...categories])].map((category) => (
          <option key={category}>{category}</option>
        ))}
      </datalist>
      {id ? <OptionLinks id={id} hasVariants={hasVariants} isPersonalized={isPersonalized} toOrder={toOrder} /> : null}
    </section>
  );
}

function MediumField({ draft, set, errors }: Part) {
  const id = fieldId('medium');
  return (
    <fieldset id={id} tabIndex={-1} aria-describedby={errors.medium ? `${id}-error` : undefined}>
      <legend className="field-label mb-1.5">
        Medium
        <span className="text-alert" aria-hidden="true">
          {' '}
          *
        </span>
      </legend>
      <div className="flex flex-wrap gap-2">
        {MEDIUMS.map((medium) => (
          <label key={medium} className="chip chip-radio">
            <input
              type="radio"
              className="sr-only"
              name="medium"
              value={medium}
              required
              checked={draft.medium === medium}
              onChange={() => set({ medium, category: categoryAfter(medium, draft.category) })}
            />
            {MEDIUM_LABELS[medium]}
          </label>
        ))}
      </div>
      {isMadeToOrder({ medium: draft.medium as Medium }) ? (
        <p className="field-hint mt-2">
          Fabric is painted to order, so the shop shows “Customize &amp; Order” and ignores the stock.
        </p>
      ) : null}
      {errors.medium ? <FieldError id={`${id}-error`}>{errors.medium}</FieldError> : null}
    </fieldset>
  );
}

function OptionLinks({
  id,
  hasVariants,
  isPersonalized,
  toOrder,
}: {
  id: string;
  hasVariants: boolean;
  isPersonalized: boolean;
  toOrder: boolean;
}) {
  const className = 'link inline-flex min-h-11 items-center';
  return (
    <p className="flex flex-wrap gap-x-4 text-sm">
      <Link className={className} to={href('/admin/artworks/:id/variants', { id })}>
        {hasVariants ? 'Change its variants' : 'Several sizes or fabrics?'}
      </Link>
      {toOrder ? null : (
        <Link className={className} to={href('/admin/artworks/:id/personalization', { id })}>
          {isPersonalized ? 'Edit custom text or measurements' : 'Custom text or measurements?'}
        </Link>
      )}
      <Link className={className} to={href('/admin/artworks/:id/stock-history', { id })}>
        Stock history
      </Link>
    </p>
  );
}

const TAX_FIELDS: readonly ArtworkTextField[] = ['gstRate', 'hsn'];
const MAIN_FIELDS = new Set<string>(['title', 'price', 'stockCount', 'medium', 'category', 'images']);

/**
 * Opens when one of its fields has a value or an error. For sellers without GST, a piece's tax fields stay unchanged.
 */
export function MoreDetails({
  isNew,
  hasVariants,
  isRegistered,
  ...part
}: Part & { isNew: boolean; hasVariants: boolean; isRegistered: boolean }) {
  const { draft, set, errors } = part;
  const bind = bindDraft(part);
  const isSkinCare = draft.medium === 'skin-care';
  const [isSet] = useState(() => differencesOf(draft, EMPTY_DRAFT).some((name) => !MAIN_FIELDS.has(name)));
  const isWrong = Object.keys(errors).some((name) => !MAIN_FIELDS.has(name));
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (isWrong || isSkinCare) details.current!.open = true;
  }, [isWrong, isSkinCare]);
  const plainFields = ARTWORK_PLAIN_FIELDS.filter((name) => isRegistered || !TAX_FIELDS.includes(name));
  return (
    <details ref={details} className="accordion" open={isSet || isWrong || isSkinCare}>
      <summary>
        <h2 className="font-sans font-semibold text-base">More details</h2>
        <Icon name="plus" />
      </summary>
      <div className="grid gap-panel pb-panel">
        {isNew ? <p className="field-hint">Save the piece first, then add sizes, fabrics or custom text.</p> : null}
        {isRegistered
          ? null
          : TAX_FIELDS.map((name) => <input key={name} type="hidden" name={name} value={draft[name]} />)}
        <TextArea label="Description" {...bind('description')} rows={4} maxLength={5000} />
        <div className="grid grid-cols-3 items-end gap-4">
          <Field label="Width" {...bind('width')} {...NUMBER} inputMode="decimal" />
          <Field label="Height" {...bind('height')} {...NUMBER} inputMode="decimal" />
          <Select label="Unit" {...bind('unit')}>
            <option value="cm">cm</option>
            <option value="inches">inches</option>
          </Select>
        </div>
        <Select label="Status" {...bind('status')} hint={STATUS_HINTS[draft.status as ArtworkStatus]}>
          {ARTWORK_STATUSES.map((status) => (
            <option key={status} value={status}>
              {ARTWORK_STATUS_LABELS[status]}
            </option>
          ))}
        </Select>
        <Switch
          label={<b className="font-semibold">Featured</b>}
          detail="Shown on the home page, at most 6"
          name="featured"
          checked={draft.featured}
          onChange={(event) => set({ featured: event.target.checked })}
        />
        {hasVariants ? null : (
          <Switch
            label={<b className="font-semibold">{PRICE_ON_REQUEST}</b>}
            detail="Hide the price; shoppers ask for it"
            name="priceOnRequest"
            checked={draft.priceOnRequest}
            onChange={(event) => set({ priceOnRequest: event.target.checked })}
          />
        )}
        <TagsField draft={draft} set={set} error={errors.tags} />
        <div className="form-row">
          {plainFields.map((name) => (
            <Field key={name} label={textFieldOf(name).label} {...textFieldOf(name).input} {...bind(name)} />
          ))}
        </div>
        <Accordion
          title="Cosmetics label (required by law)"
          open={isSkinCare || SKIN_CARE_FIELDS.some((name) => errors[name])}
        >
          <div className="form-row">
            {SKIN_CARE_FIELDS.map((name) => (
              <Field key={name} label={textFieldOf(name).label} {...textFieldOf(name).input} {...bind(name)} />
            ))}
          </div>
        </Accordion>
      </div>
    </details>
  );
}
