import { z } from 'zod';
import { line } from '#app/platform/text-schemas.ts';
import { type Medium, MEDIUMS, SKIN_CARE_CATEGORY } from '#app/modules/catalogue/artworks/medium.ts';
import { FILL_IN_REQUIRED } from '#app/modules/catalogue/artworks/artwork-fields.ts';

/** Maps another shop's types and categories, in lower case; '*' is the default. */
export type ProductMapping = ReadonlyMap<string, { medium: Medium; category?: string }>;

export const productMappingSchema = z
  .record(
    z.string(),
    z.strictObject({
      medium: z.enum(MEDIUMS, { error: `One of ${MEDIUMS.join(', ')}` }),
      category: line(FILL_IN_REQUIRED, 100).optional(),
    }),
  )
  .transform(
    (places): ProductMapping =>
      new Map(Object.entries(places).map(([name, place]) => [name.trim().toLowerCase(), place])),
  );

/** Words that suggest a medium; the first match counts. Prints and watercolours are not oil. */
const GUESSES: [Medium, RegExp][] = [
  ['fabric', /\b(fabrics?|textiles?|sar(ee|i)s?|dupattas?|scar(f|ves)|shawls?|stoles?|cushions?|runners?|kurtas?)\b/],
  ['oil', /\boils? (on|paintings?)\b|^(canvas )?paintings?( on canvas)?$/],
  ['skin-care', /\b(skin ?care|soaps?|creams?|balms?|lotions?|cosmetics|face|serums?|scrubs?|beauty)\b/],
  [
    'handcraft',
    /\b(hand ?crafts?|handicrafts?|crafts?|pottery|ceramics?|brass|copper|wood(en|work)?|baskets?|candles?|lamps?|diyas?|sculptures?|jewell?e?ry|vases?|decor)\b/,
  ],
];

export function placeOf(
  names: readonly string[],
  mapping: ProductMapping,
): { medium: Medium; category: string } | undefined {
  const tried = names.flatMap((name) => [name, lastOf(name)]).filter(Boolean);
  const place =
    tried.map((name) => mapping.get(name.toLowerCase())).find((place) => place !== undefined) ??
    GUESSES.flatMap(([medium, pattern]) =>
      tried.some((name) => pattern.test(plainOf(name))) ? [{ medium, category: undefined }] : [],
    )[0] ??
    mapping.get('*');
  if (!place) return undefined;
  if (place.medium === 'skin-care') return { medium: 'skin-care', category: SKIN_CARE_CATEGORY };
  const ownCategory = names.map(lastOf).find((name) => name !== '' && !NO_CATEGORY.test(name));
  return { medium: place.medium, category: place.category ?? ownCategory ?? '' };
}

/** Matches collections that describe a sale, not a piece. */
const NO_CATEGORY = /^(uncategori[sz]ed|(on )?sale|new( arrivals?)?|featured|best ?sellers?|all( products)?)$/i;
const lastOf = (path: string): string => path.split('>').at(-1)!.trim();
const plainOf = (name: string): string => lastOf(name).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
