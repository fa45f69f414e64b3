import { tooManyTries } from '#app/basics/duration.ts';

/** A wrong number and wrong digits of the phone read the same. */
export const TRACKING_MESSAGES = {
  'not-found': 'Order Not Found',
  notFoundText: (entered: string): string =>
    `We couldn't find an order with number "${entered}". Please check your order number and try again.`,
  'too-many': tooManyTries,
  'not-delivered': 'An order can be ordered again once it is delivered.',
} as const;
