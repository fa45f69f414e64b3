import { href } from 'react-router';
import { render } from '@react-email/render';
import { formatDay } from '#app/basics/india.ts';
import { formatRupees } from '#app/basics/money.ts';
import type { WhyLook } from '#app/modules/orders/events.server.ts';
import type { Order } from '#app/modules/orders/order.ts';
import type { Settings } from '#app/modules/settings/settings.ts';
import type { ShopIdentity } from './mail-look.ts';
import { Callout, MailButton, MailFrame, MailLink, Paragraph } from './mail-frame.tsx';
import { addressLines, OrderDetails, totalsOf } from './order-details.tsx';

export type RenderedMail = { subject: string; text: string; html: string };
export type CustomerOrderMail = 'order-placed' | 'order-shipped' | 'order-delivered' | 'order-cancelled';
type Copy = { subject: string; heading: string; paragraphs: string[]; callout?: string };
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
    paragraphs: [
      `Your order is placed. We pack it within ${span(promises.processingBusinessDays)} business days and write again when it is on its way.`,
      `Until it leaves, and within ${promises.cancelWithinHours} hours, you can still cancel it in your dashboard.`,
    ],
    callout: unmatchedReference(order)
      ? `We are matching your payment reference ${order.paymentReferenceId} with the bank.`
      : undefined,
  }),
  'order-shipped': ({ order, parcels, promises }) => ({
    subject: `Order ${order.orderNumber} is on its way`,
    heading: 'Your order is on its way',
    paragraphs: [
      `Your parcel left the studio for ${order.shippingAddress.city}. It typically takes ${span(promises.deliveryBusinessDays)} business days.`,
      ...parcels,
    ],
  }),
  'order-delivered': ({ order, promises }) => ({
    subject: `Order ${order.orderNumber} was delivered`,
    heading: 'Your order was delivered',
    paragraphs: [
      'Thank you for buying from people who make things by hand.',
      `If something is wrong with it, tell us within ${promises.reportIssuesWithinHours} hours. Returns and exchanges are open for ${promises.returnWithinDays} days.`,
    ],
  }),
  'order-cancelled': ({ order, promises }) => ({
    subject: `Order ${order.orderNumber} was cancelled`,
    heading: 'Your order was cancelled',
    paragraphs: [
      `Nothing will be sent. If you have paid for it, the refund reaches your original payment method within ${span(promises.refundBusinessDays)} business days.`,
    ],
  }),
};

/** The mail to the customer about one step of an order, in the shop's look, with its plain text. */
export async function customerOrderMail(kind: CustomerOrderMail, input: OrderMailInput): Promise<RenderedMail> {
  const copy = COPY[kind](input);
  const { offer, shop } = input;
  if (offer && kind !== 'order-cancelled')
    copy.paragraphs.push(
      `For your next order: the code ${offer.code} takes ${offer.percentage}% off. You read this because marketing emails are on in your settings at ${shop.name}.`,
    );
  return renderOrderMail(
    copy,
    {
      href: `${shop.url}${href('/profile/orders')}`,
      label: 'See your order',
      invoice:
        kind === 'order-placed'
          ? `${shop.url}${href('/profile/orders/:id/invoice', { id: input.order.id })}`
          : undefined,
    },
    input,
  );
}

/** The mail that tells the owner of a new order and whether a payment waits to be matched. */
export async function ownerOrderMail(input: OrderMailInput): Promise<RenderedMail> {
  const { order, shop } = input;
  const copy: Copy = {
    subject: `New order ${order.orderNumber}: ${formatRupees(order.total)}`,
    heading: `New order from ${order.customerName}`,
    paragraphs: [
      `${order.customerName} (${order.customerEmail}) ordered ${countArtworks(order)} for ${formatRupees(order.total)}.`,
    ],
    callout: unmatchedReference(order)
      ? `Payment reference ${order.paymentReferenceId} is not matched yet.`
      : undefined,
  };
  return renderOrderMail(
    copy,
    { href: `${shop.url}${href('/admin/orders/:id', { id: order.id })}`, label: 'Open the order' },
    input,
  );
}

const ATTENTION: Record<WhyLook, string> = {
  'paid-after-cancelling': 'Money came for this order after it was cancelled. Take the order up again, or refund it.',
  'paid-twice': 'This order was paid twice. One of the two payments has to go back.',
  'wrong-amount': 'The gateway reports another amount for this order than its total. Look it up there before you ship.',
  'claimed-without-reference':
    'The customer said that this order is paid by UPI, but gave no reference within 15 minutes, so it was cancelled. Look for the money in your bank.',
};

/** The mail that asks the owner to look at money the shop could not place by itself (T7). */
export async function attentionMail(why: WhyLook, input: OrderMailInput): Promise<RenderedMail> {
  const { order, shop } = input;
  const copy: Copy = {
    subject: `Look at the payment of order ${order.orderNumber}`,
    heading: 'A payment needs you',
    paragraphs: [ATTENTION[why]],
  };
  return renderOrderMail(
    copy,
    { href: `${shop.url}${href('/admin/orders/:id', { id: order.id })}`, label: 'Open the order' },
    input,
  );
}

type Links = { href: string; label: string; invoice?: string };

async function renderOrderMail(copy: Copy, link: Links, input: OrderMailInput): Promise<RenderedMail> {
  const { order, shop, pictures } = input;
  const html = await render(
    <MailFrame shop={shop} preview={`Order ${order.orderNumber}, ${formatRupees(order.total)}`} heading={copy.heading}>
      {copy.paragraphs.map((paragraph) => (
        <Paragraph key={paragraph}>{paragraph}</Paragraph>
      ))}
      {copy.callout ? <Callout>{copy.callout}</Callout> : null}
      <OrderDetails order={order} pictures={pictures} />
      <MailButton href={link.href}>{link.label}</MailButton>
      {link.invoice ? <MailLink href={link.invoice}>Invoice</MailLink> : null}
    </MailFrame>,
  );
  return { subject: copy.subject, html, text: plainText(copy, link, input) };
}

function plainText(copy: Copy, link: Links, { order, shop }: OrderMailInput): string {
  return [
    copy.heading,
    ...copy.paragraphs,
    ...(copy.callout ? [copy.callout] : []),
    `Order ${order.orderNumber}, placed ${formatDay(order.createdAt)}`,
    order.items
      .map(
        (item) => `${item.title}\n  ${formatRupees(item.price)} × ${item.quantity} = ${formatRupees(item.lineTotal)}`,
      )
      .join('\n'),
    totalsOf(order)
      .map(({ label, amount }) => `${label}: ${amount}`)
      .join('\n'),
    ['Shipping address', ...addressLines(order)].join('\n'),
    `${link.label}: ${link.href}`,
    ...(link.invoice ? [`Invoice: ${link.invoice}`] : []),
    ['-- ', shop.name, shop.address, [shop.email, shop.phone].filter(Boolean).join(', ')].join('\n'),
  ].join('\n\n');
}

const unmatchedReference = (order: Order): boolean =>
  order.verification === 'unverified' && order.paymentReferenceId !== null;

const span = ({ from, to }: { from: number; to: number }): string => (from === to ? `${from}` : `${from}-${to}`);

const firstName = (order: Order): string => order.customerName.trim().split(/\s+/)[0] ?? order.customerName;

function countArtworks(order: Order): string {
  const count = order.items.reduce((total, item) => total + item.quantity, 0);
  return count === 1 ? '1 piece' : `${count} pieces`;
}
