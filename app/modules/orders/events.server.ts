import type { OrderStatus, Verification } from './order.ts';

/**
 * `claimed-without-reference`: the customer said that it is paid, but the hold ran out before a reference came.
 * `gateway-id-used`: the gateway gave one id to two orders or payments.
 * `coupon-over-limit`: its cancellation was taken back when its coupon had no use left.
 */
export type WhyLook =
  | 'paid-after-cancelling'
  | 'paid-twice'
  | 'wrong-amount'
  | 'gateway-id-used'
  | 'claimed-without-reference'
  | 'coupon-over-limit';

declare module '#app/platform/outbox/outbox.server.ts' {
  interface Events {
    /** An order became certain, once in its life: paid by a gateway, claimed with a reference, written down or moved on by an admin. */
    'orders.confirmed': { orderId: string };
    'orders.status-changed': { orderId: string; from: OrderStatus; to: OrderStatus };
    /** The owner noted where the parcel is. */
    'orders.shipment-recorded': { orderId: string };
    'orders.payment-checked': { orderId: string; verification: Verification };
    /** Something about its money that the shop can't settle by itself: the owner must look (T7). */
    'orders.needs-attention': { orderId: string; why: WhyLook };
  }
}
