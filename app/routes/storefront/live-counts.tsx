import { useLiveUpdates } from '#app/ui/shop/use-live-updates.ts';

/** Keeps a signed-in person's counts in step with their other browsers. A guest has none: for them it isn't there. */
export default function LiveCounts() {
  useLiveUpdates(['cart', 'wishlist']);
  return null;
}
