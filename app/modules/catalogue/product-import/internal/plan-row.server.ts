import { mediaUrl } from '#app/modules/catalogue/media/picture.ts';
import type { AttachedPicture } from '#app/modules/catalogue/media/attached-picture.ts';
import { formatDay, formatMoment } from '#app/basics/india.ts';
import { formatRupees, type Paise } from '#app/basics/money.ts';
import { shownMedium, storedAs } from '#app/modules/catalogue/artworks/medium.ts';
import type { ImportRow } from '#app/modules/catalogue/product-import/artwork-import.ts';
import {
  ARTWORK_FIELD_NAMES,
  ARTWORK_FIELDS,
  type ArtworkField,
  type ArtworkTextField,
  columnOf,
  priceWrong,
  writeField,
} from '#app/modules/catalogue/artworks/artwork-fields.ts';
import { formatSize } from '#app/modules/catalogue/artworks/dimensions.ts';
import { artworkSchema, isAboveMrp } from '#app/modules/catalogue/artworks/forms.ts';
import { ABOVE_MRP, LAW_ASKS, type VariantsRefusal } from '#app/modules/catalogue/artworks/messages.ts';
import { MAX_VARIANTS, variantName } from '#app/modules/catalogue/artworks/variant.ts';
import { repeatedNames, variantSchema } from '#app/modules/catalogue/artworks/variant-forms.ts';
import { type NetPriceRates, storedPrice, taxedArtwork } from '#app/modules/catalogue/artworks/typed-price.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import type { FileRow, FileVariant } from './product-rows.server.ts';
import {
  type ArtworkRow,
  type ArtworkWrite,
  columnsOf,
  missingToSell,
  savedColumns,
} from '#app/modules/catalogue/artworks/save.server.ts';
import { refuseVariants, totalsOf, type VariantRow } from '#app/modules/catalogue/artworks/write-variants.server.ts';

export type PlannedRow = ImportRow & { write?: ArtworkWrite };

export type PicturePlace = { url: string } | { waits: AttachedPicture | 'remote' } | { missing: string };

export type Pictures = ReadonlyMap<string, PicturePlace>;

export function planRow(
  shop: Shop,
  row: FileRow,
  {
    before,
    variantsBefore,
    pictures,
    twin,
    isFinal,
    rates,
  }: {
    before: ArtworkRow | undefined;
    variantsBefore: readonly VariantRow[];
    pictures: Pictures;
    twin: number | undefined;
    isFinal: boolean;
    /** Set only for files whose prices exclude GST. */
    rates?: NetPriceRates;
  },
): PlannedRow {
  const { line, id, said } = row;
  const title = said.title ?? before?.title ?? '';
  const refuse = (reasons: string[]): PlannedRow => ({ line, id, title, outcome: 'refused', changes: [], reasons });
  if (twin !== undefined) return refuse([`Same piece as line ${twin}`]);
  if (row.reasons && row.reasons.length > 0) return refuse(row.reasons);
  const reasons: string[] = [];
  const images = said.images?.map((address) => {
    const place = pictures.get(address)!;
    if ('missing' in place) reasons.push(`images: ${place.missing}`);
    return 'url' in place ? place.url : mediaUrl('waiting.webp');
  });
  const variants = row.variants && readVariants(row.id, row.variants, variantsBefore);
  if (variants && 'reasons' in variants) reasons.push(...variants.reasons);
  const variantsTyped = variants && 'rows' in variants ? variants.rows : undefined;
  const keeps = variantsTyped === undefined && before?.hasVariants;
  const parsed = artworkSchema.safeParse({
    ...(before ? asInput(before) : {}),
    ...said,
    ...(said.dimensions ? { dimensions: { ...before?.dimensions, ...said.dimensions } } : {}),
    ...(images ? { images } : {}),
    // A table without variants leaves the stored variants unchanged.
    ...(keeps ? { price: asInput(before).price, stockCount: before.stockCount } : {}),
    ...(variantsTyped && variantsTyped.length > 0 ? typedTotals(variantsTyped) : {}),
    // These placeholders are valid, so that only errors of the variants are reported.
    ...(variants && 'reasons' in variants ? { price: '1', stockCount: '0' } : {}),
  });
  const addGst = (price: Paise): Paise =>
    parsed.success ? storedPrice(price, taxedArtwork({ ...parsed.data, ...storedAs(parsed.data) }), rates) : price;
  const variantsAfter = variantsTyped?.map((variant) => ({ ...variant, price: addGst(variant.price) }));
  const hasNewPrice = !keeps && (said.price !== undefined || (variantsTyped?.length ?? 0) > 0);
  if (parsed.success && parsed.data.price !== null && hasNewPrice) parsed.data.price = addGst(parsed.data.price);
  if (!parsed.success)
    for (const { path, message } of parsed.error.issues) {
      const column = String(path[0] ?? 'row');
      reasons.push(`${columnOf(column)}: ${column === 'price' && said.price ? priceWrong(said.price) : message}`);
    }
  else {
    for (const name of missingToSell(shop, parsed.data)) reasons.push(`${columnOf(name)}: ${LAW_ASKS}`);
    if (isAboveMrp(parsed.data)) reasons.push(`price: ${ABOVE_MRP}`);
    const refusal = refuseVariants(parsed.data, variantsAfter ?? (variants ? [] : variantsBefore));
    if (refusal) reasons.push(`variants: ${WHY_NO_VARIANTS[refusal.reason]}`);
  }
  if (isFinal && reasons.length === 0 && said.images?.some((address) => 'waits' in pictures.get(address)!))
    reasons.push('images: The shop changed during the import. Import again.');
  if (reasons.length > 0 || !parsed.success) return refuse(reasons);
  const after = columnsOf(parsed.data);
  const currentColumns = before && savedColumns(before);
  const [variantsNow, variantsThen] = [writeVariants(variantsBefore), writeVariants(variantsAfter ?? variantsBefore)];
  const changes = currentColumns
    ? [
        ...ARTWORK_FIELD_NAMES.filter(
          (name) => JSON.stringify(currentColumns[name]) !== JSON.stringify(after[name]),
        ).map((name) => ({
          column: columnOf(name),
          before: show(name, currentColumns[name]),
          after: show(name, after[name]),
        })),
        ...(variantsNow === variantsThen ? [] : [{ column: 'variants', before: variantsNow, after: variantsThen }]),
      ]
    : [
        ...LOOKED_AT.map((name) => ({ column: columnOf(name), before: '', after: show(name, after[name]) })),
        { column: 'status', before: '', after: after.status === 'published' ? '' : after.status },
        { column: 'variants', before: '', after: variantsThen },
        { column: 'created_at', before: '', after: row.createdAt ? formatMoment(row.createdAt) : '' },
      ].filter(({ after }) => after !== '');
  const outcome = before ? (changes.length > 0 ? 'changed' : 'unchanged') : 'added';
  const write: ArtworkWrite = {
    id,
    input: parsed.data,
    before,
    createdAt: row.createdAt,
    ...(variantsAfter ? { variants: { before: variantsBefore, after: variantsAfter } } : {}),
  };
  return { line, id, title, outcome, changes, reasons, ...(outcome === 'unchanged' ? {} : { write }) };
}

