import type { Artwork } from './artwork.ts';

/** What a shop shows that can't read its artworks and never could. */
export type FallbackArtworks = () => Promise<Artwork[]>;

declare module '#app/platform/shop.server.ts' {
  interface Suppliers {
    fallbackArtworks?: FallbackArtworks;
  }
}
