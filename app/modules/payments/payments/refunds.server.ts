import './events.server.ts';
export { findOrderClaims } from './internal/claims-to-confirm.server.ts';
export { deleteOldDestinations } from './internal/refund-destinations.server.ts';
export {
  paymentsAndRefunds,
  refundOrder,
  refundThroughGateway,
  retryPendingRefunds,
} from './internal/refund-order.server.ts';
export { takeBackRefund } from './internal/refund-order.server.ts';
export {
  countRefundsOwed,
  giveRefundDestination,
  refundsOwed,
  findRefundStates,
  shortOrders,
  writeOff,
} from './internal/refunds-owed.server.ts';
