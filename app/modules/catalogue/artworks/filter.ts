import type { Paise } from '#app/basics/money.ts';
import { type Artwork, PRICE_UPPER_END, STEP } from './artwork.ts';
import { inCm } from './dimensions.ts';
import { isMadeToOrder, MEDIUM_NAMES, type Medium } from './medium.ts';
import { matchesSearch } from './search-terms.ts';

export const SORTS = ['featured', 'newest', 'oldest', 'price-low', 'price-high'] as const;
export type Sort = (typeof SORTS)[number];
export const SORT_LABELS: Record<Sort, string> = {
  featured: 'Featured first',
  newest: 'Newest',
  oldest: 'Oldest',
  'price-low': 'Price low to high',
  'price-high': 'Price high to low',
};

/** `ready`: in stock. `to-order`: painted to order. A piece out of stock is neither. */
export const AVAILABILITIES = ['ready', 'to-order'] as const;
export type Availability = (typeof AVAILABILITIES)[number];
export const AVAILABILITY_LABELS: Record<Availability, string> = {
  ready: 'Ready to ship',
  'to-order': 'Made to order',
};
export const SIZES = ['small', 'medium', 'large'] as const;
export type Size = (typeof SIZES)[number];
export const SIZE_LABELS: Record<Size, string> = {
  small: 'Small (up to 40\u00a0cm)',
  medium: 'Medium (40–100\u00a0cm)',
  large: 'Large (over 100\u00a0cm)',
};

function sizeOf({ dimensions: { width, height, unit } }: Artwork): Size | '' {
  const longest = inCm(Math.max(width, height), unit);
  return longest > 100 ? 'large' : longest > 40 ? 'medium' : longest > 0 ? 'small' : '';
}

const availabilityOf = (artwork: Artwork): Availability | 'out' =>
  isMadeToOrder(artwork) ? 'to-order' : artwork.stockCount > 0 ? 'ready' : 'out';

export type ArtworkFilter = {
  within?: string | undefined;
  categories?: readonly string[];
  mediums?: readonly string[];
  sizes?: readonly Size[];
  availability?: readonly Availability[];
  priceFrom?: Paise;
  /** From PRICE_UPPER_END on, there is no upper limit. */
  priceUpTo?: Paise;
  q?: string;
  sort?: Sort;
  limit?: number;
  after?: string | undefined;
};

/** Keeps one request from loading the whole shop (T18). */
export const MAX_SHOWN = 600;

export function shownOf(limit: number | undefined): number {
  if (limit === undefined || !Number.isFinite(limit)) return STEP;
  return Math.min(MAX_SHOWN, Math.max(STEP, Math.ceil(limit / STEP) * STEP));
}

export function priceRange(filter: ArtworkFilter): { from?: Paise; upTo?: Paise } {
  const { priceFrom: from, priceUpTo: upTo } = filter;
  return {
    ...(from !== undefined && from > 0 ? { from } : {}),
    ...(upTo !== undefined && upTo < PRICE_UPPER_END ? { upTo } : {}),
  };
}

export const comparable = (name: string): string => name.trim().toLowerCase().replaceAll('-', ' ');

export type FacetRow = { category: string; medium: Medium; size: Size | ''; availability: Availability | 'out' };

const isAny = (own: readonly string[], names: readonly string[] | undefined): boolean =>
  !names?.length || names.some((name) => own.some((each) => comparable(each) === comparable(name)));

/** A piece is also found by its medium, so that old addresses still work when its category becomes more specific. */
const namesOf = ({ category, medium }: Pick<FacetRow, 'category' | 'medium'>): readonly string[] => [
  category,
  medium,
  MEDIUM_NAMES[medium],
];

const LOOKED_AT: Record<keyof Facets, (row: FacetRow) => readonly string[]> = {
  categories: namesOf,
  mediums: namesOf,
  sizes: ({ size }) => [size],
  availability: ({ availability }) => [availability],
};
const KINDS = Object.keys(LOOKED_AT) as (keyof Facets)[];
export const isTicked = (row: FacetRow, filter: ArtworkFilter, except?: keyof Facets): boolean =>
  KINDS.every((kind) => kind === except || isAny(LOOKED_AT[kind](row), filter[kind]));

