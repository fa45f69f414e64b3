export { digestAnswers } from './internal/cart-lines.server.ts';
export { findBeingBought, holdCheckout, openCheckoutWithHold } from './internal/hold-checkout.server.ts';
export { lastShippingAddress } from './internal/last-address.server.ts';
export { countOpenCashOrders } from './internal/open-cash-orders.server.ts';
export {
  findJustPlaced,
  findTypedAddress,
  forgetCheckout,
  keepTypedAddress,
  openCheckout,
  removeTypedAddressesBefore,
} from './internal/open-checkout.server.ts';
export { placeDraft, quoteDraft } from './internal/place-draft.server.ts';
export { findOpenCheckouts, keepLateReference, placePaidCheckout } from './internal/place-drawn.server.ts';
export { placeOrder } from './internal/place-order.server.ts';
export { quoteCart } from './internal/quote-cart.server.ts';
export { quoteDelivery } from './internal/quote-delivery.server.ts';
export { sweepUnmatchedReferences } from './internal/unmatched-references.server.ts';
export { reorder } from './internal/reorder.server.ts';
export { itemsOfArtworks } from './internal/sellable-items.server.ts';
export { sellInPerson, undoSale } from './internal/sell-in-person.server.ts';
