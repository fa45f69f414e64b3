import { href } from 'react-router';
import { pageOfPath } from '#app/basics/data-address.ts';
import { rowIdOf } from '#app/modules/catalogue/artworks/artwork.ts';
import { GUEST_PAGES, PERSONAL_QUERY } from '#app/route-facts.ts';

/** What every page shows: the menu has the collections as soon as there is one. */
const TAGS_OF_EACH = ['settings', 'coupons', 'catalogue'];
/** Parameters that change a guest's page where they aren't part of a kept one. */
const OWN: ReadonlySet<string> = new Set([...PERSONAL_QUERY, 'mode', 'error', 'variant', 'after', 'q']);
const MAX_ADDRESS = 500;

/** The slug stays in place of the parameter, in canonical spelling only. */
const GUEST_PAGE_PATTERNS = [...GUEST_PAGES].map(([path, page]) => ({
  ...page,
  pattern: new RegExp(`^${path.replace(/:\w+/, '([a-z0-9]+(?:-[a-z0-9]+)*)')}$`),
}));

/** The page at this path, its parameters and what drops it; undefined where it isn't the same for every guest. */
function findGuestPage(path: string): { query: readonly string[]; tags: string[] } | undefined {
  for (const { pattern, query = [], tags = [] } of GUEST_PAGE_PATTERNS) {
    const [isMatch, slug] = pattern.exec(path) ?? [];
    // An address with a row's id leads on to the one with its slug.
    if (isMatch === undefined || (slug !== undefined && rowIdOf(slug) !== undefined)) continue;
    return { query, tags: [...TAGS_OF_EACH, ...tags.map((tag) => tag.replace(/:\w+/, slug ?? ''))] };
  }
  return undefined;
}

/** Returns the one spelling of a kept page's path: lower case, single slashes, none at the end. Undefined where it has it already. */
export function canonicalPathOf(path: string): string | undefined {
  const page = path
    .toLowerCase()
    .replace(/\/{2,}/g, href('/'))
    .replace(/(.)\/$/, '$1');
  return page !== path && findGuestPage(page) ? page : undefined;
}

/**
 * The address under which a page or its data is kept, and what drops it; undefined for what isn't the same for
 * every guest. Parameters are sorted, and parameters that no page reads are left out.
 */
export function cachedAddressOf(address: string): { key: string; tags: string[]; isData: boolean } | undefined {
  if (address.length > MAX_ADDRESS || !/^\/(?!\/)/.test(address)) return undefined;
  const [path = '', search = ''] = address.split('?', 2);
  const { page, isData } = pageOfPath(path);
  const route = findGuestPage(page);
  if (!route) return undefined;
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
