import { formatSpan, tooManyTries } from '#app/basics/duration.ts';
import type { Refused } from '#app/basics/result.ts';

export const ORDER_MESSAGES = {
  placed: 'Order placed successfully!',
  failed: 'Failed to create order. Please try again.',
  'not-signed-in': 'User not authenticated',
  loading: 'Loading your orders...',
  none: 'No orders found.',
  'cart-empty': 'Your cart is empty',
} as const;

export const creationFailed = (message: string): string => `Order creation failed: ${message}`;

/** The specified text has a space before the question mark. */
export const confirmDeletion = (last6: string): string => `Delete order #${last6} ? This cannot be undone.`;

export const DELETING_FAILED = 'Failed to delete order.';

export const cancelMessage = (
  refusal: Refused<'too-late', { withinHours: number }> | Refused<'already-shipped' | 'from-request', undefined>,
): string => {
  if (refusal.reason === 'too-late')
    return `Orders can be cancelled within ${formatSpan(refusal.data.withinHours, 'hour')}. Contact us and we’ll try to help.`;
  return refusal.reason === 'from-request'
    ? 'This order belongs to a request. Cancel it there, where you can see your refund first.'
    : 'This order has shipped, so it can no longer be cancelled.';
};

/** Wrong order numbers and wrong digits get the same text, so that order numbers cannot be guessed. */
export const TRACKING_MESSAGES = {
  'not-found': 'Order Not Found',
  notFoundText: (entered: string): string =>
    `We couldn't find an order with number "${entered}". Please check your order number and try again.`,
  'too-many': tooManyTries,
  'not-delivered': 'You can reorder once this order is delivered.',
} as const;
