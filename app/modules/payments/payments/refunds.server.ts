import './events.server.ts';
export { claimsOf } from './internal/claims-to-match.server.ts';
export { deleteOldDestinations } from './internal/refund-destinations.server.ts';
export {
  paymentsAndRefunds,
  refundOrder,
  refundThroughGateway,
  retryPendingRefunds,
} from './internal/refund-order.server.ts';
export { openRefundLink, refundLinkOf } from './internal/refund-destinations.server.ts';
export { takeBackRefund } from './internal/refund-order.server.ts';
export {
  countRefundsOwed,
  giveRefundDestination,
  refundsOwed,
  refundStatesOf,
  shortOrders,
  writeOff,
} from './internal/refunds-owed.server.ts';
