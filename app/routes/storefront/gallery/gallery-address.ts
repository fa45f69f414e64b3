import type { Paise } from '#app/basics/money.ts';
import { NOTHING } from '#app/basics/money.ts';
import { readRupees } from '#app/basics/rupees.ts';
import { PRICE_UPPER_END, STEP } from '#app/modules/catalogue/artworks/artwork.ts';
import {
  type ArtworkFilter,
  AVAILABILITIES,
  priceRange,
  shownOf,
  SIZES,
  SORTS,
} from '#app/modules/catalogue/artworks/filter.ts';

/** Prices in the address are in rupees. */
export function filterFromAddress(query: URLSearchParams, category?: string): ArtworkFilter {
  const rupeesOf = (name: string): Paise | undefined => {
    const text = query.get(name)?.trim();
    return text && /^\d{1,9}$/.test(text) ? readRupees(text) : undefined;
  };
  const readList = (name: string) =>
    query
      .getAll(name)
      .map((value) => value.trim().slice(0, 100))
      .filter(Boolean)
      .slice(0, 20);
  const sort = SORTS.find((candidate) => candidate === query.get('sort'));
  const within = query.get('category')?.trim().slice(0, 100) || category;
  return {
    ...(within ? { within } : {}),
    categories: readList('kind'),
    mediums: readList('medium'),
    sizes: SIZES.filter((each) => query.getAll('size').includes(each)),
    availability: AVAILABILITIES.filter((each) => query.getAll('available').includes(each)),
    priceFrom: rupeesOf('min') ?? NOTHING,
    priceUpTo: rupeesOf('max') ?? PRICE_UPPER_END,
    q: (query.get('q') ?? '').trim().slice(0, 100),
    sort: sort ?? 'featured',
    limit: shownOf(Number(query.get('show') ?? STEP)),
    after: query.get('after')?.slice(0, 300) || undefined,
  };
}

export function addressOf(filter: ArtworkFilter): URLSearchParams {
  const query = new URLSearchParams();
  for (const name of filter.categories ?? []) query.append('kind', name);
  for (const name of filter.mediums ?? []) query.append('medium', name);
  for (const name of filter.availability ?? []) query.append('available', name);
  for (const name of filter.sizes ?? []) query.append('size', name);
  const { from, upTo } = priceRange(filter);
  if (from !== undefined) query.set('min', String(from / 100));
  if (upTo !== undefined) query.set('max', String(upTo / 100));
  if (filter.q) query.set('q', filter.q);
  if (filter.sort && filter.sort !== 'featured') query.set('sort', filter.sort);
  if (shownOf(filter.limit) !== STEP) query.set('show', String(shownOf(filter.limit)));
  if (filter.after) query.set('after', filter.after);
  return query;
}
