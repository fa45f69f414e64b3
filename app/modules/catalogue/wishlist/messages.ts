import { MAX_GUEST_WISHES } from './guest-wishlist.ts';

export const wishlistMessages = {
  loginToAdd: 'Please login to add items to wishlist',
  loginToView: 'Please login to view wishlist',
  addFailed: 'Failed to add to wishlist',
  removeFailed: 'Failed to remove from wishlist',
  empty: 'Your wishlist is empty',
  guestFull: `We removed the oldest piece, because a wishlist without an account holds ${MAX_GUEST_WISHES}. Sign in to keep more.`,
  shared: 'Link created.',
  unshared: 'Link removed.',
  shareFailed: 'We couldn’t change the link. Try again.',
} as const;
