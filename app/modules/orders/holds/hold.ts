import { type Item, itemKey } from '#app/basics/item.ts';
import type { Refused } from '#app/basics/result.ts';

/** At the checkout, and for an order that waits for its payment. */
export const HOLD_MINUTES = 15;
/** The first time, and twice again. */
export const MAX_HOLDS_AN_HOUR = 3;
export const MAX_HOLDS_A_DAY = 8;

/** Why pieces aren't held. */
export type HoldRefusal =
  | Refused<'out-of-stock', { artworkId: string; title: string; available: number }>
  | Refused<'held-too-often', { item: string }>;

/** How often somebody began to hold each item without paying, by `itemKey`, within the last hour and the last day. */
export type HoldStarts = { hour: ReadonlyMap<string, number>; day: ReadonlyMap<string, number> };

/** Whether an item was held as often as one person may hold it without paying; `atLeast` raises both limits for owners who allow more. */
export const isHeldTooOften = ({ hour, day }: HoldStarts, item: Item, atLeast = 0): boolean =>
  (hour.get(itemKey(item)) ?? 0) >= Math.max(MAX_HOLDS_AN_HOUR, atLeast) ||
  (day.get(itemKey(item)) ?? 0) >= Math.max(MAX_HOLDS_A_DAY, atLeast);

/** How many of a piece, or of a variant of it, are held. */
export type HeldItem = { artworkId: string; variantId: string | null; quantity: number };

/** The items of these holds. */
export const itemsHeld = (held: readonly HeldItem[]): Item[] =>
  held.map(({ artworkId, variantId }) => ({ artworkId, variantId: variantId ?? undefined }));

/** Of these how many are held of a piece, or of one variant. */
export const sumHeld = (held: readonly HeldItem[], artworkId: string, variantId?: string): number =>
  held
    .filter((each) => each.artworkId === artworkId && (variantId === undefined || each.variantId === variantId))
    .reduce((sum, { quantity }) => sum + quantity, 0);

/** What stands beside a stock count of which so many more are held; nothing where none is. */
export const heldText = (count: number): string =>
  count === 0 ? '' : `${count} held by ${count === 1 ? 'a checkout' : 'checkouts'} now`;

/** The same for a field in which the count can be written over. */
export const heldHint = (count: number): string | undefined =>
  count === 0 ? undefined : `${heldText(count)}, not in this number`;
