import { useLiveUpdates } from '#app/ui/shop/use-live-updates.ts';

export default function LiveCounts() {
  useLiveUpdates(['cart', 'wishlist']);
  return null;
}
