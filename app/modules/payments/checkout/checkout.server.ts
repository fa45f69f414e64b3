export { changeOrder, getOrderToChange } from './internal/change-order.server.ts';
export { digestAnswers, reorder } from './internal/cart-lines.server.ts';
export { findBeingBought, holdCheckout, openCheckoutWithHold } from './internal/hold-checkout.server.ts';
export {
  findJustPlaced,
  findTypedAddress,
  forgetCheckout,
  keepTypedAddress,
  openCheckout,
  removeTypedAddressesBefore,
} from './internal/open-checkout.server.ts';
export { placeDraft, quoteDraft } from './internal/place-draft.server.ts';
export { keepLateReference, findLastShippingAddress, placePaidCheckout } from './internal/place-drawn.server.ts';
export { findOpenCheckouts } from './internal/open-checkout.server.ts';
export { placeOrder } from './internal/place-order.server.ts';
export { countOpenCashOrders } from './internal/check-order.server.ts';
export { quoteCart, quoteDelivery } from './internal/quote-cart.server.ts';
export { sweepUnmatchedReferences } from './internal/unmatched-references.server.ts';
export { itemsOfArtworks, sellInPerson, undoSale } from './internal/sell-in-person.server.ts';
