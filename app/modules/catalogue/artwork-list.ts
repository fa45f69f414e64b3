/** How the owner's list of pieces can be sorted; '-' for the greatest first. */
export const ARTWORK_SORTS = ['-added', 'added', 'title', '-title', 'price', '-price', 'stock', '-stock'] as const;
export type ArtworkSort = (typeof ARTWORK_SORTS)[number];

/** What can be done to several pieces at once. */
export const ARTWORK_CHANGES = ['publish', 'draft', 'archive', 'feature', 'unfeature', 'out-of-stock'] as const;
export type ArtworkChange = (typeof ARTWORK_CHANGES)[number];
