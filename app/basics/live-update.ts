export const LIVE_UPDATE_KINDS = ['order', 'cart', 'wishlist', 'request', 'payment', 'message', 'return'] as const;
export type LiveUpdateKind = (typeof LIVE_UPDATE_KINDS)[number];

/** Contains only an id, no personal data (T23). */
export type LiveUpdate = { kind: LiveUpdateKind; id: string };
