export { dropOldDestinations } from './internal/refund-destinations.server.ts';
export {
  paymentsAndRefunds,
  refundOrder,
  refundThroughGateway,
  retryPendingRefunds,
} from './internal/refund-order.server.ts';
export { takeBackRefund } from './internal/take-back-refund.server.ts';
export {
  countRefundsOwed,
  giveRefundDestination,
  giveRefundDestinationOf,
  refundsOwed,
  refundStatesOf,
  shortOrders,
  writeOff,
} from './internal/refunds-owed.server.ts';
