import { uuidFrom } from '#app/basics/uuid-from.server.ts';
import { tagsOf } from '#app/modules/catalogue/artworks/forms.ts';
import {
  type FileRow,
  type FileVariant,
  omitUndefined,
  groupBy,
  namesOfOptions,
  placeProduct,
  type ProductFile,
  type ProductReading,
  strayRow,
  type TableRecord,
  variantIdOf,
} from './product-rows.server.ts';

export const isWooCommerce = (columns: readonly string[]): boolean =>
  ['type', 'name'].every((name) => columns.includes(name)) &&
  ['regular_price', 'sku', 'is_featured?'].some((name) => columns.includes(name));

const typesOf = ({ cell }: TableRecord): string[] => listOf(cell('type') ?? '').map((type) => type.toLowerCase());
const keyOf = ({ cell }: TableRecord): string => cell('id') || cell('sku') || '';

/** Reads WooCommerce's export: one record per product, then records of its variations. */
export function readWooCommerce(records: readonly TableRecord[], reading: ProductReading): ProductFile {
  const isVariation = (record: TableRecord) => typesOf(record).includes('variation');
  const products = records.filter((record) => !isVariation(record));
  const productsByKey = new Map(
    products.flatMap((record) => {
      const { cell } = record;
      return [cell('sku') ?? '', cell('id') ? `id:${cell('id')}` : ''].filter(Boolean).map((name) => [name, record]);
    }),
  );
  const parentOf = ({ cell }: TableRecord) => productsByKey.get(cell('parent') ?? '');
  const variations = records.filter(isVariation);
  const ofParent = groupBy(
    variations.filter((record) => parentOf(record)),
    (record) => String(parentOf(record)!.line),
  );
  const read = products.map((record) => productOf(record, ofParent.get(String(record.line)) ?? [], reading));
  const stray = variations
    .filter((record) => !parentOf(record))
    .map((record) =>
      strayRow(record, record.cell('name') ?? '', `Its product, “${record.cell('parent') ?? ''}”, isn’t in this table`),
    );
  const hasDatedSale = records.some(({ cell }) => cell('sale_price') && !isLastingSale(cell));
  return {
    rows: [...stray, ...read.map(({ row }) => row)].toSorted((a, b) => a.line - b.line),
    unmapped: read.flatMap(({ unmapped }) => unmapped),
    notes: hasDatedSale ? ['Scheduled sales are not imported; the regular price is used.'] : [],
  };
}

function productOf(
  record: TableRecord,
  variations: readonly TableRecord[],
  reading: ProductReading,
): { row: FileRow; unmapped: string[] } {
  const { line, cell } = record;
  const key = keyOf(record);
  const id = uuidFrom(`woocommerce\n${key || `line ${line}`}`);
  const isVariable = typesOf(record).includes('variable');
  const kind = typesOf(record).find((type) => !['simple', 'variable', 'virtual', 'downloadable'].includes(type));
  const text = (column: string): string | undefined => {
    const value = cell(column);
    return value === undefined
      ? undefined
      : reading.plainText(withoutShortCodes(withLineBreaks(value)), { keepsLines: true });
  };
  const place = placeProduct(
    listOf(cell('categories') ?? '').map((path) => reading.plainText(path)),
    reading,
  );
  // In WooCommerce's export, a disabled variation has the status of a private product.
  const offered = variations.filter((variation) => variation.cell('published') !== '0');
  const variants = isVariable ? offered.map((variation) => variantOf(id, variation)) : [];
  const images = listOf(cell('images') ?? '');
  const tags = cell('tags');
  return {
    unmapped: place.unmapped,
    row: {
      line,
      id,
      said: omitUndefined({
        title: reading.plainText(cell('name') ?? ''),
        description: descriptionOf(text('short_description'), text('description')),
        status: statusOf(cell),
        featured: cell('is_featured?') === undefined ? undefined : cell('is_featured?') === '1',
        tags:
          tags === undefined
            ? undefined
            : tagsOf(
                listOf(tags)
                  .map((tag) => reading.plainText(tag))
                  .join(','),
              ),
        metaTitle: metaOf(cell, 'title'),
        metaDescription: metaOf(cell, 'description'),
        images: images.length > 0 ? images : undefined,
        dimensions: dimensionsOf(cell),
        ...place.said,
        ...(variants.length > 0 ? {} : { price: priceOf(cell) || 'on request', stockCount: stockOf(cell) }),
      }),
      variants,
      reasons: [
        ...place.reasons,
        ...(key === '' ? ['It has neither an ID nor a SKU'] : []),
        ...(kind === undefined ? [] : [`Products of type “${kind}” can’t be imported`]),
        ...(isVariable && variants.length === 0 ? ['Its variations aren’t in this table'] : []),
        ...(offered.some((variation) => variation.cell('stock') === 'parent')
          ? ['Its variations share one stock count: enter a count for each']
          : []),
      ],
    },
  };
}

