import type { ShippingAddress } from '#app/basics/address.ts';
import type { Paise } from '#app/basics/money.ts';

export const ORDER_STATUSES = ['pending', 'processing', 'shipped', 'delivered', 'cancelled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];
export const PAYMENT_STATUSES = ['pending', 'confirmed', 'failed', 'refunded'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];
export const PAYMENT_METHODS = ['manual', 'upi', 'razorpay', 'phonepe', 'paytm', 'cod'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
/** Whether the money behind a reference was found in the bank (decision 2). */
export const VERIFICATIONS = ['unverified', 'matched', 'rejected'] as const;
export type Verification = (typeof VERIFICATIONS)[number];
export const SHIPMENT_STEPS = ['shipped', 'in_transit', 'out_for_delivery', 'delivered'] as const;

/** A line as it was bought (S1 §3); `image` is the picture's address, `made_to_order` lines take no stock (decision 39). */
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
  userId: string;
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
  createdAt: Date;
};

/** The last 6 characters of an id, upper case: '#A3E97B' (S2 §9). */
export const shortId = (id: string): string => id.slice(-6).toUpperCase();
