import type { Artwork } from '#app/modules/catalogue/artworks/artwork.ts';
import { isMadeToOrder } from '#app/modules/catalogue/artworks/medium.ts';

/** "Few left" is shown from here. */
export const FEW = 3;

/** Made to order, in stock, on request (no price or no stock), or no longer made. */
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

export const isYetToMake = (artwork: Artwork): boolean =>
  supplyOf(artwork) === 'to-order' || (['out', 'on-request'].includes(supplyOf(artwork)) && artwork.stockCount === 0);
