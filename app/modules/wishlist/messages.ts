export const wishlistMessages = {
  loginToAdd: 'Please login to add items to wishlist',
  loginToView: 'Please login to view wishlist',
  addFailed: 'Failed to add to wishlist',
  removeFailed: 'Failed to remove from wishlist',
  guestFull: 'A wishlist without an account holds 50 pieces: the oldest made room. Sign in to keep them all.',
  empty: 'Your wishlist is empty',
  shared: 'Your wishlist has a link now.',
  unshared: 'The link does not work any more.',
  shareFailed: 'The link could not be changed. Please try again.',
} as const;
