export { lastShippingAddress } from './internal/last-address.server.ts';
export { openCheckout } from './internal/open-checkout.server.ts';
export { placeDraft, quoteDraft } from './internal/place-draft.server.ts';
export { placeOrder } from './internal/place-order.server.ts';
export { quoteCart } from './internal/quote-cart.server.ts';
export { quoteDelivery } from './internal/quote-delivery.server.ts';
export { reorder } from './internal/reorder.server.ts';
export { sellInPerson, undoSale } from './internal/sell-in-person.server.ts';
