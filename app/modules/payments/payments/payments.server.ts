export { takeGatewayAnswer } from './internal/webhook-events.server.ts';
export { refundAtGateway } from './internal/gateway-refunds.server.ts';
export {
  completePayment,
  type GatewayRefusal,
  startGatewayPayment,
  takeGatewayCallback,
} from './internal/gateway-payment.server.ts';
export { listPayments, type PaymentRow, paymentTotals } from './internal/list-payments.server.ts';
export { offeredMethods } from './internal/offered-methods.server.ts';
export {
  cancelGatewayPayment,
  claimPayment,
  findWaitingOrder,
  hasOpenPayment,
  getPayment,
  returnToCart,
  simulateGatewayPayment,
} from './internal/payment-window.server.ts';
export { giveReference } from './internal/references.server.ts';
export { listPaidInFull, ordersToSettle, settleByBank } from './internal/settle-by-bank.server.ts';
export { reconcilePayments, sweepHeldOrders } from './internal/unpaid-orders.server.ts';
export { drawUpiPayment, type UpiPayment } from './internal/upi-payment.server.ts';
export { noteNotFound, noteReference, verifyPayment, verifyPayments } from './internal/verify-payments.server.ts';
export {
  claimsToConfirm,
  countToConfirm,
  lockClaimsToConfirm,
  type ClaimToConfirm,
} from './internal/claims-to-confirm.server.ts';
