import type { Refused } from '#app/basics/result.ts';

export const FILL_IN_REQUIRED = 'Please fill in all required fields';
export const ADD_AN_IMAGE = 'Please add at least one image';
export const ARTWORK_NOT_FOUND = 'Artwork not found';

export type SaveArtworkRefusal =
  | Refused<'not-found', undefined>
  | Refused<'changed-meanwhile', undefined>
  | Refused<'unknown-image', { url: string }>;

export type OutOfStock = Refused<'out-of-stock', { artworkId: string; title: string; available: number }>;

/** What stands where no artworks at all can be shown (S1 §2, D30). */
export const errorLoadingArtworks = (message: string): string =>
  `Error loading artworks: ${message || 'An error occurred'}`;
