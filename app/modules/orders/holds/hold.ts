import { type Item, itemKey } from '#app/basics/item.ts';
import type { Refused } from '#app/basics/result.ts';

export const HOLD_MINUTES = 15;
export const MAX_HOLDS_AN_HOUR = 3;
export const MAX_HOLDS_A_DAY = 8;

export type HoldRefusal =
  | Refused<'out-of-stock', { artworkId: string; title: string; available: number }>
  | Refused<'held-too-often', { item: string }>;

export type HoldStarts = { hour: ReadonlyMap<string, number>; day: ReadonlyMap<string, number> };

/** Returns whether an item was held too often. Each limit is at least `atLeast`. */
export const isHeldTooOften = ({ hour, day }: HoldStarts, item: Item, atLeast = 0): boolean =>
  (hour.get(itemKey(item)) ?? 0) >= Math.max(MAX_HOLDS_AN_HOUR, atLeast) ||
  (day.get(itemKey(item)) ?? 0) >= Math.max(MAX_HOLDS_A_DAY, atLeast);

export type HeldItem = { artworkId: string; variantId: string | null; quantity: number };

export const itemsHeld = (held: readonly HeldItem[]): Item[] =>
  held.map(({ artworkId, variantId }) => ({ artworkId, variantId: variantId ?? undefined }));

export const sumHeld = (held: readonly HeldItem[], artworkId: string, variantId?: string): number =>
  held
    .filter((each) => each.artworkId === artworkId && (variantId === undefined || each.variantId === variantId))
    .reduce((sum, { quantity }) => sum + quantity, 0);

export const heldText = (count: number): string =>
  count === 0 ? '' : `${count} held by ${count === 1 ? 'a checkout' : 'checkouts'} now`;

export const heldHint = (count: number): string | undefined =>
  count === 0 ? undefined : `${heldText(count)}, not included in this number`;
