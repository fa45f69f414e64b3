import type { Artwork } from './artwork.ts';

export type FallbackArtworks = () => Promise<Artwork[]>;

declare module '#app/platform/shop.server.ts' {
  interface Suppliers {
    fallbackArtworks?: FallbackArtworks;
  }
}
