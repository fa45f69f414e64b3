import { isUuid } from '#app/basics/uuid.ts';
export const MAX_GUEST_WISHES = 50;

export function parseGuestWishlist(text: unknown): string[] {
  if (typeof text !== 'string') return [];
  return [...new Set(text.split('~', 4 * MAX_GUEST_WISHES).filter((id) => isUuid(id)))].slice(-MAX_GUEST_WISHES);
}

export const serialiseGuestWishlist = (ids: readonly string[]): string => ids.join('~');

/** Adds or removes a piece. A full list loses its oldest piece. */
export function withWish(ids: readonly string[], artworkId: string, wanted: boolean): string[] {
  const others = ids.filter((id) => id !== artworkId);
  if (!wanted) return others;
  return ids.includes(artworkId) ? [...ids] : [...others, artworkId].slice(-MAX_GUEST_WISHES);
}
