/** What open pages can be told of. */
export const LIVE_UPDATE_KINDS = ['order', 'cart', 'wishlist', 'request', 'payment', 'message', 'return'] as const;
export type LiveUpdateKind = (typeof LIVE_UPDATE_KINDS)[number];

/** That something of a kind changed; an id and no personal data (T23). */
export type LiveUpdate = { kind: LiveUpdateKind; id: string };
