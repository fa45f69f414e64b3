import type { Artwork } from './artwork.ts';

/** Artworks for a shop that has never been able to read its own. */
export type FallbackArtworks = () => Promise<Artwork[]>;

declare module '#app/platform/shop.server.ts' {
  interface Suppliers {
    fallbackArtworks?: FallbackArtworks;
  }
}
