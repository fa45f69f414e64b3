import type { Refused } from '#app/basics/result.ts';

/** At the checkout, and for an order that waits for its payment. */
export const HOLD_MINUTES = 15;
/** The first time, and twice again. */
export const MAX_HOLDS_AN_HOUR = 3;

/** Why pieces aren't held. */
export type HoldRefusal =
  | Refused<'out-of-stock', { artworkId: string; title: string; available: number }>
  | Refused<'held-too-often', { item: string }>;
