/** Drafts are for admins only. Archived artworks are no longer made; their pages remain. */
export const ARTWORK_STATUSES = ['published', 'draft', 'archived'] as const;
export type ArtworkStatus = (typeof ARTWORK_STATUSES)[number];
export const ARTWORK_STATUS_LABELS: Record<ArtworkStatus, string> = {
  published: 'Published',
  draft: 'Draft',
  archived: 'Archived',
};
export const NO_LONGER_MADE = 'No longer made';
