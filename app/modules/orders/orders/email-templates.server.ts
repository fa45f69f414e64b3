import { href } from 'react-router';
import { formatSpan } from '#app/basics/duration.ts';
import { formatRupees, type Paise } from '#app/basics/money.ts';
import { type Balance, outstanding } from '#app/modules/orders/ledger/ledger.ts';
import { describeOwed, type RefundState } from '#app/modules/orders/ledger/refund-state.ts';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import type { ShopIdentity } from '#app/platform/mail/mail-look.ts';
import { button, callout, link, type MailPart, paragraph, quote } from '#app/platform/mail/mail-parts.tsx';
import { type Copy, type RenderedMail, renderMail } from '#app/platform/mail/render-mail.server.tsx';
import { trackingLink } from './courier.ts';
import type { Order } from './order.ts';
import { orderDetails } from './order-details.tsx';
import type { OrderLinks } from './order-link.server.ts';
import { mayCancel } from './order-life.ts';
import { awaitsPayment, orderPayment } from './order-payment.ts';
import { payAddress } from './pay-address.ts';
import { buildPreview, unmatchedReference, firstName } from './owner-email-templates.server.ts';

export type CustomerOrderMail =
  | 'order-agreed'
  | 'order-placed'
  | 'order-shipped'
  | 'order-delivered'
  | 'order-cancelled'
  | 'order-returned'
  | 'order-restored'
  | 'order-changed'
  | 'payment-matched'
  | 'payment-rejected'
  | 'order-paid-too-late'
  | 'order-reference-kept';
export type MailedParcel = { id: string; description: string; carrier: string | null; trackingNumber: string | null };
export type OrderMailInput = {
  order: Order;
  balance: Balance;
  claimed: Paise;
  includedGst?: Paise | undefined;
  parcels: readonly MailedParcel[];
  shop: ShopIdentity;
  promises: Settings['promises'];
  /** Absolute URLs, keyed by an item's `image`. */
  pictures: ReadonlyMap<string, string>;
  /** Set only for customers who agreed to marketing emails. */
  offer?: { code: string; percentage: number };
  cancellationReason?: string | null;
  changes?: string;
  /** The emailed link of the order's request. */
  page?: string | undefined;
  refund?: RefundState | undefined;
  links?: OrderLinks | undefined;
  /** Set only in emails to unconfirmed addresses. */
  stopAddress?: string;
  now: Date;
};

