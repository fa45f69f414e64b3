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

/** Column names of Shopify's export and of its newer template. */
const COLUMNS = {
  handle: ['handle', 'url_handle'],
  title: ['title'],
  body: ['body_(html)', 'description'],
  productCategory: ['product_category'],
  type: ['type'],
  tags: ['tags'],
  published: ['published', 'published_on_online_store'],
  status: ['status'],
  price: ['variant_price', 'price'],
  compareAtPrice: ['variant_compare_at_price', 'compare_at_price'],
  tracker: ['variant_inventory_tracker', 'inventory_tracker'],
  quantity: ['variant_inventory_qty', 'inventory_quantity'],
  image: ['image_src', 'product_image_url'],
  imagePosition: ['image_position'],
  imageAlt: ['image_alt_text'],
  giftCard: ['gift_card'],
  metaTitle: ['seo_title'],
  metaDescription: ['seo_description'],
} as const;
type Column = keyof typeof COLUMNS;
const OPTIONS = [1, 2, 3];

export const isShopify = (columns: readonly string[]): boolean =>
  COLUMNS.handle.some((name) => columns.includes(name)) &&
  columns.includes('title') &&
  [...COLUMNS.price, 'body_(html)', 'option1_name'].some((name) => columns.includes(name));

const read = ({ cell }: TableRecord, column: Column): string | undefined =>
  COLUMNS[column].map(cell).find((value) => value !== undefined);

/** Reads Shopify's export. Records with the same handle form a product; each may be a variant, a picture or both. */
export function readShopify(records: readonly TableRecord[], reading: ProductReading): ProductFile {
  const isProduct = (record: TableRecord) => read(record, 'handle') !== '';
  const stray = records
    .filter((record) => !isProduct(record))
    .map((record) => strayRow(record, read(record, 'title') ?? '', 'It has no handle'));
  const products = [...groupBy(records.filter(isProduct), (record) => read(record, 'handle')!).values()].map(
    (product) => productOf(product, reading),
  );
  const has = (column: Column) => records.some((record) => read(record, column));
  return {
    rows: [...stray, ...products.map(({ row }) => row)].toSorted((a, b) => a.line - b.line),
    unmapped: products.flatMap(({ unmapped }) => unmapped),
    notes: [
      ...(has('compareAtPrice') ? ['Compare-at prices are not imported, because they are not an MRP.'] : []),
      ...(records.length > 0 && read(records[0]!, 'quantity') === undefined
        ? ['The table has no stock counts. New pieces start at 0.']
        : []),
    ],
  };
}

function productOf(records: readonly TableRecord[], reading: ProductReading): { row: FileRow; unmapped: string[] } {
  const [head] = records as [TableRecord];
  const first = (column: Column): string | undefined => {
    const values = records.map((record) => read(record, column));
    return values.find(Boolean) ?? values[0];
  };
  const handle = first('handle')!;
  const id = uuidFrom(`shopify\n${handle}`);
  const place = placeProduct([first('type') ?? '', first('productCategory') ?? ''], reading);
  const { images, alts } = picturesOf(records);
  const body = first('body');
  const tags = first('tags');
  const variants = variantsOf(id, records);
  const sold = variants.length > 0 ? {} : { price: read(head, 'price'), stockCount: stockOf(head) };
  return {
    unmapped: place.unmapped,
    row: {
      line: head.line,
      id,
      said: omitUndefined({
        title: first('title') ?? '',
        description: body === undefined ? undefined : reading.plainText(body),
        status: statusOf(first('status'), first('published')),
        tags: tags === undefined ? undefined : tagsOf(tags),
        metaTitle: first('metaTitle'),
        metaDescription: first('metaDescription'),
        images: images.length > 0 ? images : undefined,
        ...place.said,
        ...sold,
      }),
      variants,
      alts,
      reasons: [...place.reasons, ...(isYes(first('giftCard')) ? ['Gift cards can’t be imported'] : [])],
    },
  };
}

const isYes = (text: string | undefined): boolean => /^(true|1|yes)$/i.test(text ?? '');

function statusOf(status: string | undefined, published: string | undefined): string | undefined {
  const isHidden = published !== undefined && published !== '' && !isYes(published);
  if (status === undefined || status === '')
    return published === undefined ? undefined : isHidden ? 'draft' : 'published';
  if (/^active$/i.test(status)) return isHidden ? 'draft' : 'published';
  return /^unlisted$/i.test(status) ? 'draft' : status;
}

function stockOf(record: TableRecord): string | undefined {
  const quantity = read(record, 'quantity');
  const isCounted = read(record, 'tracker') !== '';
  return quantity === undefined
    ? undefined
    : isCounted
      ? quantity
      : quantity === '' || quantity === '0'
        ? '1'
        : quantity;
}

function picturesOf(records: readonly TableRecord[]): { images: string[]; alts: Record<string, string> } {
  const pictures = records.flatMap((record, place) => {
    const address = read(record, 'image');
    const position = Number(read(record, 'imagePosition') || place + 1);
    return address ? [{ address, position, alt: read(record, 'imageAlt') ?? '' }] : [];
  });
  return {
    images: [...new Set(pictures.toSorted((a, b) => a.position - b.position).map(({ address }) => address))],
    alts: Object.fromEntries(pictures.map(({ address, alt }) => [address, alt])),
  };
}

/** Shopify writes one record for a product without variants. */
function variantsOf(artworkId: string, records: readonly TableRecord[]): FileVariant[] {
  const [head] = records as [TableRecord];
  const names = OPTIONS.map((n) => head.cell(`option${n}_name`) ?? '');
  const optionsOf = (record: TableRecord) =>
    OPTIONS.map((n, at) => ({ name: names[at]!, value: record.cell(`option${n}_value`) ?? '' }));
  const variants = records.filter((record, at) => at === 0 || optionsOf(record)[0]!.value || read(record, 'price'));
  const [only] = optionsOf(head);
  if (variants.length === 1 && (only!.value === '' || /^default title$/i.test(only!.value))) return [];
  return variants.map((record) => ({
    id: variantIdOf(
      artworkId,
      optionsOf(record)
        .map(({ value }) => value)
        .join('\n'),
    ),
    ...namesOfOptions(optionsOf(record)),
    price: read(record, 'price') ?? '',
    stockCount: stockOf(record),
  }));
}
