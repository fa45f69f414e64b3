import { href } from 'react-router';
import { formatRupees } from '#app/basics/money.ts';
import type { WhyLook } from '#app/modules/orders/events.server.ts';
import type { Order } from '#app/modules/orders/order.ts';
import type { Settings } from '#app/modules/settings/settings.ts';
import type { ShopIdentity } from './mail-look.ts';
import { button, callout, link } from './mail-parts.tsx';
import { orderDetails } from './order-details.tsx';
import { type Copy, type RenderedMail, renderMail, renderOwnerMail } from './render-mail.server.tsx';

export type CustomerOrderMail =
  | 'order-placed'
  | 'order-shipped'
  | 'order-delivered'
  | 'order-cancelled'
  | 'order-returned';
export type OrderMailInput = {
  order: Order;
  /** Who carries its parcels, each with its number. */
  parcels: readonly string[];
  shop: ShopIdentity;
  promises: Settings['promises'];
  /** Absolute addresses by the line's image. */
  pictures: ReadonlyMap<string, string>;
  /** The coupon to tell of, for who wants marketing mails; nobody else hears of it. */
  offer?: { code: string; percentage: number };
};

const COPY: Record<CustomerOrderMail, (input: OrderMailInput) => Copy> = {
  'order-placed': ({ order, promises }) => ({
    subject: `Order ${order.orderNumber} placed`,
    heading: `Thank you, ${firstName(order)}`,
    parts: [
      `Your order is placed. We pack it within ${span(promises.processingBusinessDays)} business days and write again when it is on its way.`,
      `Until it leaves, and within ${promises.cancelWithinHours} hours, you can still cancel it in your dashboard.`,
      unmatchedReference(order) &&
        callout(`We are matching your payment reference ${order.paymentReferenceId} with the bank.`),
      cashNotice(order),
    ],
  }),
  'order-shipped': ({ order, parcels, promises }) => ({
    subject: `Order ${order.orderNumber} is on its way`,
    heading: 'Your order is on its way',
    parts: [
      `Your parcel left the studio for ${order.shippingAddress.city}. It typically takes ${span(promises.deliveryBusinessDays)} business days.`,
      ...parcels,
      cashNotice(order),
    ],
  }),
  'order-delivered': ({ order, promises }) => ({
    subject: `Order ${order.orderNumber} was delivered`,
    heading: 'Your order was delivered',
    parts: [
      'Thank you for buying from people who make things by hand.',
      `If something is wrong with it, tell us within ${promises.reportIssuesWithinHours} hours. Returns and exchanges are open for ${promises.returnWithinDays} days.`,
    ],
  }),
  'order-cancelled': ({ order, promises }) => ({
    subject: `Order ${order.orderNumber} was cancelled`,
    heading: 'Your order was cancelled',
    parts: [
      `Nothing will be sent. If you have paid for it, the refund reaches your original payment method within ${span(promises.refundBusinessDays)} business days.`,
    ],
  }),
  'order-returned': ({ order, promises }) => ({
    subject: `The parcel of order ${order.orderNumber} came back to us`,
    heading: 'Your parcel came back to us',
    parts: [
      `The courier could not hand it over in ${order.shippingAddress.city}, so we have cancelled the order. ${
        order.paymentMethod === 'cod'
          ? 'You owe nothing.'
          : `What you have paid goes back to your original payment method within ${span(promises.refundBusinessDays)} business days.`
      }`,
      'If you still want it, write to us or order again.',
    ],
  }),
};

const cashNotice = ({ paymentMethod, paymentStatus, total }: Order) =>
  paymentMethod === 'cod' &&
  paymentStatus === 'pending' &&
  callout(`You pay on delivery: have ${formatRupees(total)} in cash ready when the courier comes.`);

/** The mail to the customer about one step of an order. */
export function customerOrderMail(kind: CustomerOrderMail, input: OrderMailInput): Promise<RenderedMail> {
  const { offer, order, shop } = input;
  const { parts, ...copy } = COPY[kind](input);
  return renderMail(
    {
      ...copy,
      preview: previewOf(order),
      parts: [
        ...parts,
        offer &&
          kind !== 'order-cancelled' &&
          kind !== 'order-returned' &&
          `For your next order: the code ${offer.code} takes ${offer.percentage}% off. You read this because marketing emails are on in your settings at ${shop.name}.`,
        orderDetails(input),
        button('See your order', `${shop.url}${href('/track-order')}?order=${order.orderNumber}`),
        kind === 'order-placed' &&
          link('Invoice', `${shop.url}${href('/profile/orders/:id/invoice', { id: order.id })}`),
      ],
    },
    shop,
  );
}

/** The mail that tells the owner of a new order and whether a payment waits to be matched. */
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
  'claimed-without-reference':
    'The customer said that this order is paid by UPI, but gave no reference within 15 minutes, so it was cancelled. Look for the money in your bank.',
  'coupon-over-limit':
    'The cancellation of this order was taken back, and its coupon had no use left by then. The order keeps its price, so the coupon is used once more than its limit.',
};

/** The mail that asks the owner to look at money the shop could not place by itself (T7). */
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

const previewOf = ({ orderNumber, total }: Order) => `Order ${orderNumber}, ${formatRupees(total)}`;

const unmatchedReference = (order: Order): boolean =>
  order.verification === 'unverified' && order.paymentReferenceId !== null;

const span = ({ from, to }: { from: number; to: number }): string => (from === to ? `${from}` : `${from}-${to}`);

const firstName = (order: Order): string => order.customerName.trim().split(/\s+/)[0] ?? order.customerName;

function countArtworks(order: Order): string {
  const count = order.items.reduce((total, item) => total + item.quantity, 0);
  return count === 1 ? '1 piece' : `${count} pieces`;
}
