import { useLiveUpdates } from '#app/ui/shop/use-live-updates.ts';

/** Updates a signed-in visitor's counts from other browsers. */
export default function LiveCounts() {
  useLiveUpdates(['cart', 'wishlist']);
  return null;
}
