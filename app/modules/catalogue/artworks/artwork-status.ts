/** Drafts are for admins only. Archived artworks are no longer made; their pages remain. An own idea starts custom orders. */
export const ARTWORK_STATUSES = ['published', 'draft', 'archived', 'own-idea'] as const;
export type ArtworkStatus = (typeof ARTWORK_STATUSES)[number];
export const ARTWORK_STATUS_LABELS: Record<ArtworkStatus, string> = {
  published: 'Published',
  draft: 'Draft',
  archived: 'Archived',
  'own-idea': 'Your own idea',
};

/** Returns whether a custom order can begin with it. */
export const startsCustomOrder = ({ status }: { status: ArtworkStatus }): boolean =>
  status === 'published' || status === 'own-idea';

export const NO_LONGER_MADE = 'No longer made';
