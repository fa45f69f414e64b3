import { MAX_COLLECTIONS, type SaveCollectionRefusal } from './collection.ts';

export const COLLECTION_SAVED = 'Collection saved.';
export const COLLECTION_DELETED = 'Collection deleted. Its pieces stay in the shop.';
export const COLLECTION_NOT_FOUND = 'This collection is not in the shop';

export function saveCollectionRefusal({ reason }: SaveCollectionRefusal): string {
  if (reason === 'too-many-collections') return `You can have up to ${MAX_COLLECTIONS} collections. Delete one first.`;
  if (reason === 'not-found') return 'Someone else deleted this collection.';
  return 'Someone else changed this collection. Your text is still here. Reload the page to see their changes.';
}
