/** Why the place where a refund goes was not saved. */
export const DESTINATION_REFUSALS = {
  'nothing-owed': 'Nothing is owed for this order any more.',
  'sign-in-needed': 'Sign in and tell us under My Orders. This order belongs to an account.',
} as const;
