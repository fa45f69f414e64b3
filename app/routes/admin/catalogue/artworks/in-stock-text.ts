import { type HeldItem, heldText, sumHeld } from '#app/modules/orders/holds/hold.ts';

/** What a page about a piece's stock says on top: how many can be sold now, and how many more are held. */
export const inStockText = (
  { id, title, stockCount }: { id: string; title: string; stockCount: number },
  held: readonly HeldItem[],
): string => [`${title}: ${stockCount} in stock now`, heldText(sumHeld(held, id))].filter(Boolean).join(', ');
