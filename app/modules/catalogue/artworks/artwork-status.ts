/** A draft is there for admins alone; what is archived is no longer made, and can be looked at by its address. */
export const ARTWORK_STATUSES = ['published', 'draft', 'archived'] as const;
export type ArtworkStatus = (typeof ARTWORK_STATUSES)[number];
export const ARTWORK_STATUS_LABELS: Record<ArtworkStatus, string> = {
  published: 'Published',
  draft: 'Draft',
  archived: 'Archived',
};
/** What stands in the place of price and stock of what is archived. */
export const NO_LONGER_MADE = 'No longer made';
