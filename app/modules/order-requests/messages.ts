/** What a shopper is told when a request can't be taken (S1 §8). */
export const ORDER_REQUEST_REFUSALS = {
  'not-signed-in': 'Please log in to request an order.',
  'artwork-not-found': 'Artwork not found',
  'made-to-order': 'This piece is painted to order. Choose Customize & Order instead.',
  'in-stock': 'This piece is in stock again. You can add it to your cart.',
  'too-many': 'You have sent many requests in a short time. Please try again in a few minutes.',
} as const;

export const ORDER_REQUEST_SENT =
  'Thank you for your order request! We will contact you within 24 hours to confirm your custom order.';
export const ORDER_REQUEST_FAILED = 'Failed to submit order request. Please try again.';
