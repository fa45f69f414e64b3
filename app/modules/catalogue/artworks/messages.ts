import type { Refused } from '#app/basics/result.ts';

export const ARTWORK_NOT_FOUND = 'Artwork not found';

export type OutOfStock = Refused<'out-of-stock', { artworkId: string; title: string; available: number }>;

/** What stands where no artworks at all can be shown. */
export const errorLoadingArtworks = (message: string): string =>
  `Error loading artworks: ${message || 'An error occurred'}`;
