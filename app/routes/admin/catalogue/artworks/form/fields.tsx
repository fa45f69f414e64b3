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
import { isMadeToOrder, type Medium, MEDIUMS, SKIN_CARE_CATEGORY } from '#app/modules/catalogue/artworks/medium.ts';
import { heldHint } from '#app/modules/orders/holds/hold.ts';
import { PRICE_ON_REQUEST } from '#app/modules/catalogue/artworks/artwork.ts';
import { Accordion } from '#app/ui/kit/accordion.tsx';
import { Field, Select, Switch, TextArea } from '#app/ui/kit/field.tsx';
import type { ArtworkDraft, SetDraft } from './draft.ts';

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
};

const CATEGORY_OF: Record<Medium, string> = {
  fabric: 'Fabric Painting',
  oil: 'Oil Painting',
  handcraft: 'Handcraft',
  'skin-care': SKIN_CARE_CATEGORY,
};
const GIVEN_CATEGORIES = Object.values(CATEGORY_OF);

/** Keeps a custom category, except that skin care is defined by its category. */
const categoryAfter = (medium: Medium, category: string): string =>
  medium === 'skin-care' || category === '' || GIVEN_CATEGORIES.includes(category) ? CATEGORY_OF[medium] : category;

export function Basics({ categories, ...part }: Part & { categories: string[] }) {
  const { draft, set, errors } = part;
  const bind = bindDraft(part);
  const isSkinCare = draft.medium === 'skin-care';
  return (
    <section className="artwork-form-part" aria-labelledby="part-basics">
      <h2 id="part-basics">Basics</h2>
      <Field label="Title" {...bind('title')} marked required maxLength={200} />
      <TextArea label="Description" {...bind('description')} rows={4} maxLength={5000} />
      <div className="form-row">
        <Select
          label="Medium"
          {...bind('medium')}
          marked
          required
          onChange={(event) => {
            const medium = event.target.value as Medium;
            set({ medium, category: categoryAfter(medium, draft.category) });
          }}
        >
          {MEDIUMS.map((medium) => (
            <option key={medium} value={medium}>
              {medium}
            </option>
          ))}
        </Select>
        <Field
          label="Category"
          {...bind('category')}
          marked
          required
          list="categories"
          maxLength={100}
          autoComplete="off"
          readOnly={isSkinCare}
        />
        <datalist id="categories">
          {[...new Set([...GIVEN_CATEGORIES, ...categories])].map((category) => (
            <option key={category}>{category}</option>
          ))}
        </datalist>
      </div>
      <div className="form-row">
        {ARTWORK_PLAIN_FIELDS.map((name) => (
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
    </section>
  );
}

export function PriceAndStock({
  id,
  held,
  hasVariants,
  isPersonalized,
  ...part
}: Part & { id: string | undefined; held: number; hasVariants: boolean; isPersonalized: boolean }) {
  const { draft, set } = part;
  const bind = bindDraft(part);
  const toOrder = isMadeToOrder({ medium: draft.medium as Medium });
  const isOut = !toOrder && !(Number.parseInt(draft.stockCount, 10) > 0);
  return (
    <section className="artwork-form-part" aria-labelledby="part-price">
      <h2 id="part-price">Price and stock</h2>
      <div className="form-row">
        <Field
          label="Price"
          {...bind('price')}
          marked={!draft.priceOnRequest}
          required={!draft.priceOnRequest}
          prefix="₹"
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          readOnly={hasVariants}
          hint={hasVariants ? 'The lowest variant price' : undefined}
        />
        <Field
          label="Stock count"
          {...bind('stockCount')}
          {...NUMBER}
          readOnly={hasVariants}
          hint={[hasVariants && 'Total of all variants', heldHint(held)].filter(Boolean).join('. ') || undefined}
        />
      </div>
      {id ? (
        <p className="flex flex-wrap gap-x-4 text-sm">
          <Link className="link inline-flex min-h-11 items-center" to={href('/admin/artworks/:id/variants', { id })}>
            {hasVariants ? 'Change its variants' : 'Several sizes or fabrics?'}
          </Link>
          {toOrder ? null : (
            <Link
              className="link inline-flex min-h-11 items-center"
              to={href('/admin/artworks/:id/personalization', { id })}
            >
              {isPersonalized ? 'Edit custom text or measurements' : 'Custom text or measurements?'}
            </Link>
          )}
          <Link
            className="link inline-flex min-h-11 items-center"
            to={href('/admin/artworks/:id/stock-history', { id })}
          >
            Stock history
          </Link>
        </p>
      ) : (
        <p className="field-hint">Sizes, fabrics or custom text: add after saving.</p>
      )}
      {toOrder ? (
        <p className="field-hint">
          Fabric is painted to order, so the shop shows “Customize &amp; Order” and ignores this number.
        </p>
      ) : isOut ? (
        <p className="field-hint">Out of stock: shoppers can only request this piece.</p>
      ) : null}
      {hasVariants ? null : (
        <Switch
          label={<b className="font-semibold">{PRICE_ON_REQUEST}</b>}
          detail="Hide the price; shoppers ask for it"
          name="priceOnRequest"
          checked={draft.priceOnRequest}
          onChange={(event) => set({ priceOnRequest: event.target.checked })}
        />
      )}
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
    </section>
  );
}

export function Size(part: Part) {
  const bind = bindDraft(part);
  return (
    <section className="artwork-form-part" aria-labelledby="part-size">
      <h2 id="part-size">Size</h2>
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        <Field label="Width" {...bind('width')} {...NUMBER} inputMode="decimal" />
        <Field label="Height" {...bind('height')} {...NUMBER} inputMode="decimal" />
        <Select label="Unit" {...bind('unit')} className="col-span-2 sm:col-span-1">
          <option value="cm">cm</option>
          <option value="inches">inches</option>
        </Select>
      </div>
    </section>
  );
}
