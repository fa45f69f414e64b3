import { useNews } from './use-news.ts';

/** Keeps a signed-in person's counts in step with their other browsers. A guest has none: for them it isn't there. */
export function LiveCounts() {
  useNews(['cart', 'wishlist']);
  return null;
}
