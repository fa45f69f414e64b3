import { uuidFrom } from '#app/basics/uuid-from.server.ts';
import type { ArtworkTextField } from '#app/modules/catalogue/artworks/artwork-fields.ts';
import { placeOf, type ProductMapping } from '#app/modules/catalogue/product-import/product-mapping.ts';
import type { PlainText } from './plain-text.server.ts';

/** One piece of the file: what its table says, by field, and what was said of it. */
export type FileRow = {
  /** Where it begins. */
  line: number;
  id: string;
  /** What `artworkSchema` reads, as far as the file says it; pictures are still names or addresses. */
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
  /** All its variants, where the table knows of such things. */
  variants?: FileVariant[];
  /** The alternative texts of its pictures, by their address. */
  alts?: Record<string, string>;
  /** Why it can't be taken, whatever the shop has. */
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

/** A record of a table with the line it begins in. A cell is trimmed; undefined where the table has no such column. */
export type TableRecord = { line: number; cell: (column: string) => string | undefined };

/** What the reading of another shop's table needs besides its records. */
export type ProductReading = { mapping: ProductMapping; plainText: PlainText };

/** The pieces of another shop's table; what it calls them that isn't mapped, and what of them is left out. */
export type ProductFile = { rows: FileRow[]; unmapped: string[]; notes: string[] };

/** Where a product belongs; else why it is refused, and what would have to be mapped. */
export function placeProduct(
  names: readonly string[],
  { mapping }: ProductReading,
): { said: { medium?: string; category?: string }; reasons: string[]; unmapped: string[] } {
  const place = placeOf(names, mapping);
  if (place?.category) return { said: place, reasons: [], unmapped: [] };
  const name = names.find(Boolean) ?? '';
  return {
    said: {},
    reasons: [
      name === ''
        ? 'It has neither a type nor a category, and nothing is said of those: map “*”'
        : `“${name}” is mapped to no medium and category`,
    ],
    unmapped: [name || '*'],
  };
}

const SIZE = /^(sizes?|dimensions?|formats?)$/i;
const CLOTH = /^(materials?|fabrics?|cloths?|colou?rs?|textiles?)$/i;

/** What a product's options make of a variant: its cloth and, of all others, its size. */
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

/** A record that belongs to no product: refused, and named by what it has. */
export const strayRow = (record: TableRecord, title: string, reason: string): FileRow => ({
  line: record.line,
  id: uuidFrom(`stray\nline ${record.line}`),
  said: { title },
  reasons: [reason],
});

/** Groups records by a key, in the order in which the keys come. */
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

/** The columns among these that a table has, as what is said of a piece; the others stay as they are. */
export const omitUndefined = <Said extends object>(said: Said): Said =>
  Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)) as Said;

/** A variant of the piece with this id; a repeat means the same one. */
export const variantIdOf = (artworkId: string, key: string): FileVariant['id'] => uuidFrom(`${artworkId}\n${key}`);
