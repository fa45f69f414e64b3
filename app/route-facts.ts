import { pageOfPath } from '#app/basics/data-address.ts';
import { failedToSend } from '#app/modules/messaging/messages/messages.ts';

/** Changes that drop a page from memory, by the names under which migration 0036 announces them. */
type PageTag = 'settings' | 'coupons' | 'catalogue' | 'purchases' | 'calendar';

/** A page that every guest sees alike. Server, service worker and browser keep it and show it again. */
type GuestPage = {
  /** Parameters of the query that the page shows, so that each combination is a page of its own. */
  query?: readonly string[];
  /** Tags beside those of every page; `:id` stands for the parameter of the path. */
  tags?: readonly (PageTag | `${string}:${string}`)[];
};

/** Facts of a route: who may enter, how much it accepts, and where its page is cached and listed. */
export type RouteFacts = {
  /** An admin's route is an unknown address to everybody else. Owners are admins too. */
  for: 'everybody' | 'signed-in' | 'admins' | 'owners';
  /** The most that a request may carry, where it takes more than a form. */
  maxBytes?: number;
  /** Machines sign what they send there, instead of coming from a page of ours. */
  isSigned?: true;
  /** An admin of a live shop reaches it without a second factor: setting one up, and leaving. */
  beforeSecondFactor?: true;
  /** A program asks there: what is refused before the screen answers is JSON with these words in `error`. */
  errorFor?: (status: number) => string;
  /** The one page on which a gateway's own script may run, once it has credentials. */
  opensGateway?: true;
  guestPage?: GuestPage;
  /** Listed for search engines; a path with a parameter once for each artwork or collection. */
  inSitemap?: true;
};

const MEGABYTE = 1024 * 1024;
/** A policy in Hindi: a letter is nine bytes on its way. */
const LONG_TEXT = 256 * 1024;
/** One picture, and the form around it. */
const PICTURE = 6 * MEGABYTE;
/** Without JavaScript the whole form comes at once, with up to five pictures. */
const FIVE_PICTURES = 26 * MEGABYTE;

const EVERYBODY = { for: 'everybody' } as const;
/** The same page for everybody, whatever its query says. */
const PLAIN_PAGE = { ...EVERYBODY, guestPage: {}, inSitemap: true } as const;
const GALLERY = {
  ...PLAIN_PAGE,
  guestPage: { query: ['category', 'kind', 'medium', 'style', 'available', 'min', 'max', 'q', 'sort', 'show', 'view'] },
} as const;

/**
 * By the paths of routes.ts; a path that ends in `/*` is for the route and everything under it. All that fit count, a later one before
 * an earlier one. A route without facts is an error (`scripts/checks/route-facts.mjs`).
 */