export const isWithin = (row: Pick<FacetRow, 'category' | 'medium'>, { within }: ArtworkFilter): boolean =>
  isAny(namesOf(row), within === undefined ? undefined : [within]);

function isInView(artwork: Artwork, filter: ArtworkFilter): boolean {
  const { from, upTo } = priceRange(filter);
  return (
    isWithin(artwork, filter) &&
    (artwork.price === null ||
      ((from === undefined || artwork.price >= from) && (upTo === undefined || artwork.price <= upTo))) &&
    matchesSearch(artwork, filter.q ?? '')
  );
}

const newest = (a: Artwork, b: Artwork): number =>
  b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);
const byPrice =
  (direction: 1 | -1) =>
  (a: Artwork, b: Artwork): number =>
    (a.price === b.price ? 0 : a.price === null ? 1 : b.price === null ? -1 : direction * (a.price - b.price)) ||
    direction * (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
const ORDER: Record<Sort, (a: Artwork, b: Artwork) => number> = {
  featured: (a, b) => Number(b.featured) - Number(a.featured) || newest(a, b),
  newest,
  oldest: (a, b) => newest(b, a),
  'price-low': byPrice(1),
  'price-high': byPrice(-1),
};

export const MAX_COUNTED = 1_000;
export function formatCount(count: number | undefined, { isShort = false } = {}): string {
  if (count !== undefined && count <= MAX_COUNTED) return String(count);
  const limit = MAX_COUNTED.toLocaleString('en-IN');
  return isShort ? `${limit}+` : `More than ${limit}`;
}

export const formatArtworks = (count: number | undefined, options: { isShort?: boolean } = {}): string =>
  `${formatCount(count, options)} ${count === 1 ? 'artwork' : 'artworks'}`;

/** `count` is missing when matches were not counted for this filter. */
export type Facet<Name extends string = string> = { name: Name; count?: number };
export type Facets = Record<'categories' | 'mediums' | 'availability' | 'sizes', Facet[]>;

export function filterInMemory(
  artworks: readonly Artwork[],
  filter: ArtworkFilter,
  behind?: string,
): { artworks: Artwork[]; total: number; facets: Facets; next: string | undefined } {
  const inView = artworks
    .filter((artwork) => isInView(artwork, filter))
    .map((artwork) => ({
      artwork,
      count: 1,
      ...artwork,
      availability: availabilityOf(artwork),
      size: sizeOf(artwork),
    }));
  const sorted = inView
    .filter((row) => isTicked(row, filter))
    .map(({ artwork }) => artwork)
    .sort(ORDER[filter.sort ?? 'featured']);
  const further = sorted.slice(sorted.findIndex(({ id }) => id === behind) + 1);
  return {
    artworks: further.slice(0, shownOf(filter.limit)),
    total: sorted.length,
    facets: facetsOf(inView, filter),
    next: further[shownOf(filter.limit)]?.id,
  };
}

/** Equal names are counted together, under their most common spelling. */
export function facetsOf(
  rows: readonly (FacetRow & { count: number })[],
  filter: ArtworkFilter,
  { isCounted = true } = {},
): Facets {
  const add = (counts: Map<string, number>, key: string, count: number) =>
    counts.set(key, (counts.get(key) ?? 0) + count);
  const tally = (kind: keyof Facets, key: keyof FacetRow): Facet[] => {
    const named = new Map<string, number>();
    const found = new Map<string, number>();
    for (const row of rows) {
      if (!isTicked(row, filter, kind)) continue;
      add(named, row[key], row.count);
      for (const each of new Set(LOOKED_AT[kind](row).map(comparable))) add(found, each, row.count);
    }
    const inOrder = (counts: Map<string, number>) =>
      [...counts].sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1));
    const names = new Map(
      inOrder(named)
        .toReversed()
        .map(([name]) => [comparable(name), name]),
    );
    const counts = new Map([...names].map(([each, name]) => [name, found.get(each)!]));
    return inOrder(counts)
      .filter(([name]) => name !== '' && name !== 'out')
      .map(([name, count]) => (isCounted ? { name, count } : { name }));
  };
  return {
    categories: tally('categories', 'category'),
    mediums: tally('mediums', 'medium'),
    availability: tally('availability', 'availability'),
    sizes: tally('sizes', 'size').toSorted((a, b) => SIZES.indexOf(a.name as Size) - SIZES.indexOf(b.name as Size)),
  };
}
