import './events.server.ts';

export { correctAddress } from './internal/correct-address.server.ts';
export { type ImportedOrder, importOrders } from './internal/import-orders.server.ts';
export {
  type MyOrders,
  type MyOrdersFilter,
  type OrderWithStatus,
  findMyOrders,
} from './internal/read-orders.server.ts';
export { addNote, deleteNote, findNotesOf, findOrderNotes } from './internal/order-notes.server.ts';
export { isOfMyOrders, lockOrder, type OrderRow, ownOrder, toOrder } from './internal/order-row.server.ts';
export { archiveOrder, cancelOrder, setOrderStatus } from './internal/order-status.server.ts';
export {
  countWaitingOrders,
  getOrder,
  getOrders,
  findOrderHistory,
  findOrderNumbers,
  findOrdersOf,
  listOrders,
  readVersion,
} from './internal/read-orders.server.ts';
export { restockItems } from './internal/transition-effects.server.ts';
export { readShipments, recordShipment, removeShipment, findShipments } from './internal/shipment.server.ts';
export {
  createOrder,
  discardOrder,
  issueFirstInvoice,
  setVerification,
  transition,
} from './internal/transition.server.ts';
