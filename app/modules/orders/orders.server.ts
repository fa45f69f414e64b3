import './events.server.ts';

export { openCheckout, type OpenCheckout } from './parts/open-checkout.server.ts';
export { placeOrder, type PlaceOrderRefusal } from './parts/place-order.server.ts';
export { correctAddress } from './parts/correct-address.server.ts';
export { draftOrder, type HandDraft, type HandRefusal, makeOrder } from './parts/make-order.server.ts';
export {
  judgePayments,
  lockOrdersToMatch,
  noteReference,
  ordersToMatch,
  type ReferenceRefusal,
  type ToMatch,
  verifyPayment,
} from './parts/match-payments.server.ts';
export { addNote, deleteNote, notesOf } from './parts/order-notes.server.ts';
export { moneyOf, type RefundRefusal, refundOrder } from './parts/refund-order.server.ts';
export { writeOrder, type WrittenOrder } from './parts/write-order.server.ts';
export {
  archiveOrder,
  cancelOrder,
  type CancelRefusal,
  setOrderStatus,
  type StatusRefusal,
} from './parts/order-life.server.ts';
export {
  completePayment,
  type GatewayRefusal,
  startGatewayPayment,
  type StartRefusal,
  takeGatewayCallback,
  takeGatewayWebhook,
} from './parts/gateway-payment.server.ts';
export { listPayments, type PaymentFilter, type PaymentRow, paymentTotals } from './parts/list-payments.server.ts';
export {
  cancelGatewayPayment,
  claimPayment,
  findWaitingOrder,
  getPayment,
  giveReference,
  playGatewayPayment,
  returnToCart,
  type WaitingOrder,
} from './parts/payment-window.server.ts';
export { reconcilePayments, sweepHeldOrders } from './parts/unpaid-orders.server.ts';
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
} from './parts/read-orders.server.ts';
export { type MyOrders, type MyOrdersFilter, type OrderAsItStands, ordersOf } from './parts/my-orders.server.ts';
export { recommendedFor, timesBoughtThisMonth } from './parts/bought.server.ts';
export { type MonthOfRevenue, revenueByMonth } from './parts/revenue.server.ts';
export { invoicesOf, issueInvoice, issueMissingInvoices } from './parts/issue-invoice.server.ts';
export { putBackPieces } from './parts/put-back.server.ts';
export { recordShipment, removeShipment, shipmentsOf } from './parts/shipment.server.ts';
export { reorder } from './parts/reorder.server.ts';
export { trackOrder, type TrackRefusal } from './parts/track-order.server.ts';
