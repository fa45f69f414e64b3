import type { Refused } from '#app/basics/result.ts';

export const FILL_IN_REQUIRED = 'Please fill in all required fields';
export const ADD_AN_IMAGE = 'Please add at least one image';
export const ARTWORK_SAVED = 'Artwork saved successfully!';
export const ARTWORK_DELETED = 'Artwork deleted successfully!';
export const ARTWORK_NOT_FOUND = 'Artwork not found';

export type SaveArtworkRefusal =
  | Refused<'not-found', undefined>
  | Refused<'changed-meanwhile', undefined>
  | Refused<'unknown-image', { url: string }>;

export type OutOfStock = Refused<'out-of-stock', { artworkId: string; title: string; available: number }>;

/** Why a save was refused, as the admin reads it (S2 §8). */
export function saveRefusal(refusal: SaveArtworkRefusal): string {
  switch (refusal.reason) {
    case 'not-found':
      return 'Error saving artwork: Artwork not found.';
    case 'changed-meanwhile':
      return 'Error saving artwork: It was changed or sold meanwhile. Open it again to see the newest state.';
    case 'unknown-image':
      return `Error saving artwork: The image ${refusal.data.url} is not in the media library.`;
  }
}

/** What stands where no artworks at all can be shown (S1 §2, D30). */
export const errorLoadingArtworks = (message: string): string =>
  `Error loading artworks: ${message || 'An error occurred'}`;

/** Why an image can't be deleted (D33, S2 §8). */
export const imageInUse = ({ titles }: { titles: readonly string[] }): string =>
  `Error deleting image: It is used by ${titles.join(', ')}.`;
