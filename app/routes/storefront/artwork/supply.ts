import type { Artwork } from '#app/modules/catalogue/artworks/artwork.ts';
import { isMadeToOrder } from '#app/modules/catalogue/artworks/medium.ts';

export const FEW = 3;

export const toSupply = (artwork: Artwork): 'to-order' | 'on-request' | 'out' | 'in-stock' | 'archived' =>
  artwork.status === 'archived'
    ? 'archived'
    : isMadeToOrder(artwork)
      ? 'to-order'
      : artwork.price === null
        ? 'on-request'
        : artwork.stockCount === 0
          ? 'out'
          : 'in-stock';

export const isMadeOnRequest = (artwork: Artwork): boolean =>
  toSupply(artwork) === 'to-order' || (['out', 'on-request'].includes(toSupply(artwork)) && artwork.stockCount === 0);
