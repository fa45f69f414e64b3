import { MAX_GUEST_WISHES } from './guest-wishlist.ts';

export const wishlistMessages = {
  loginToAdd: 'Please login to add items to wishlist',
  loginToView: 'Please login to view wishlist',
  addFailed: 'Failed to add to wishlist',
  removeFailed: 'Failed to remove from wishlist',
  empty: 'Your wishlist is empty',
  guestFull: `A wishlist without an account holds ${MAX_GUEST_WISHES} pieces: the oldest made room. Sign in to keep them all.`,
  shared: 'Your wishlist has a link now.',
  unshared: 'The link does not work any more.',
  shareFailed: 'The link could not be changed. Please try again.',
} as const;
