/** How the owner's list of pieces can be sorted; '-' for the greatest first. */
export const DESK_SORTS = ['-added', 'added', 'title', '-title', 'price', '-price', 'stock', '-stock'] as const;
export type DeskSort = (typeof DESK_SORTS)[number];

/** What can be done to several pieces at once. */
export const ARTWORK_CHANGES = ['feature', 'unfeature', 'out-of-stock'] as const;
export type ArtworkChange = (typeof ARTWORK_CHANGES)[number];
