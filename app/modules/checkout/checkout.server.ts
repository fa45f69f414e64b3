export { openCheckout, type OpenCheckout } from './internal/open-checkout.server.ts';
export { type DraftQuote, type DraftRefusal, placeDraft, quoteDraft } from './internal/place-draft.server.ts';
export { placeOrder, type PlaceOrderRefusal } from './internal/place-order.server.ts';
export { reorder } from './internal/reorder.server.ts';
