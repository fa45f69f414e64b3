import { pageOfPath } from '#app/basics/data-address.ts';
import { failedToSend } from '#app/modules/messaging/messages/messages.ts';

type PageTag = 'settings' | 'coupons' | 'catalogue' | 'purchases' | 'calendar';

/** A page that is the same for every guest. The server, service worker and browser cache it; only the server caches files. */
type GuestPage = {
  /** Each combination of these parameters is cached separately. */
  query?: readonly string[];
  tags?: readonly (PageTag | `${string}:${string}`)[];
  /** A file for programs: it has no data, and browsers do not keep it. */
  isFile?: true;
};

export type RouteFacts = {
  /** For all other visitors, an admin route does not exist. Owners are admins too. */
  for: 'everybody' | 'signed-in' | 'admins' | 'owners';
  maxBytes?: number;
  /** The signature proves the sender, so the request may come from elsewhere. */
  isSigned?: true;
  /** Receives text that a user shares from another app, so the form is not from our pages. */
  isShareTarget?: true;
  /** An admin of a live shop can open this page without a second factor. */
  beforeSecondFactor?: true;
  /** Programs get early refusals as JSON, with this text in `error`. */
  errorFor?: (status: number) => string;
  opensGateway?: true;
  guestPage?: GuestPage;
  /** A path with a parameter is listed once for each artwork or collection. */
  inSitemap?: true;
};

const MEGABYTE = 1024 * 1024;
/** Enough for a long text in Hindi, where a letter takes nine encoded bytes. */
const LONG_TEXT = 256 * 1024;
const PICTURE = 6 * MEGABYTE;
/** Without JavaScript a form sends up to five pictures together. */
const FIVE_PICTURES = 26 * MEGABYTE;

const EVERYBODY = { for: 'everybody' } as const;
const PLAIN_PAGE = { ...EVERYBODY, guestPage: {}, inSitemap: true } as const;
const FILE = { ...EVERYBODY, guestPage: { isFile: true } } as const;
const GALLERY = {
  ...PLAIN_PAGE,
  guestPage: { query: ['category', 'kind', 'medium', 'style', 'available', 'min', 'max', 'q', 'sort', 'show', 'view'] },
} as const;

/**
 * All patterns that match count, and later patterns override earlier ones. `/*` includes everything below. Every route
 * needs facts.
 */
export const ROUTE_FACTS: Record<string, Partial<RouteFacts>> = {
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

  // Not cached, because the form contains an idempotency key.
  contact: { ...EVERYBODY, inSitemap: true },
  'track-order': { ...EVERYBODY, inSitemap: true },
  'custom-order/*': EVERYBODY,
  'custom-order': { maxBytes: FIVE_PICTURES, inSitemap: true },
  'custom-order/pictures/:key': { maxBytes: PICTURE },
  'not-my-order': EVERYBODY,
  refund: EVERYBODY,
  // The token gives access.
  'order/*': EVERYBODY,
  'cart/*': EVERYBODY,
  'wishlist/*': EVERYBODY,
  'visitor-state': EVERYBODY,
  login: EVERYBODY,
  'reset-password': EVERYBODY,
  invitation: EVERYBODY,
  'verify-email': EVERYBODY,
  logout: { ...EVERYBODY, beforeSecondFactor: true },
  'commission/*': EVERYBODY,
  'commission/:token': { maxBytes: FIVE_PICTURES },
  'commission/:token/uploads/:key': { maxBytes: PICTURE },
  'checkout/*': EVERYBODY,
  checkout: { opensGateway: true },
  // A gateway posts the browser back here. The shop does not read the body.
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

  // Helpers see no money, settings, people or exports.
  'admin/users/*': { for: 'owners' },
  'admin/coupons/*': { for: 'owners' },
  'admin/payments/*': { for: 'owners', maxBytes: MEGABYTE },
  'admin/payments/shared': { isShareTarget: true },
  'admin/notifications/*': { for: 'owners' },
  'admin/settings/*': { for: 'owners', maxBytes: LONG_TEXT },
  'admin/policies/*': { for: 'owners', maxBytes: LONG_TEXT },
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
  'api/sendNotification': { beforeSecondFactor: true, errorFor: failedToSend },
  'api/webhooks/:gateway': { isSigned: true },
  'media/*': { ...EVERYBODY, beforeSecondFactor: true },
  'inspiration/:id': EVERYBODY,
  'sitemap.xml': EVERYBODY,
  'sitemaps/:part': EVERYBODY,
  'feeds/google.xml': FILE,
  'feeds/meta.csv': FILE,
  'llms.txt': FILE,
  'robots.txt': EVERYBODY,
  'manifest.webmanifest': { ...EVERYBODY, beforeSecondFactor: true },
  'brand/:colour': { ...EVERYBODY, beforeSecondFactor: true },
};

const { '*': UNKNOWN, ...KNOWN } = ROUTE_FACTS;

const patterns = Object.entries(KNOWN).map(([path, facts]) => {
  const source = path
    .replace(/^\/|\/\*$/g, '')
    .replaceAll('.', '\\.')
    .replace(/:\w+/g, '[^/]+');
  return { pattern: new RegExp(`^/?${source}${path.endsWith('/*') ? '(/.*)?' : ''}$`, 'i'), facts };
});

/** Returns the facts of a path or its data, or undefined for unknown paths. */
export function findFacts(path: string): Partial<RouteFacts> | undefined {
  const route = pageOfPath(path).page.replace(/\/$/, '');
  const found = patterns.filter(({ pattern }) => pattern.test(route));
  return found.length === 0 ? undefined : Object.assign({}, ...found.map(({ facts }) => facts));
}

/** Like `findFacts`, but also returns facts for unknown addresses. */
export const factsOf = (path: string): RouteFacts => (findFacts(path) ?? UNKNOWN) as RouteFacts;

export const isForAdmins = (facts: Pick<RouteFacts, 'for'>): boolean =>
  facts.for === 'admins' || facts.for === 'owners';

export const GUEST_PAGES: ReadonlyMap<string, GuestPage> = new Map(
  Object.entries(KNOWN).flatMap(([path, { guestPage }]) => (guestPage ? [[absolute(path), guestPage]] : [])),
);

export const PERSONAL_QUERY = ['request', 'signin', 'pin', 'returnTo', 'why'] as const;

/** Returns a regular expression for guest pages, which the build puts into scripts. */
export function guestPagePattern(): string {
  const pages = [...GUEST_PAGES].filter(([, { isFile }]) => !isFile);
  const paths = pages.map(([path]) => path.slice(1).replace(/:\w+/g, '[^/?]+'));
  return `^/(?:${paths.join('|')})(?!.*[?&](?:${PERSONAL_QUERY.join('|')})=)(?:\\?.*)?$`;
}

export const SITEMAP_PATHS: readonly string[] = Object.entries(KNOWN)
  .filter(([path, { inSitemap }]) => inSitemap && !path.includes(':'))
  .map(([path]) => absolute(path));

function absolute(path: string): string {
  return path.startsWith('/') ? path : `/${path}`;
}
