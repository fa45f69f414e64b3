import { href } from 'react-router';
import { formatRupees } from '#app/basics/money.ts';
import { button, callout } from '#app/platform/mail/mail-parts.tsx';
import { type Copy, type RenderedMail, renderOwnerMail } from '#app/platform/mail/render-mail.server.tsx';
import type { WhyLook } from './events.server.ts';
import type { Order } from './order.ts';
import { orderDetails } from './order-details.tsx';
import type { OrderMailInput } from './email-templates.server.ts';

export function ownerOrderMail(input: OrderMailInput): Promise<RenderedMail> {
  const { order } = input;
  return renderAboutOrder(input, {
    subject: `New order ${order.orderNumber}: ${formatRupees(order.total)}`,
    heading: `New order from ${order.customerName}`,
    parts: [
      `${order.customerName} (${order.customerEmail}) ordered ${countArtworks(order)} for ${formatRupees(order.total)}.`,
      unmatchedReference(order) && callout(`Payment reference ${order.paymentReferenceId} is not matched yet.`),
    ],
  });
}

const ATTENTION: Record<WhyLook, string> = {
  'paid-after-cancelling': 'Money came for this order after it was cancelled. Take the order up again, or refund it.',
  'paid-twice': 'This order was paid twice. One of the two payments has to go back.',
  'wrong-amount': 'The gateway reports another amount for this order than its total. Look it up there before you ship.',
  'gateway-id-used':
    'The gateway gave this order’s payment an id that another one has, so it was not taken. Look both up at the gateway before you ship.',
  'claimed-without-reference':
    'The customer said that this order is paid by UPI, but gave no reference within 15 minutes, so it was cancelled. Look for the money in your bank.',
  'coupon-over-limit':
    'The coupon of this order had no use left when its cancellation was taken back, or when it was paid. The order keeps its price, so the coupon is used once more than its limit.',
  'paid-too-late':
    'A payment reference came for this order when a piece of it was sold. The order is cancelled and nothing was taken from stock. Look for the money in your bank: what came goes back to the customer.',
  'reference-kept':
    'We keep the payment reference of this order without taking stock: another order claims the same reference, or the customer has too many unpaid pieces. Look for the money in your bank, then match or reject it.',
  'second-reference':
    'The customer gave another payment reference for this order. Look for it in your bank, then match or reject it under Payments.',
  'qr-outdated':
    'This order was paid by a QR code that was drawn before a price or its coupon changed. It keeps the price of the QR code.',
  'other-amount': 'The bank has another amount for this order than its total. See what is missing, or too much.',
  unmatched:
    'The payment reference of this order was neither matched nor rejected for three business days, and it holds its pieces. Look for the money in your bank, then match or reject it.',
  'address-missing':
    'This order was paid by its QR code before an address was typed. Ask the customer where the parcel goes.',
  'not-served':
    'This order was paid by its QR code before its address was typed, and you don’t deliver there. Ask the customer for another address, or cancel the order and return the money.',
};

/** For a payment that the shop could not assign (T7). */
export const attentionMail = (why: WhyLook, input: OrderMailInput): Promise<RenderedMail> =>
  renderAboutOrder(input, {
    ...(why === 'coupon-over-limit'
      ? { subject: `Coupon of order ${input.order.orderNumber} over its limit`, heading: 'A coupon is over its limit' }
      : { subject: `Look at the payment of order ${input.order.orderNumber}`, heading: 'A payment needs you' }),
    parts: [ATTENTION[why]],
  });

const renderAboutOrder = (input: OrderMailInput, { parts, ...copy }: Copy): Promise<RenderedMail> =>
  renderOwnerMail(
    {
      ...copy,
      preview: previewOf(input.order),
      parts: [
        ...parts,
        orderDetails(input),
        button('Open the order', `${input.shop.url}${href('/admin/orders/:id', { id: input.order.id })}`),
      ],
    },
    input.shop,
  );

export const previewOf = ({ orderNumber, total }: Order) => `Order ${orderNumber}, ${formatRupees(total)}`;

export const unmatchedReference = (order: Order): boolean =>
  order.verification === 'unverified' && order.paymentReferenceId !== null;

export const firstName = (order: Order): string => order.customerName.trim().split(/\s+/)[0] ?? order.customerName;

function countArtworks(order: Order): string {
  const count = order.items.reduce((total, item) => total + item.quantity, 0);
  return count === 1 ? '1 piece' : `${count} pieces`;
}
