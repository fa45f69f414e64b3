import type { Refused } from '#app/basics/result.ts';
import type { Order } from './order.ts';

/** To the letter, as docs/promises.md has them. */
export const ORDER_MESSAGES = {
  placed: 'Order placed successfully!',
  failed: 'Failed to create order. Please try again.',
  'not-signed-in': 'User not authenticated',
  loading: 'Loading your orders...',
  none: 'No orders found.',
  'cart-empty': 'Your cart is empty',
} as const;

/** 'Order creation failed: {message}'. */
export const creationFailed = (message: string): string => `Order creation failed: ${message}`;

/** What the studio may write to a customer by WhatsApp, ready to be sent: that the parcel left, or came; else just which order it is about. */
export function whatsAppText(
  { customerName, orderNumber, status }: Pick<Order, 'customerName' | 'orderNumber' | 'status'>,
  { shopName, shopUrl, parcels }: { shopName: string; shopUrl: string; parcels: readonly string[] },
): string {
  const greeting = `Namaste ${customerName.split(' ')[0]}, this is ${shopName}.`;
  const track = `Follow it here: ${shopUrl}/track-order?order=${orderNumber}`;
  if (status === 'shipped') return [greeting, `Your order ${orderNumber} is on its way.`, ...parcels, track].join(' ');
  if (status === 'delivered')
    return `${greeting} Your order ${orderNumber} has arrived. We hope you like it; tell us if anything is wrong with it.`;
  return `${greeting} It is about your order ${orderNumber}.`;
}

/** 'Delete order #A3E97B ? This cannot be undone.', the space before the question mark included. */
export const confirmDeletion = (last6: string): string => `Delete order #${last6} ? This cannot be undone.`;

export const DELETING_FAILED = 'Failed to delete order.';

export const cancelMessage = (
  refusal: Refused<'too-late', { withinHours: number }> | Refused<'already-shipped', undefined>,
): string =>
  refusal.reason === 'too-late'
    ? `Orders can be cancelled within ${refusal.data.withinHours} hours. Write to us and we will see what can be done.`
    : 'This order has left the studio and can’t be cancelled any more.';
