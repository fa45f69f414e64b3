import './events.server.ts';

export { openCheckout, type OpenCheckout } from './parts/open-checkout.server.ts';
export { placeOrder, type PlaceOrderRefusal } from './parts/place-order.server.ts';
export {
  archiveOrder,
  cancelOrder,
  type CancelRefusal,
  setOrderStatus,
  type StatusRefusal,
  sweepHeldOrders,
  verifyPayment,
} from './parts/order-life.server.ts';
export {
  completePayment,
  type GatewayRefusal,
  startGatewayPayment,
  takeGatewayCallback,
  takeGatewayWebhook,
} from './parts/gateway-payment.server.ts';
export {
  countToMatch,
  getOrder,
  historyOf,
  listOrders,
  type OrderAsItStands,
  type OrderFilter,
  type OrderPage,
  ordersOf,
  overview,
  type Overview,
} from './parts/read-orders.server.ts';
export { type MonthOfRevenue, revenueByMonth } from './parts/revenue.server.ts';
export { recordShipment, shipmentsOf } from './parts/shipment.server.ts';
export { reorder } from './parts/reorder.server.ts';
export { trackOrder, type TrackRefusal } from './parts/track-order.server.ts';
