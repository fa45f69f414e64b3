import { href } from 'react-router';
import { formatRupees } from '#app/basics/money.ts';
import { button, callout, quote } from '#app/platform/mail/mail-parts.tsx';
import { type Copy, type RenderedMail, renderOwnerMail } from '#app/platform/mail/render-mail.server.tsx';
import type { AttentionReason } from './events.server.ts';
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

export const ownerOrderChangedMail = (changes: string, input: OrderMailInput): Promise<RenderedMail> =>
  renderAboutOrder(input, {
    subject: `Order ${input.order.orderNumber} was changed: ${formatRupees(input.order.total)}`,
    heading: `${input.order.customerName} changed their order`,
    parts: [`Changed: ${changes}.`, input.order.customerNote !== '' && quote(input.order.customerNote)],
  });

const ATTENTION: Record<AttentionReason, string> = {
  'paid-after-cancelling': 'This order was paid after it was cancelled. Restore the order or refund the payment.',
  'paid-twice': 'This order was paid twice. Refund one of the two payments.',
  'wrong-amount':
    'The gateway reports a different amount than this order’s total. Check the payment there before you ship.',
  'gateway-id-used':
    'The gateway gave this order’s payment an id that another payment already has, so we didn’t record it. Check both at the gateway before you ship.',
  'claimed-without-reference':
    'The customer said they paid by UPI but gave no reference within 15 minutes, so the order was cancelled. Look for the payment in your bank.',
  'coupon-over-limit':
    'This order’s coupon had reached its limit when the order was restored or paid. The order keeps its discount, so the coupon is used once more than its limit.',
  'paid-too-late':
    'The customer sent a payment reference after a piece was sold. The order is cancelled, and stock is unchanged. Look for the payment in your bank; if it arrived, refund it.',
  'reference-kept':
    'This order takes no stock yet, because another order has the same payment reference or the customer has too many unpaid pieces. Look for the payment in your bank, then match or reject it.',
  'second-reference':
    'The customer gave another payment reference for this order. Look for it in your bank, then match or reject it under Payments.',
  'qr-outdated':
    'This order was paid with a QR code from before a price or its coupon changed. It keeps the QR code’s price.',
  'other-amount': 'The bank payment differs from this order’s total. Check whether it is too little or too much.',
  unmatched:
    'This order’s payment reference has waited three business days, and its pieces are on hold. Look for the payment in your bank, then match or reject it.',
  'address-missing':
    'This order was paid with its QR code before an address was entered. Ask the customer for their address.',
  'not-served':
    'This order was paid with its QR code, but you don’t deliver to its address. Ask the customer for another address, or cancel and refund the order.',
};

export const attentionMail = (why: AttentionReason, input: OrderMailInput): Promise<RenderedMail> =>
  renderAboutOrder(input, {
    ...(why === 'coupon-over-limit'
      ? {
          subject: `The coupon of order ${input.order.orderNumber} is over its limit`,
          heading: 'A coupon is over its limit',
        }
      : { subject: `Check the payment of order ${input.order.orderNumber}`, heading: 'Check a payment' }),
    parts: [ATTENTION[why]],
  });

const renderAboutOrder = (input: OrderMailInput, { parts, ...copy }: Copy): Promise<RenderedMail> =>
  renderOwnerMail(
    {
      ...copy,
      preview: buildPreview(input.order),
      parts: [
        ...parts,
        orderDetails(input),
        button('Open the order', `${input.shop.url}${href('/admin/orders/:id', { id: input.order.id })}`),
      ],
    },
    input.shop,
  );

export const buildPreview = ({ orderNumber, total }: Order) => `Order ${orderNumber}, ${formatRupees(total)}`;

export const unmatchedReference = (order: Order): boolean =>
  order.verification === 'unverified' && order.paymentReferenceId !== null;

export const firstName = (order: Order): string => order.customerName.trim().split(/\s+/)[0] ?? order.customerName;

function countArtworks(order: Order): string {
  const count = order.items.reduce((total, item) => total + item.quantity, 0);
  return count === 1 ? '1 piece' : `${count} pieces`;
}
