import { href } from 'react-router';
import { rowIdOf } from '#app/modules/catalogue/artworks/artwork.ts';

/** What the pages kept in memory show, by the names under which a change is announced (migration 0036). */
export const PAGE_TAGS = ['settings', 'coupons', 'catalogue', 'purchases', 'calendar'] as const;
type PageTag = (typeof PAGE_TAGS)[number];

/** Which of the query's parameters a page shows, and what it shows beside what each shows. */
type CachedRoute = { query?: readonly string[]; tags?: readonly PageTag[] };

const GALLERY: CachedRoute = {
  query: ['category', 'kind', 'medium', 'style', 'available', 'min', 'max', 'q', 'sort', 'show', 'view'],
};
const COLLECTION: CachedRoute = { query: ['show'] };
const ARTWORK: CachedRoute = { tags: ['purchases', 'calendar'] };
/** What every page shows: the menu has the collections as soon as there is one. */
const TAGS_OF_EACH: readonly PageTag[] = ['settings', 'coupons', 'catalogue'];

/** The pages that are the same for every guest, by address, but those of the pieces and of each collection. A page whose form has a key of its own is none. */
export const CACHED_PAGES = new Map<string, CachedRoute>([
  [href('/'), {}],
  [href('/gallery'), GALLERY],
  [href('/gallery/fabric'), GALLERY],
  [href('/gallery/oil'), GALLERY],
  [href('/gallery/handcraft'), GALLERY],
  [href('/gallery/skin-care'), GALLERY],
  [href('/collections'), {}],
  [href('/about'), {}],
  [href('/services'), {}],
  [href('/faq'), {}],
  [href('/shipping'), {}],
  [href('/returns'), {}],
  [href('/size-guide'), {}],
  [href('/care-instructions'), {}],
  [href('/privacy'), {}],
  [href('/terms'), {}],
]);

const routeOf = (page: string): CachedRoute | undefined =>
  CACHED_PAGES.get(page) ?? (/^\/collections\/[a-z0-9]+(?:-[a-z0-9]+)*$/.test(page) ? COLLECTION : undefined);

/** Parameters that change a guest's page where they aren't part of a kept one. */
const OWN = new Set(['signin', 'returnTo', 'why', 'mode', 'error', 'pin', 'request', 'variant', 'after', 'q']);
const MAX_ADDRESS = 500;

const ARTWORK_PATH = /^\/artwork\/([a-z0-9]+(?:-[a-z0-9]+)*)$/;

/** Returns the one spelling of a kept page's path: lower case, single slashes, none at the end. Undefined where it has it already. */
export function canonicalPathOf(path: string): string | undefined {
  const page = path
    .toLowerCase()
    .replace(/\/{2,}/g, href('/'))
    .replace(/(.)\/$/, '$1');
  const [, slug] = ARTWORK_PATH.exec(page) ?? [];
  const isCachedPage = slug === undefined ? routeOf(page) !== undefined : rowIdOf(slug) === undefined;
  return isCachedPage && page !== path ? page : undefined;
}

/** The name of a piece's own changes. */
export const artworkTag = (slug: string): string => `artwork ${slug}`;

/**
 * The address under which a page is kept, a script's (`.data`) included, and what drops it; undefined for what isn't the same for
 * every guest. Parameters are sorted, and parameters that no page reads are left out.
 */
export function cachedAddressOf(address: string): { key: string; tags: string[] } | undefined {
  if (address.length > MAX_ADDRESS || !/^\/(?!\/)/.test(address)) return undefined;
  const [path = '', search = ''] = address.split('?', 2);
  const isData = path.endsWith('.data');
  const page = isData ? path.slice(0, -'.data'.length).replace(/^\/_$/, href('/')) : path;
  const [, slug] = ARTWORK_PATH.exec(page) ?? [];
  // By its id a piece is led to, not shown.
  const route = slug === undefined ? routeOf(page) : rowIdOf(slug) === undefined ? ARTWORK : undefined;
  if (!route) return undefined;
  const known = [...(route.query ?? []), ...(isData ? ['_routes'] : [])];
  const query = new URLSearchParams(search);
  for (const name of new Set(query.keys())) {
    if (known.includes(name)) continue;
    if (OWN.has(name)) return undefined;
    query.delete(name);
  }
  const ordered = new URLSearchParams(known.flatMap((name) => query.getAll(name).map((value) => [name, value])));
  const text = ordered.toString();
  return {
    key: text === '' ? path : `${path}?${text}`,
    tags: [...TAGS_OF_EACH, ...(route.tags ?? []), ...(slug === undefined ? [] : [artworkTag(slug)])],
  };
}
