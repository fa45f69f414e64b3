import { failedToSend } from '#app/modules/messaging/messages/messages.ts';

/** What must be known of a route before its screen answers. */
export type RouteFacts = {
  /** Whom it is there for; to everybody else it is an unknown address. Owners are admins, too. */
  for?: 'admins' | 'owners';
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
};

const MEGABYTE = 1024 * 1024;
/** A policy in Hindi: a letter is nine bytes on its way. */
const LONG_TEXT = 256 * 1024;
/** One picture, and the form around it. */
const PICTURE = 6 * MEGABYTE;
/** Without JavaScript the whole form comes at once, with up to five pictures. */
const FIVE_PICTURES = 26 * MEGABYTE;

/**
 * By the paths of routes.ts; one that ends in `/*` is for the route and everything under it, whoever adds a screen there
 * later. All that fit count, a later one before an earlier one.
 */
export const ROUTE_FACTS: Record<string, RouteFacts> = {
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
  'custom-order': { maxBytes: FIVE_PICTURES },
  'custom-order/pictures/:key': { maxBytes: PICTURE },
  'profile/requests/:id': { maxBytes: FIVE_PICTURES },
  'profile/requests/:id/uploads/:key': { maxBytes: PICTURE },
  'commission/:token': { maxBytes: FIVE_PICTURES },
  'commission/:token/uploads/:key': { maxBytes: PICTURE },
  'admin/requests/:id': { maxBytes: FIVE_PICTURES },
  'admin/requests/:id/uploads/:key': { maxBytes: PICTURE },
  'profile/orders/:id/return': { maxBytes: FIVE_PICTURES },
  'profile/orders/:id/return/photos': { maxBytes: PICTURE },

  'api/webhooks/:gateway': { isSigned: true },
  // A gateway's page posts the browser back; nothing of it is read.
  'checkout/payment/:orderId/return': { isSigned: true },
  // Who may not is told so by the route itself.
  'api/sendNotification': { beforeSecondFactor: true, errorFor: failedToSend },
  checkout: { opensGateway: true },

  'profile/security': { beforeSecondFactor: true },
  'profile/security/two-step': { beforeSecondFactor: true },
  logout: { beforeSecondFactor: true },
  'api/auth/*': { beforeSecondFactor: true },
  'manifest.webmanifest': { beforeSecondFactor: true },
  'media/*': { beforeSecondFactor: true },
};

const patterns = Object.entries(ROUTE_FACTS).map(([path, facts]) => {
  const source = path.replace(/\/\*$/, '').replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+');
  return { pattern: new RegExp(`^/?${source}${path.endsWith('/*') ? '(/.*)?' : ''}$`, 'i'), facts };
});

/** What is known of a route, by its path or by an address that leads to it; a script asks for an address with `.data` behind it. */
export function factsOf(path: string): RouteFacts {
  const route = path.replace(/(\.data|\/)$/, '');
  return Object.assign({}, ...patterns.filter(({ pattern }) => pattern.test(route)).map(({ facts }) => facts));
}
