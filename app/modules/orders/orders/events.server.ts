import type { OrderStatus, Verification } from './order.ts';

/**
 * `claimed-without-reference`: the customer said that it is paid, but the hold ran out before a reference came.
 * `gateway-id-used`: the gateway gave one id to two orders or payments.
 * `coupon-over-limit`: its cancellation was taken back, or it was paid, when its coupon had no use left.
 * `paid-too-late`: its pieces were gone when its reference or its money came. `other-amount`: the bank has another amount than its
 * total. `address-missing`: it was paid before an address was typed. `not-served`: it
 * was paid by its QR before an address to which nothing is delivered was typed. `unmatched`: nobody has looked up its reference for days.
 * `reference-kept`: its reference is kept without stock, over the limit for unpaid orders or claimed by another order too.
 * `second-reference`: its customer gave another reference. `qr-outdated`: prices or the coupon changed since its QR was drawn.
 */
export type WhyLook =
  | 'paid-after-cancelling'
  | 'paid-twice'
  | 'wrong-amount'
  | 'gateway-id-used'
  | 'claimed-without-reference'
  | 'coupon-over-limit'
  | 'paid-too-late'
  | 'other-amount'
  | 'address-missing'
  | 'not-served'
  | 'unmatched'
  | 'reference-kept'
  | 'second-reference'
  | 'qr-outdated';

declare module '#app/platform/outbox/outbox.server.ts' {
  interface Events {
    /** An order that has no account belongs to this one; made sure of by the module that announces it. */
    'orders.account-found': { orderId: string; userId: string };
    /** An order became certain, once in its life: paid by a gateway, claimed with a reference, written down or moved on by an admin. */
    'orders.confirmed': { orderId: string };
    /** `isRejection`: it was cancelled because its payment wasn't found. */
    'orders.status-changed': { orderId: string; from: OrderStatus; to: OrderStatus; isRejection?: boolean };
    /** Its reference or its money came when its pieces were gone: it is cancelled, and what came is owed. */
    'orders.paid-too-late': { orderId: string };
    /** A reference is kept and looked for; the order takes its stock once the payment is matched. */
    'orders.reference-kept': { orderId: string };
    /** A gateway captured the payment of an order whose pieces are gone: it goes back at once. */
    'orders.refund-at-once': { orderId: string; reference: string };
    /** The owner noted where the parcel is. */
    'orders.shipment-recorded': { orderId: string };
    'orders.payment-checked': { orderId: string; verification: Verification };
    /** Something about its money that the shop can't settle by itself: the owner must look (T7). */
    'orders.needs-attention': { orderId: string; why: WhyLook };
  }
}
