import { MAX_COLLECTIONS, type SaveCollectionRefusal } from './collection.ts';

export const COLLECTION_SAVED = 'Collection saved.';
export const COLLECTION_DELETED = 'Collection deleted. Its pieces stay in the shop.';
export const COLLECTION_NOT_FOUND = 'This collection is not in the shop';

export function saveCollectionRefusal({ reason }: SaveCollectionRefusal): string {
  if (reason === 'too-many-collections') return `A shop has at most ${MAX_COLLECTIONS} collections.`;
  if (reason === 'not-found') return 'Somebody deleted this collection in the meantime.';
  return 'Somebody changed this collection in the meantime. Load the page again to see it; what you typed stands below.';
}
