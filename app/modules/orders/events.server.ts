import type { OrderStatus, Verification } from './order.ts';

declare module '#app/platform/outbox/outbox.server.ts' {
  interface Events {
    /** An order stands: paid by a gateway, or claimed with a reference. */
    'orders.placed': { orderId: string };
    'orders.status-changed': { orderId: string; from: OrderStatus; to: OrderStatus };
    /** The owner noted where the parcel is. */
    'orders.shipment-recorded': { orderId: string };
    'orders.payment-checked': { orderId: string; verification: Verification };
    /** Money came that the shop can't place by itself: the owner must look (T7). */
    'orders.needs-attention': { orderId: string; why: 'paid-after-cancelling' | 'paid-twice' | 'wrong-amount' };
  }
}
