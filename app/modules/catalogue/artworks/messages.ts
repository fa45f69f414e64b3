import type { Refused } from '#app/basics/result.ts';
import type { Stale } from '#app/basics/stale-form.ts';
import type { Artwork } from './artwork.ts';
import type { SkinCareFact } from './skin-care.ts';

export type VariantsRefusal = Refused<'skin-care', undefined> | Refused<'above-mrp', { at: number }>;

export type SaveVariantsRefusal = Extract<SaveArtworkRefusal, { reason: 'not-found' | 'stale' }> | VariantsRefusal;

export type SavePersonalizationRefusal =
  | Extract<SaveArtworkRefusal, { reason: 'not-found' | 'stale' }>
  | Refused<'made-to-order', undefined>;

export type SaveOptionsRefusal = SaveVariantsRefusal | SavePersonalizationRefusal;

export type SaveArtworkRefusal =
  | Refused<'not-found', undefined>
  | Stale<Artwork>
  | Refused<'unknown-image', { url: string }>
  | Refused<'skin-care-facts', { missing: SkinCareFact[] }>
  | Refused<'price-above-mrp', undefined>
  | VariantsRefusal;

export const ARTWORK_SAVED = 'Artwork saved successfully!';
export const ARTWORK_DELETED = 'Artwork deleted successfully!';
export const SAVING_FAILED = 'Error saving artwork. Please try again.';
export const DELETING_FAILED = 'Error deleting artwork. Please try again.';
const errorDeletingArtwork = (message: string): string => `Error deleting artwork: ${message}`;
export const ALREADY_DELETED = errorDeletingArtwork('someone deleted it in the meantime');
const errorSavingArtwork = (message: string): string => `Error saving artwork: ${message}`;

export const ABOVE_MRP = 'Enter a price up to the MRP';
export const CHANGED_OTHERWISE =
  'This form was already sent with another change. Check the pieces, then send it again.';

export const confirmArtworkDeletion = (count: number): string =>
  count === 1
    ? 'Are you sure you want to delete this artwork? This action cannot be undone.'
    : `Are you sure you want to delete these ${count} artworks? This action cannot be undone.`;

export const LAW_ASKS = 'Required by law for skin care';

export function saveRefusal(refusal: SaveArtworkRefusal): string {
  if (refusal.reason === 'unknown-image') return errorSavingArtwork('a photo is no longer in Photos');
  if (refusal.reason === 'skin-care-facts')
    return errorSavingArtwork('fill in the cosmetics label, which the law requires for skin care');
  if (refusal.reason === 'price-above-mrp') return ABOVE_MRP;
  if (refusal.reason === 'skin-care' || refusal.reason === 'above-mrp') return saveOptionsRefusal(refusal);
  if (refusal.reason === 'not-found') return errorSavingArtwork('someone deleted it in the meantime');
  return errorSavingArtwork('someone else changed it. Reload the page');
}

export function saveOptionsRefusal(refusal: Pick<SaveOptionsRefusal, 'reason'>): string {
  switch (refusal.reason) {
    case 'made-to-order':
      return errorSavingArtwork('fabric is painted to order, so buyers describe it in their request');
    case 'skin-care':
      return errorSavingArtwork(
        'skin care can’t have variants, because each size needs its own label. Add each size as a piece',
      );
    case 'above-mrp':
      return errorSavingArtwork('a variant costs more than the MRP');
    case 'not-found':
      return errorSavingArtwork('someone deleted it in the meantime');
    case 'stale':
      return errorSavingArtwork('it was sold or changed in the meantime. Check it, then save again');
  }
}

export type OutOfStock = Refused<'out-of-stock', { artworkId: string; title: string; available: number }>;
