import type { Artwork } from '#app/modules/catalogue/artworks/artwork.ts';
import { isMadeToOrder } from '#app/modules/catalogue/artworks/medium.ts';

/** From here on the page says that few are left. */
export const FEW = 3;

/** How an artwork can be had: painted to order, from stock, requested where its price is told on request or it is out of stock, or no longer. */
export const supplyOf = (artwork: Artwork): 'to-order' | 'on-request' | 'out' | 'in-stock' | 'archived' =>
  artwork.status === 'archived'
    ? 'archived'
    : isMadeToOrder(artwork)
      ? 'to-order'
      : artwork.price === null
        ? 'on-request'
        : artwork.stockCount === 0
          ? 'out'
          : 'in-stock';

/** Whether who asks for the piece gets one that isn't there yet. */
export const isYetToMake = (artwork: Artwork): boolean =>
  supplyOf(artwork) === 'to-order' || (['out', 'on-request'].includes(supplyOf(artwork)) && artwork.stockCount === 0);
