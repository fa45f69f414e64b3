/**
 * Only admins see drafts. Archived artworks are no longer made, but keep their pages. An `own-idea` artwork starts a
 * custom order.
 */
export const ARTWORK_STATUSES = ['published', 'draft', 'archived', 'own-idea'] as const;
export type ArtworkStatus = (typeof ARTWORK_STATUSES)[number];
export const ARTWORK_STATUS_LABELS: Record<ArtworkStatus, string> = {
  published: 'Published',
  draft: 'Draft',
  archived: 'Archived',
  'own-idea': 'Your own idea',
};

export const startsCustomOrder = ({ status }: { status: ArtworkStatus }): boolean =>
  status === 'published' || status === 'own-idea';

export const NO_LONGER_MADE = 'No longer made';
