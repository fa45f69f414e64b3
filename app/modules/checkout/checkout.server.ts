export { lastShippingAddress } from './internal/last-address.server.ts';
export { countOpenCashOrders } from './internal/open-cash-orders.server.ts';
export { openCheckout } from './internal/open-checkout.server.ts';
export { placeDraft, quoteDraft } from './internal/place-draft.server.ts';
export { placeOrder } from './internal/place-order.server.ts';
export { quoteCart } from './internal/quote-cart.server.ts';
export { reorder } from './internal/reorder.server.ts';
