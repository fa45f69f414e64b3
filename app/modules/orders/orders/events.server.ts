import type { OrderStatus, Verification } from './order.ts';

export type AttentionReason =
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
    /** The publisher has checked whose order it is. */
    'orders.account-found': { orderId: string; userId: string };
    /** The event is published once per order. */
    'orders.confirmed': { orderId: string };
    /** `isRejection`: cancelled because its payment was not found. `isUndone`: an acceptance was undone. */
    'orders.status-changed': {
      orderId: string;
      from: OrderStatus;
      to: OrderStatus;
      isRejection?: boolean;
      isUndone?: boolean;
    };
    /** The customer changed their order; `what` names the changes as text. */
    'orders.changed': { orderId: string; what: string };
    /** The order was cancelled because its pieces were out of stock. A refund is due. */
    'orders.paid-too-late': { orderId: string };
    /** The order takes its stock when its reference is confirmed. */
    'orders.reference-kept': { orderId: string };
    /** A gateway captured money for an order that has no stock. */
    'orders.refund-at-once': { orderId: string; reference: string };
    'orders.shipment-recorded': { orderId: string };
    'orders.payment-checked': { orderId: string; verification: Verification };
    /** The shop cannot assign a payment to the order automatically (T7). */
    'orders.needs-attention': { orderId: string; why: AttentionReason };
  }
}
