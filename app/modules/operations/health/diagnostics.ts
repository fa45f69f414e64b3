export const CHECKS = [
  { name: 'artworks', label: 'Artworks' },
  { name: 'artworks-count', label: 'Artworks count' },
  { name: 'artworks-featured', label: 'Featured artworks' },
  { name: 'user-profiles', label: 'User profiles' },
  { name: 'cart', label: 'Cart' },
  { name: 'wishlist', label: 'Wishlist' },
  { name: 'orders', label: 'Orders' },
  { name: 'coupons', label: 'Coupons' },
  { name: 'order-requests', label: 'Order requests' },
  { name: 'test-coupon', label: 'Test coupon' },
  { name: 'session', label: 'Auth session' },
] as const;
export type CheckName = (typeof CHECKS)[number]['name'];
