export { openCheckout, type OpenCheckout } from './internal/open-checkout.server.ts';
export { type DraftQuote, type DraftRefusal, placeDraft, quoteDraft } from './internal/place-draft.server.ts';
export { placeOrder, type PlaceOrderRefusal } from './internal/place-order.server.ts';
export { quoteCart } from './internal/quote-cart.server.ts';
export { reorder } from './internal/reorder.server.ts';
