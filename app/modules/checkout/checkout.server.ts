export { findBeingBought, getCheckoutHold, holdCheckout } from './internal/hold-checkout.server.ts';
export { lastShippingAddress } from './internal/last-address.server.ts';
export { forgetCheckout, keepTypedAddress, openCheckout } from './internal/open-checkout.server.ts';
export { placeDraft, quoteDraft } from './internal/place-draft.server.ts';
export { findOpenCheckouts, keepLateReference, placePaidCheckout } from './internal/place-drawn.server.ts';
export { placeOrder } from './internal/place-order.server.ts';
export { quoteCart } from './internal/quote-cart.server.ts';
export { sweepUnmatchedReferences } from './internal/unmatched-references.server.ts';
export { reorder } from './internal/reorder.server.ts';
