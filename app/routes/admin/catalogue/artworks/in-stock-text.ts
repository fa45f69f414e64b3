import { type HeldItem, heldText, sumHeld } from '#app/modules/orders/holds/hold.ts';

export const inStockText = (
  { id, title, stockCount }: { id: string; title: string; stockCount: number },
  held: readonly HeldItem[],
): string => [`${title}: ${stockCount} in stock now`, heldText(sumHeld(held, id))].filter(Boolean).join(', ');
