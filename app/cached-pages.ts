import { href } from 'react-router';
import { pageOfPath } from '#app/basics/data-address.ts';
import { rowIdOf } from '#app/modules/catalogue/artworks/artwork.ts';
import { GUEST_PAGES, PERSONAL_QUERY } from '#app/route-facts.ts';

/** Every page has these tags, because its menu lists the collections. */
const TAGS_OF_EACH = ['settings', 'coupons', 'catalogue'];
const OWN: ReadonlySet<string> = new Set([...PERSONAL_QUERY, 'mode', 'error', 'variant', 'after', 'q']);
const MAX_ADDRESS = 500;

/** These patterns match the canonical spelling only. */
const GUEST_PAGE_PATTERNS = [...GUEST_PAGES].map(([path, page]) => ({
  ...page,
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/:\w+/, '([a-z0-9]+(?:-[a-z0-9]+)*)')}$`),
}));

function findGuestPage(path: string): { query: readonly string[]; tags: string[]; isFile: boolean } | undefined {
  for (const { pattern, query = [], tags = [], isFile = false } of GUEST_PAGE_PATTERNS) {
    const [isMatch, slug] = pattern.exec(path) ?? [];
    // An address with an id redirects to the slug's address.
    if (isMatch === undefined || (slug !== undefined && rowIdOf(slug) !== undefined)) continue;
    return { query, isFile, tags: [...TAGS_OF_EACH, ...tags.map((tag) => tag.replace(/:\w+/, slug ?? ''))] };
  }
  return undefined;
}

/** Returns the canonical path of a cached page, or undefined if the path is already canonical. */
export function canonicalPathOf(path: string): string | undefined {
  const page = path
    .toLowerCase()
    .replace(/\/{2,}/g, href('/'))
    .replace(/(.)\/$/, '$1');
  return page !== path && findGuestPage(page) ? page : undefined;
}

/** Returns the cache key and tags of a guest page or its data, or undefined for other pages. */
export function cachedAddressOf(address: string): { key: string; tags: string[]; isData: boolean } | undefined {
  if (address.length > MAX_ADDRESS || !/^\/(?!\/)/.test(address)) return undefined;
  const [path = '', search = ''] = address.split('?', 2);
  const { page, isData } = pageOfPath(path);
  const route = findGuestPage(page);
  if (!route || (route.isFile && isData)) return undefined;
  const known = [...route.query, ...(isData ? ['_routes'] : [])];
  const query = new URLSearchParams(search);
  for (const name of new Set(query.keys())) {
    if (known.includes(name)) continue;
    if (OWN.has(name)) return undefined;
    query.delete(name);
  }
  const ordered = new URLSearchParams(known.flatMap((name) => query.getAll(name).map((value) => [name, value])));
  const text = ordered.toString();
  return { key: text === '' ? path : `${path}?${text}`, tags: route.tags, isData };
}
