import type { ShippingAddress } from '#app/basics/address.ts';
import type { Paise } from '#app/basics/money.ts';

export const ORDER_STATUSES = ['pending', 'processing', 'shipped', 'delivered', 'cancelled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];
export const PAYMENT_STATUSES = ['pending', 'confirmed', 'failed', 'refunded'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];
export const PAYMENT_METHODS = ['manual', 'upi', 'razorpay', 'phonepe', 'paytm', 'cod'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
/** Whether the money behind a reference was found in the bank. */
export const VERIFICATIONS = ['unverified', 'matched', 'rejected'] as const;
export type Verification = (typeof VERIFICATIONS)[number];
export const SHIPMENT_STEPS = ['shipped', 'in_transit', 'out_for_delivery', 'delivered'] as const;

/** A line as it was bought; `image` is the picture's address, `made_to_order` lines take no stock. */
export type OrderItem = {
  artwork_id: string;
  title: string;
  price: Paise;
  quantity: number;
  image: string;
  made_to_order?: true;
};

export type Order = {
  id: string;
  orderNumber: string;
  /** Null for somebody without an account, who ordered by phone or at a fair. */
  userId: string | null;
  items: OrderItem[];
  subtotal: Paise;
  discountAmount: Paise;
  couponCode: string | null;
  shippingCost: Paise;
  gstAmount: Paise;
  total: Paise;
  shippingAddress: ShippingAddress;
  paymentMethod: PaymentMethod;
  paymentStatus: PaymentStatus;
  paymentReferenceId: string | null;
  status: OrderStatus;
  verification: Verification;
  customerName: string;
  customerEmail: string;
  heldUntil: Date | null;
  /** The admin who wrote it down, when it was made by hand. */
  madeBy: string | null;
  createdAt: Date;
};

/** The last 6 characters of an id, upper case: '#A3E97B'. */
export const shortId = (id: string): string => id.slice(-6).toUpperCase();

/**
 * The order's life. Any status may be set; those listed are steps onwards, every other one is a step back
 * and needs a reason.
 */
export const ORDER_LIFE: Record<
  OrderStatus,
  { onwards: readonly OrderStatus[]; holdsStock: boolean; leftTheStudio: boolean }
> = {
  pending: { onwards: ['processing', 'shipped', 'delivered', 'cancelled'], holdsStock: true, leftTheStudio: false },
  processing: { onwards: ['shipped', 'delivered', 'cancelled'], holdsStock: true, leftTheStudio: false },
  shipped: { onwards: ['delivered', 'cancelled'], holdsStock: true, leftTheStudio: true },
  delivered: { onwards: [], holdsStock: true, leftTheStudio: true },
  cancelled: { onwards: [], holdsStock: false, leftTheStudio: false },
};

export const isStepBack = (from: OrderStatus, to: OrderStatus): boolean => !ORDER_LIFE[from].onwards.includes(to);

/** Whether a change sends pieces out whose money nobody has found in the bank yet. COD is paid at the door. */
export const shipsUnverified = (
  order: Pick<Order, 'status' | 'verification' | 'paymentMethod'>,
  to: OrderStatus,
): boolean =>
  ORDER_LIFE[to].leftTheStudio &&
  !ORDER_LIFE[order.status].leftTheStudio &&
  order.verification !== 'matched' &&
  order.paymentMethod !== 'cod';

/** Whether a reference can be noted: there is none yet, or the one there was is rejected. */
export const takesReference = (
  order: Pick<Order, 'status' | 'verification' | 'paymentMethod' | 'paymentReferenceId'>,
): boolean =>
  order.status !== 'cancelled' &&
  (order.paymentMethod === 'manual' || order.paymentMethod === 'upi') &&
  (order.verification === 'rejected' || (order.verification === 'unverified' && order.paymentReferenceId === null));

/** What a change does to the pieces: cancelling gives them back, taking a cancellation back takes them again. */
export const stockEffect = (from: OrderStatus, to: OrderStatus): 'return' | 'take' | 'none' =>
  ORDER_LIFE[from].holdsStock === ORDER_LIFE[to].holdsStock ? 'none' : ORDER_LIFE[to].holdsStock ? 'take' : 'return';

const CANCELLABLE_FOR_HOURS = 2;
export const HELD_FOR_MINUTES = 15;

/** Until when the customer may cancel: 2 hours after ordering. */
export const cancellableUntil = (order: Pick<Order, 'createdAt'>): Date =>
  new Date(order.createdAt.getTime() + CANCELLABLE_FOR_HOURS * 3_600_000);

/** Whether the customer may cancel now: within 2 hours and before shipping. */
export const mayCancel = (order: Pick<Order, 'createdAt' | 'status'>, now: Date): boolean =>
  (order.status === 'pending' || order.status === 'processing') && now < cancellableUntil(order);

/** Whether a payment for it may be opened: it waits for one, and its hold hasn't passed. */
export const isPayable = (
  order: Pick<Order, 'status' | 'paymentStatus' | 'paymentReferenceId' | 'heldUntil'>,
  now: Date,
): boolean =>
  order.status === 'pending' &&
  order.paymentStatus === 'pending' &&
  order.paymentReferenceId === null &&
  order.heldUntil !== null &&
  order.heldUntil > now;

/** The pieces of an order that came from stock and weren't put back since (`putBack`, by the artwork's id). */
export const piecesOf = (
  items: OrderItem[],
  putBack: Record<string, number> = {},
): { artworkId: string; quantity: number }[] =>
  items
    .filter((item) => !item.made_to_order)
    .map((item) => ({ artworkId: item.artwork_id, quantity: item.quantity - (putBack[item.artwork_id] ?? 0) }))
    .filter(({ quantity }) => quantity > 0);