const COPY: Record<CustomerOrderMail, (input: OrderMailInput) => Copy> = {
  'order-agreed': ({ order, balance, shop, page, links }) => ({
    subject: `Your request is accepted: pay for order ${order.orderNumber}`,
    heading: `Yes, ${firstName(order)}`,
    parts: [
      `We’ll make it for you. Please pay ${formatRupees(orderPayment(order, balance).payable)} for order ${order.orderNumber}, by UPI or online. We’ll start when your payment arrives.`,
      button('Pay now', payAddress(order, shop.url, { page, links })),
      'We’ll email you when we find your payment in our bank. Changed your mind? Reply to this email before you pay.',
    ],
  }),
  'order-placed': ({ order, balance, promises, shop, page, links, now }) => ({
    subject: `Order ${order.orderNumber} placed`,
    heading: `Thank you, ${firstName(order)}`,
    parts: [
      order.advance !== null && describeAdvance(balance),
      order.advance !== null &&
        outstanding(balance) > 0 &&
        link(balance.received > 0 ? 'Pay the balance' : 'Pay now', payAddress(order, shop.url, { page, links })),
      describeNextStep(order, promises),
      order.userId !== null &&
        mayCancel(order, promises.cancelWithinHours, now) &&
        `You can change or cancel it in My Orders within ${formatSpan(promises.cancelWithinHours, 'hour')}, until it ships.`,
      unmatchedReference(order) &&
        callout(`We are matching your payment reference ${order.paymentReferenceId} with the bank.`),
      cashNotice(order, balance),
    ],
  }),
  'order-shipped': ({ order, balance, parcels, promises }) => ({
    subject: `Order ${order.orderNumber} is on its way`,
    heading: 'Your order is on its way',
    parts: [
      `Your parcel left the studio for ${order.shippingAddress.city}. It typically takes ${formatSpan(promises.deliveryBusinessDays, 'business day')}.`,
      ...parcels.flatMap(parcelParts),
      cashNotice(order, balance),
    ],
  }),
  'order-delivered': ({ order, promises }) => ({
    subject: `Order ${order.orderNumber} was delivered`,
    heading: 'Your order was delivered',
    parts: [
      'Thank you for buying from people who make things by hand.',
      `If anything is wrong with it, tell us within ${formatSpan(promises.reportIssuesWithinHours, 'hour')}. You can return or exchange it within ${formatSpan(promises.returnWithinDays, 'day')}.`,
    ],
  }),
  'order-cancelled': (input) => ({
    subject: `Order ${input.order.orderNumber} was cancelled`,
    heading: 'Your order was cancelled',
    parts: [
      'Nothing will be sent.',
      !!input.cancellationReason && quote(input.cancellationReason),
      ...describeRefund(input),
      input.order.cancellationFee > 0 &&
        `As agreed, we keep ${formatRupees(input.order.cancellationFee)} of what you paid.`,
    ],
  }),
  'order-returned': (input) => ({
    subject: `Order ${input.order.orderNumber} was returned to us`,
    heading: 'Your parcel was returned to us',
    parts: [
      `The courier couldn’t deliver it in ${input.order.shippingAddress.city}, so we’ve cancelled the order.`,
      ...describeRefund(input),
      'Still want it? Contact us or order again.',
    ],
  }),
  'order-restored': ({ order, balance, shop, page, links }) => ({
    subject: `Order ${order.orderNumber} is active again`,
    heading: 'Your order is active again',
    parts: [
      'Your order is no longer cancelled. It’s active again, exactly as you placed it.',
      (order.paymentStatus === 'pending' || order.paymentStatus === 'refunded') &&
        callout('It’s waiting for your payment. Changed your mind? Reply to this email before you pay.'),
      awaitsPayment(orderPayment(order, balance)) && button('Pay now', payAddress(order, shop.url, { page, links })),
    ],
  }),
  'order-changed': ({ order, balance, changes, shop, page, links }) => ({
    subject: `Order ${order.orderNumber} was changed`,
    heading: 'Your order was changed',
    parts: [
      `You changed: ${changes}.`,
      orderPayment(order, balance).missing > 0 &&
        callout(
          `${formatRupees(orderPayment(order, balance).missing)} is still to pay. Reply to this email to pay it.`,
        ),
      awaitsPayment(orderPayment(order, balance)) && button('Pay now', payAddress(order, shop.url, { page, links })),
      cashNotice(order, balance),
      'Wasn’t you? Reply to this email immediately.',
    ],
  }),
  'payment-matched': ({ order, balance, claimed, shop, page, links }) => ({
    subject: `Payment for order ${order.orderNumber} found`,
    heading: 'Your payment has arrived',
    parts: [
      `Thank you. We found ${formatRupees(orderPayment(order, balance).missing > 0 ? balance.received : claimed)} with your reference ${order.paymentReferenceId} in our bank account.`,
      orderPayment(order, balance).missing > 0 &&
        callout(
          `${formatRupees(orderPayment(order, balance).missing)} of ${formatRupees(balance.due)} is still missing. Reply to this email to pay the rest, and we’ll send your order.`,
        ),
      order.advance !== null &&
        orderPayment(order, balance).payable > 0 &&
        link(
          `Pay the remaining ${formatRupees(orderPayment(order, balance).payable)}`,
          payAddress(order, shop.url, { page, links }),
        ),
    ],
  }),
  'payment-rejected': ({ order, claimed }) => ({
    subject: `Payment for order ${order.orderNumber} not found`,
    heading: 'We can’t find your payment',
    parts: [
      `We looked for ${formatRupees(claimed)} with your reference ${order.paymentReferenceId} in our bank account, and it isn’t there.`,
      'Find the 12-digit UTR or UPI transaction ID in your UPI app or bank statement, and reply to this email with it. If the money never left your account, tell us that too.',
      callout(
        order.status === 'cancelled'
          ? 'Your order is cancelled, and others can buy its pieces. If they’re still available when you send the right reference, we’ll restore your order.'
          : 'We’ll keep your order until then.',
      ),
    ],
  }),
  'order-reference-kept': ({ order }) => ({
    subject: `We're checking the payment of order ${order.orderNumber}`,
    heading: 'We’re checking this reference',
    parts: [
      callout(`Payment reference ${order.paymentReferenceId}`),
      `We’re looking for ${formatRupees(order.total)} in our bank. This takes up to three business days.`,
      'When we find it, we’ll process your order if its pieces are still available. If they aren’t, we’ll refund you.',
    ],
  }),
  'order-paid-too-late': ({ order, promises }) => ({
    subject: `We can’t send order ${order.orderNumber}`,
    heading: order.cancellationReason
      ? 'Your QR code is no longer valid'
      : order.items.length === 1
        ? `${order.items[0]!.title} was sold while you paid`
        : 'A piece was sold while you paid',
    parts: [
      order.cancellationReason
        ? `Your QR code was older than 24 hours when your reference arrived, so order ${order.orderNumber} is cancelled.`
        : `We’re sorry. Someone else bought it before your payment reached us, so order ${order.orderNumber} is cancelled.`,
      callout(`We’ve kept your payment reference ${order.paymentReferenceId}.`),
      `We’re looking for ${formatRupees(order.total)} in our bank, and will refund you within ${formatSpan(promises.refundBusinessDays, 'business day')} of finding it.`,
    ],
  }),
};

