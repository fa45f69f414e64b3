import { uuidFrom } from '#app/basics/uuid-from.server.ts';
import type { ArtworkTextField } from '#app/modules/catalogue/artworks/artwork-fields.ts';
import { placeOf, type ProductMapping } from '#app/modules/catalogue/product-import/product-mapping.ts';
import type { PlainText } from './plain-text.server.ts';

export type FileRow = {
  line: number;
  id: string;
  /** Input for `artworkSchema`, in which pictures are still names or addresses. */
  said: Partial<
    Record<ArtworkTextField, string> & {
      dimensions: TypedDimensions;
      images: string[];
      mainImageIndex: string;
      featured: boolean;
      tags: string[];
    }
  >;
  createdAt?: Date;
  variants?: FileVariant[];
  alts?: Record<string, string>;
  reasons?: string[];
};
type TypedDimensions = { width?: string; height?: string; unit?: string };
export type FileVariant = {
  id: string;
  size: string;
  cloth: string;
  price: string;
  stockCount?: string;
  dimensions?: TypedDimensions;
};

export type TableRecord = { line: number; cell: (column: string) => string | undefined };

export type ProductReading = { mapping: ProductMapping; plainText: PlainText };

export type ProductFile = {
  rows: FileRow[];
  unmapped: string[];
  notes: string[];
  /** The file is from this shop, so it contains the stored prices. */
  isOwn?: true;
};

/** Returns a product's medium and category, or the reason for refusing the product and the unmapped name. */
export function placeProduct(
  names: readonly string[],
  { mapping }: ProductReading,
): { said: { medium?: string; category?: string }; reasons: string[]; unmapped: string[] } {
  const place = placeOf(names, mapping);
  if (place?.category) return { said: place, reasons: [], unmapped: [] };
  const name = names.find(Boolean) ?? '';
  return {
    said: {},
    reasons: [name === '' ? 'It has no type or category: map “*”' : `“${name}” is not mapped to a medium and category`],
    unmapped: [name || '*'],
  };
}

const SIZE = /^(sizes?|dimensions?|formats?)$/i;
const CLOTH = /^(materials?|fabrics?|cloths?|colou?rs?|textiles?)$/i;

export function namesOfOptions(options: readonly { name: string; value: string }[]): { size: string; cloth: string } {
  const filled = options.filter(({ value }) => value !== '');
  const isCloth = ({ name }: { name: string }) => CLOTH.test(name);
  return {
    size: filled
      .filter((option) => !isCloth(option))
      .map(({ name, value }) => (SIZE.test(name) || name === '' ? value : `${name}: ${value}`))
      .join(', '),
    cloth: filled
      .filter(isCloth)
      .map(({ value }) => value)
      .join(', '),
  };
}

export const strayRow = (record: TableRecord, title: string, reason: string): FileRow => ({
  line: record.line,
  id: uuidFrom(`stray\nline ${record.line}`),
  said: { title },
  reasons: [reason],
});

export function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

export const omitUndefined = <Said extends object>(said: Said): Said =>
  Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)) as Said;

export const variantIdOf = (artworkId: string, key: string): FileVariant['id'] => uuidFrom(`${artworkId}\n${key}`);
