import { ARTWORK_PLAIN_FIELDS, textFieldOf } from '#app/modules/catalogue/artwork-fields.ts';
import { isMadeToOrder, type Medium, MEDIUMS, SKIN_CARE_CATEGORY } from '#app/modules/catalogue/artwork.ts';
import { Field, Select, Switch, TextArea } from '#app/ui/kit/field.tsx';
import type { ArtworkDraft } from './draft.ts';
import type { SetDraft } from './form.tsx';

type Part = { draft: ArtworkDraft; set: SetDraft; errors: Record<string, string> };

/** The category a piece of this medium has unless the owner finds a finer word. */
const CATEGORY_OF: Record<Medium, string> = {
  fabric: 'Fabric Painting',
  oil: 'Oil Painting',
  handcraft: 'Handcraft',
  'skin-care': SKIN_CARE_CATEGORY,
};
const GIVEN_CATEGORIES = Object.values(CATEGORY_OF);

/** The category after the medium changed: an own word stays, but skin care is told apart by its category. */
const categoryAfter = (medium: Medium, category: string): string =>
  medium === 'skin-care' || category === '' || GIVEN_CATEGORIES.includes(category) ? CATEGORY_OF[medium] : category;

export function Basics({ draft, set, errors, categories }: Part & { categories: string[] }) {
  const isSkinCare = draft.medium === 'skin-care';
  return (
    <section className="artwork-form-part" aria-labelledby="part-basics">
      <h2 id="part-basics">Basics</h2>
      <Field
        label="Title"
        name="title"
        marked
        required
        maxLength={200}
        value={draft.title}
        error={errors.title}
        onChange={(event) => set({ title: event.target.value })}
      />
      <TextArea
        label="Description"
        name="description"
        rows={4}
        maxLength={5000}
        value={draft.description}
        error={errors.description}
        onChange={(event) => set({ description: event.target.value })}
      />
      <div className="form-row">
        <Select
          label="Medium"
          name="medium"
          marked
          required
          value={draft.medium}
          error={errors.medium}
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
          name="category"
          marked
          required
          list="categories"
          maxLength={100}
          autoComplete="off"
          readOnly={isSkinCare}
          hint={isSkinCare ? 'Skin care is told apart by its category.' : undefined}
          value={draft.category}
          error={errors.category}
          onChange={(event) => set({ category: event.target.value })}
        />
        <datalist id="categories">
          {[...new Set([...GIVEN_CATEGORIES, ...categories])].map((category) => (
            <option key={category}>{category}</option>
          ))}
        </datalist>
      </div>
      <div className="form-row">
        {ARTWORK_PLAIN_FIELDS.map((name) => (
          <Field
            key={name}
            label={textFieldOf(name).label}
            name={name}
            {...textFieldOf(name).input}
            value={draft[name]}
            error={errors[name]}
            onChange={(event) => set({ [name]: event.target.value })}
          />
        ))}
      </div>
    </section>
  );
}

export function PriceAndStock({ draft, set, errors }: Part) {
  const toOrder = isMadeToOrder({ medium: draft.medium as Medium });
  const isOut = !toOrder && !(Number.parseInt(draft.stockCount, 10) > 0);
  return (
    <section className="artwork-form-part" aria-labelledby="part-price">
      <h2 id="part-price">Price and stock</h2>
      <div className="form-row">
        <Field
          label="Price"
          name="price"
          marked
          required
          prefix="₹"
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          value={draft.price}
          error={errors.price}
          onChange={(event) => set({ price: event.target.value })}
        />
        <Field
          label="Stock count"
          name="stockCount"
          inputMode="numeric"
          autoComplete="off"
          maxLength={7}
          value={draft.stockCount}
          error={errors.stockCount}
          onChange={(event) => set({ stockCount: event.target.value })}
        />
      </div>
      {toOrder ? (
        <p className="field-hint">
          Fabric is painted to order, so the shop shows “Customize &amp; Order” and does not count this number.
        </p>
      ) : isOut ? (
        <p className="field-hint">Out of stock: the shop offers to request this piece instead of buying it.</p>
      ) : null}
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

export function Size({ draft, set, errors }: Part) {
  return (
    <section className="artwork-form-part" aria-labelledby="part-size">
      <h2 id="part-size">Size</h2>
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        <Field
          label="Width"
          name="width"
          inputMode="numeric"
          autoComplete="off"
          maxLength={7}
          value={draft.width}
          error={errors.dimensions}
          onChange={(event) => set({ width: event.target.value })}
        />
        <Field
          label="Height"
          name="height"
          inputMode="numeric"
          autoComplete="off"
          maxLength={7}
          value={draft.height}
          onChange={(event) => set({ height: event.target.value })}
        />
        <Select
          label="Unit"
          name="unit"
          className="col-span-2 sm:col-span-1"
          value={draft.unit}
          onChange={(event) => set({ unit: event.target.value })}
        >
          <option value="cm">cm</option>
          <option value="inches">inches</option>
        </Select>
      </div>
    </section>
  );
}