type Cell = TableRecord['cell'];

const listOf = (text: string): string[] =>
  text
    .split(/(?<!\\),/)
    .map((item) => item.replaceAll('\\,', ',').trim())
    .filter(Boolean);

/** WooCommerce writes a line break as \n, and a literal \n with one more backslash. */
const withLineBreaks = (text: string): string =>
  text.replace(/(\\?)\\n/g, (_whole, isLetters) => (isLetters ? String.raw`\n` : '\n'));

/** Matches shortcodes of WordPress and page builders. The text between shortcodes stays. */
const SHORT_CODE = /\[\/?(?:[a-z]+[_-][\w-]*|caption|gallery|embed|audio|video|playlist)(?:\s[^\]]*)?\]/gi;
const withoutShortCodes = (text: string): string => text.replace(SHORT_CODE, '');

function descriptionOf(short: string | undefined, long: string | undefined): string | undefined {
  if (short === undefined || long === undefined) return short ?? long;
  return long.startsWith(short) ? long : [short, long].filter(Boolean).join('\n\n');
}

function statusOf(cell: Cell): string | undefined {
  const published = cell('published');
  if (published === undefined || published === '') return published === undefined ? undefined : 'draft';
  return published === '1' && cell('visibility_in_catalog') !== 'hidden' ? 'published' : 'draft';
}

const isLastingSale = (cell: Cell): boolean => !cell('date_sale_price_starts') && !cell('date_sale_price_ends');
/** WooCommerce may write four decimals: '499.9000' is 499.90. */
const priceOf = (cell: Cell): string =>
  ((isLastingSale(cell) && cell('sale_price')) || cell('regular_price') || '').replace(/(\.\d{2})00$/, '$1');

/** Returns the stock: one piece for a product that is in stock without a count. */
function stockOf(cell: Cell): string | undefined {
  const stock = cell('stock');
  const inStock = cell('in_stock?');
  if (stock) return stock;
  return inStock === undefined || inStock === '' ? undefined : inStock === '1' ? '1' : '0';
}

function metaOf(cell: Cell, what: 'title' | 'description'): string | undefined {
  const yoast = cell(`meta:__yoast_wpseo_${what === 'title' ? 'title' : 'metadesc'}`);
  const text = yoast || cell(`meta:_rank_math_${what}`);
  return text === undefined || text.includes('%') ? undefined : text;
}

const UNITS: Record<string, number> = { mm: 0.1, cm: 1, m: 100, yd: 91.44 };

function dimensionsOf(cell: Cell): FileRow['said']['dimensions'] {
  for (const unit of ['cm', 'in', 'mm', 'm', 'yd']) {
    const [length, width, height] = ['length', 'width', 'height'].map((name) => cell(`${name}_(${unit})`));
    if (length === undefined && width === undefined && height === undefined) continue;
    const sides = { width: width ?? '', height: (height || length) ?? '' };
    if (!sides.width && !sides.height) return undefined;
    if (unit === 'in') return { ...sides, unit: 'inches' };
    const inCm = (side: string) =>
      side === '' || unit === 'cm' ? side : String(Math.round(Number(side) * UNITS[unit]! * 100) / 100);
    return { width: inCm(sides.width), height: inCm(sides.height), unit: 'cm' };
  }
  return undefined;
}

const ATTRIBUTES = Array.from({ length: 10 }, (_, at) => at + 1);

function variantOf(artworkId: string, record: TableRecord): FileVariant {
  const { cell } = record;
  const options = ATTRIBUTES.map((n) => ({
    name: cell(`attribute_${n}_name`) ?? '',
    value: cell(`attribute_${n}_value(s)`) ?? '',
  }));
  return {
    id: variantIdOf(artworkId, keyOf(record) || options.map(({ value }) => value).join('\n')),
    ...namesOfOptions(options),
    price: priceOf(cell),
    stockCount: stockOf(cell),
    dimensions: dimensionsOf(cell),
  };
}