export const ROUTE_FACTS: Record<string, Partial<RouteFacts>> = {
  // Unknown addresses.
  '*': EVERYBODY,

  '/': PLAIN_PAGE,
  gallery: GALLERY,
  'gallery/fabric': GALLERY,
  'gallery/oil': GALLERY,
  'gallery/handcraft': GALLERY,
  'gallery/skin-care': GALLERY,
  'artwork/*': EVERYBODY,
  'artwork/:id': { guestPage: { tags: ['purchases', 'calendar', 'artwork :id'] }, inSitemap: true },
  collections: PLAIN_PAGE,
  'collections/:slug': { ...PLAIN_PAGE, guestPage: { query: ['show'] } },
  about: PLAIN_PAGE,
  services: PLAIN_PAGE,
  faq: PLAIN_PAGE,
  shipping: PLAIN_PAGE,
  returns: PLAIN_PAGE,
  'size-guide': PLAIN_PAGE,
  'care-instructions': PLAIN_PAGE,
  cookies: PLAIN_PAGE,
  privacy: PLAIN_PAGE,
  terms: PLAIN_PAGE,

  // Never cached: the page has an idempotency key in its form, or shows one person's data.
  contact: { ...EVERYBODY, inSitemap: true },
  'track-order': { ...EVERYBODY, inSitemap: true },
  'custom-order/*': EVERYBODY,
  'custom-order': { maxBytes: FIVE_PICTURES, inSitemap: true },
  'custom-order/pictures/:key': { maxBytes: PICTURE },
  'not-my-order': EVERYBODY,
  refund: EVERYBODY,
  'cart/*': EVERYBODY,
  'wishlist/*': EVERYBODY,
  'visitor-state': EVERYBODY,
  'login/*': EVERYBODY,
  'reset-password': EVERYBODY,
  invitation: EVERYBODY,
  'verify-email': EVERYBODY,
  logout: { ...EVERYBODY, beforeSecondFactor: true },
  // The token is the key.
  'commission/*': EVERYBODY,
  'commission/:token': { maxBytes: FIVE_PICTURES },
  'commission/:token/uploads/:key': { maxBytes: PICTURE },
  'checkout/*': EVERYBODY,
  checkout: { opensGateway: true },
  // A gateway's page posts the browser back; nothing of it is read.
  'checkout/payment/:orderId/return': { isSigned: true },

  'profile/*': { for: 'signed-in' },
  'profile/requests/:id': { maxBytes: FIVE_PICTURES },
  'profile/requests/:id/uploads/:key': { maxBytes: PICTURE },
  'profile/orders/:id/return': { maxBytes: FIVE_PICTURES },
  'profile/orders/:id/return/photos': { maxBytes: PICTURE },
  'profile/security': { beforeSecondFactor: true },
  'profile/security/two-step': { beforeSecondFactor: true },

  'admin/*': { for: 'admins' },
  'database-test/*': { for: 'admins' },

  // What a helper doesn't see: money, settings, people, and the shop's whole data.
  'admin/users/*': { for: 'owners' },
  'admin/invitations/*': { for: 'owners' },
  'admin/coupons/*': { for: 'owners' },
  // A month of a bank's account.
  'admin/payments/*': { for: 'owners', maxBytes: MEGABYTE },
  'admin/settings/*': { for: 'owners' },
  'admin/policies/*': { for: 'owners', maxBytes: LONG_TEXT },
  'admin/incidents/*': { for: 'owners' },
  'admin/audit/*': { for: 'owners' },
  'admin/opening/*': { for: 'owners' },
  'admin/export/*': { for: 'owners' },
  'admin/orders/:id/archive': { for: 'owners' },
  'admin/error-report.txt': { for: 'owners' },

  'admin/media/*': { maxBytes: PICTURE },
  'admin/artworks/*': { maxBytes: PICTURE },
  'admin/requests/:id': { maxBytes: FIVE_PICTURES },
  'admin/requests/:id/uploads/:key': { maxBytes: PICTURE },

  'api/*': EVERYBODY,
  'api/auth/*': { beforeSecondFactor: true },
  // Who may not is told so by the route itself.
  'api/sendNotification': { beforeSecondFactor: true, errorFor: failedToSend },
  'api/webhooks/:gateway': { isSigned: true },
  'media/*': { ...EVERYBODY, beforeSecondFactor: true },
  'inspiration/:id': EVERYBODY,
  'sitemap.xml': EVERYBODY,
  'sitemaps/:part': EVERYBODY,
  'robots.txt': EVERYBODY,
  'manifest.webmanifest': { ...EVERYBODY, beforeSecondFactor: true },
};

const { '*': UNKNOWN, ...KNOWN } = ROUTE_FACTS;

const patterns = Object.entries(KNOWN).map(([path, facts]) => {
  const source = path
    .replace(/^\/|\/\*$/g, '')
    .replaceAll('.', '\\.')
    .replace(/:\w+/g, '[^/]+');
  return { pattern: new RegExp(`^/?${source}${path.endsWith('/*') ? '(/.*)?' : ''}$`, 'i'), facts };
});

/** Returns the facts of a route by its path or by an address that leads to it; the address may be that of its data. Undefined where there are none. */
export function findFacts(path: string): Partial<RouteFacts> | undefined {
  const route = pageOfPath(path).page.replace(/\/$/, '');
  const found = patterns.filter(({ pattern }) => pattern.test(route));
  return found.length === 0 ? undefined : Object.assign({}, ...found.map(({ facts }) => facts));
}

/** Returns the facts of a route like `findFacts`, and those of an unknown address where there are none. */
export const factsOf = (path: string): RouteFacts => (findFacts(path) ?? UNKNOWN) as RouteFacts;

/** Whether a route is an unknown address to everybody except admins. */
export const isForAdmins = (facts: Pick<RouteFacts, 'for'>): boolean =>
  facts.for === 'admins' || facts.for === 'owners';

/** The pages that every guest sees alike, by their paths. */
export const GUEST_PAGES: ReadonlyMap<string, GuestPage> = new Map(
  Object.entries(KNOWN).flatMap(([path, { guestPage }]) => (guestPage ? [[absolute(path), guestPage]] : [])),
);

/** Parameters with which a guest's page shows what one person asked for or typed. */
export const PERSONAL_QUERY = ['request', 'signin', 'pin', 'returnTo', 'why'] as const;

/** Returns a regular expression for path and query of the pages that browsers keep; the build puts it into their scripts. */
export function guestPagePattern(): string {
  const paths = [...GUEST_PAGES.keys()].map((path) => path.slice(1).replace(/:\w+/g, '[^/?]+'));
  return `^/(?:${paths.join('|')})(?!.*[?&](?:${PERSONAL_QUERY.join('|')})=)(?:\\?.*)?$`;
}

/** The addresses without a parameter that are listed for search engines. */
export const SITEMAP_PATHS: readonly string[] = Object.entries(KNOWN)
  .filter(([path, { inSitemap }]) => inSitemap && !path.includes(':'))
  .map(([path]) => absolute(path));

function absolute(path: string): string {
  return path.startsWith('/') ? path : `/${path}`;
}