function describeRefund(input: OrderMailInput): Copy['parts'] {
  const { order, claimed, promises } = input;
  if (input.refund?.owed) return owedParts(input);
  if (!unmatchedReference(order)) return ['You owe nothing.'];
  const within = formatSpan(promises.refundBusinessDays, 'business day');
  return [
    `We’re looking for ${formatRupees(claimed)} with your reference ${order.paymentReferenceId} in our bank. If it arrived, we’ll refund it within ${within} of finding it.`,
  ];
}

function describeAdvance(balance: Balance): string {
  const amountDue = outstanding(balance);
  if (balance.received === 0) return `Please pay ${formatRupees(amountDue)} before we ship it.`;
  const received = `We’ve received ${formatRupees(balance.received)}.`;
  return amountDue > 0
    ? `${received} Please pay the balance of ${formatRupees(amountDue)} before we ship it.`
    : received;
}

function describeNextStep(order: Order, promises: OrderMailInput['promises']): string {
  if (order.handedOver) return 'Your order is placed, and we handed it to you in person.';
  return order.items.some((item) => item.made_to_order)
    ? 'Your order is placed. We’ll make it for you and email you when it ships.'
    : `Your order is placed. We’ll pack it within ${formatSpan(promises.processingBusinessDays, 'business day')} and email you when it ships.`;
}

const cashNotice = (order: Order, balance: Balance) => {
  const { cash } = orderPayment(order, balance);
  return cash > 0 && callout(`You pay on delivery: have ${formatRupees(cash)} in cash ready when the courier comes.`);
};

function parcelParts(parcel: MailedParcel) {
  const follow = trackingLink(parcel);
  return [parcel.description, follow && link(follow.label, follow.url)];
}

export function customerOrderMail(kind: CustomerOrderMail, input: OrderMailInput): Promise<RenderedMail> {
  const { offer, order, shop, links } = input;
  const { parts, ...copy } = COPY[kind](input);
  return renderToCustomer(
    input,
    {
      ...copy,
      parts: [
        ...parts,
        offer &&
          NAMES_OFFER.has(kind) &&
          `Use code ${offer.code} for ${offer.percentage}% off your next order. You’re receiving this because marketing emails are on in your settings at ${shop.name}.`,
      ],
    },
    kind === 'order-placed' &&
      order.userId !== null &&
      outstanding(input.balance) === 0 &&
      link('Invoice', links?.invoice ?? `${shop.url}${href('/profile/orders/:id/invoice', { id: order.id })}`),
  );
}

const NAMES_OFFER: ReadonlySet<CustomerOrderMail> = new Set(['order-placed', 'order-shipped', 'order-delivered']);

export const parcelMail = (parcel: MailedParcel, input: OrderMailInput): Promise<RenderedMail> =>
  renderToCustomer(input, {
    subject: `Track order ${input.order.orderNumber}`,
    heading: 'Your parcel is with the courier',
    parts: parcelParts(parcel),
  });

export function owedParts(input: OrderMailInput): Copy['parts'] {
  const { refund: state } = input;
  if (!state) return [];
  const isAsked = state.asksDestination && !state.destination;
  return [
    describeOwed(state),
    isAsked && callout('We need your UPI ID, or your bank account number and IFSC.'),
    isAsked && refundDetailsLink(input),
  ];
}

export const refundDetailsLink = ({ order, shop, page, links }: OrderMailInput) => {
  const linked = page ?? links?.refund;
  if (linked !== undefined) return link('Tell us where to send it', linked);
  return order.userId !== null && link('My Orders', `${shop.url}${href('/profile/orders')}#order-${order.id}`);
};

export const renderToCustomer = (input: OrderMailInput, { parts, ...copy }: Copy, last?: MailPart | false) =>
  renderMail(
    {
      ...copy,
      preview: buildPreview(input.order),
      parts: [
        ...parts,
        orderDetails(input),
        button('See your order', `${input.shop.url}${href('/track-order')}?order=${input.order.orderNumber}`),
        last,
        ...stopEmailsParts(input.stopAddress),
      ],
    },
    input.shop,
  );

/** Returns the unsubscribe link, for people who get emails about a stranger's order. */
export const stopEmailsParts = (stopAddress: string | undefined): MailPart[] =>
  stopAddress === undefined
    ? []
    : [
        paragraph('Didn’t order this? Someone may have entered your email by mistake.'),
        link('This wasn’t me', stopAddress),
      ];
