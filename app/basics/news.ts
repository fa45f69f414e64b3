/** What pages can be rung about while they are open. */
export const NEWS_KINDS = ['order', 'cart', 'wishlist', 'request', 'payment', 'message', 'return'] as const;
export type NewsKind = (typeof NEWS_KINDS)[number];
