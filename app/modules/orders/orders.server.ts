import './events.server.ts';

export { openCheckout, type OpenCheckout } from './internal/open-checkout.server.ts';
export { placeOrder, type PlaceOrderRefusal } from './internal/place-order.server.ts';
export { correctAddress } from './internal/correct-address.server.ts';
export { draftOrder, type HandDraft, type HandRefusal, makeOrder } from './internal/make-order.server.ts';
export {
  lockOrdersToMatch,
  noteReference,
  ordersToMatch,
  type ReferenceRefusal,
  type ToMatch,
  verifyPayment,
  verifyPayments,
} from './internal/match-payments.server.ts';
export { addNote, deleteNote, notesOf } from './internal/order-notes.server.ts';
export { moneyOf, type RefundRefusal, refundOrder } from './internal/refund-order.server.ts';
export { createOrder, type NewOrder } from './internal/transition.server.ts';
export {
  archiveOrder,
  cancelOrder,
  type CancelRefusal,
  setOrderStatus,
  type StatusRefusal,
} from './internal/order-status.server.ts';
export {
  completePayment,
  type GatewayRefusal,
  startGatewayPayment,
  type StartRefusal,
  takeGatewayCallback,
  takeGatewayWebhook,
} from './internal/gateway-payment.server.ts';
export { listPayments, type PaymentFilter, type PaymentRow, paymentTotals } from './internal/list-payments.server.ts';
export {
  cancelGatewayPayment,
  claimPayment,
  findWaitingOrder,
  getPayment,
  giveReference,
  playGatewayPayment,
  returnToCart,
  type WaitingOrder,
} from './internal/payment-window.server.ts';
export { reconcilePayments, sweepHeldOrders } from './internal/unpaid-orders.server.ts';
export {
  countToMatch,
  getOrder,
  getOrders,
  historyOf,
  listOrders,
  newestOrder,
  type OrderFilter,
  type OrderPage,
  overview,
  type Overview,
  versionOf,
} from './internal/read-orders.server.ts';
export { type MyOrders, type MyOrdersFilter, type OrderAsItStands, ordersOf } from './internal/my-orders.server.ts';
export { recommendedFor, timesBoughtThisMonth } from './internal/bought.server.ts';
export { type MonthOfRevenue, revenueByMonth } from './internal/revenue.server.ts';
export { invoicesOf, issueMissingInvoices } from './internal/issue-invoice.server.ts';
export { restockItems } from './internal/restock-items.server.ts';
export { recordShipment, removeShipment, shipmentsOf } from './internal/shipment.server.ts';
export { reorder } from './internal/reorder.server.ts';
export { trackOrder, type TrackRefusal } from './internal/track-order.server.ts';