const WHY_NO_VARIANTS: Record<VariantsRefusal['reason'], string> = {
  'skin-care': 'Skin care can’t have variants, because each size needs its own label',
  'above-mrp': 'A variant costs more than the MRP',
};

/** Reads a piece's variants. A variant that exists keeps its id, and its stock if the table has no count. */
function readVariants(
  artworkId: string,
  said: readonly FileVariant[],
  before: readonly VariantRow[],
): { rows: VariantRow[] } | { reasons: string[] } {
  if (said.length > MAX_VARIANTS) return { reasons: [`variants: At most ${MAX_VARIANTS}`] };
  const ids = new Set(said.map(({ id }) => id));
  const existingById = new Map(before.map((variant) => [variant.id, variant]));
  const byName = new Map(before.filter(({ id }) => !ids.has(id)).map((variant) => [variantName(variant), variant]));
  const read = said.map(({ dimensions = {}, stockCount, ...variant }) => {
    const there = existingById.get(variant.id) ?? byName.get(variantName(variant));
    const { unit = 'cm', ...sides } = dimensions;
    const parsed = variantSchema.safeParse({
      ...variant,
      id: there?.id ?? variant.id,
      stockCount: stockCount ?? String(there?.stockCount ?? 0),
      width: '',
      height: '',
      ...sides,
    });
    return { variant, unit: unit === 'inches' ? ('inches' as const) : ('cm' as const), parsed };
  });
  const reasons = read.flatMap(({ variant, parsed }) =>
    parsed.success
      ? []
      : parsed.error.issues.map(
          ({ path, message }) =>
            `variants: ${variantName(variant) || 'one without a name'}: ${path[0] === 'price' && variant.price ? priceWrong(variant.price) : message}`,
        ),
  );
  for (const at of repeatedNames(said))
    reasons.push(`variants: ${variantName(said[at]!)}: Enter a different name for each variant`);
  if (reasons.length > 0) return { reasons };
  return {
    rows: read.map(({ unit, parsed }, position) => {
      const { width, height, id, ...variant } = parsed.data!;
      return { ...variant, id: id!, artworkId, position, dimensions: { width, height, unit } };
    }),
  };
}

function typedTotals(variants: readonly VariantRow[]): { price: string; stockCount: string } {
  const { price, stockCount } = totalsOf(variants);
  return { price: writeField('price', price), stockCount: String(stockCount) };
}

const writeVariants = (variants: readonly VariantRow[]): string =>
  variants
    .map((variant) =>
      [
        variantName(variant),
        formatSize(variant.dimensions),
        formatRupees(variant.price),
        `${variant.stockCount} in stock`,
      ]
        .filter(Boolean)
        .join(', '),
    )
    .join('; ');

const LOOKED_AT = ['price', 'medium', 'category', 'stockCount', 'dateCreated'] as const;

const asInput = (row: ArtworkRow) => ({
  ...savedColumns(row),
  price: writeField('price', row.price),
  mrp: writeField('mrp', row.mrp),
  medium: shownMedium(row),
});

function show(name: ArtworkField, value: ReturnType<typeof columnsOf>[ArtworkField]): string {
  if (name === 'dateCreated' && value) return formatDay(`${value as string}T12:00:00+05:30`);
  if (ARTWORK_FIELDS[name].isText) return writeField(name as ArtworkTextField, value as never);
  if (Array.isArray(value)) return value.join(', ');
  return value && typeof value === 'object' ? `${value.width} × ${value.height} ${value.unit}` : String(value);
}
