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
import { mayCancel } from './order-life.ts';
import { awaitsPayment, orderPayment } from './order-payment.ts';
import { payAddress } from './pay-address.ts';
import { previewOf, unmatchedReference, firstName } from './owner-email-templates.server.ts';

export type CustomerOrderMail =
  | 'order-agreed'
  | 'order-placed'
  | 'order-shipped'
  | 'order-delivered'
  | 'order-cancelled'
  | 'order-returned'
  | 'order-restored'
  | 'payment-matched'
  | 'payment-rejected'
  | 'order-paid-too-late'
  | 'order-reference-kept';
export type MailedParcel = { id: string; description: string; carrier: string | null; trackingNumber: string | null };
export type OrderMailInput = {
  order: Order;
  balance: Balance;
  claimed: Paise;
  parcels: readonly MailedParcel[];
  shop: ShopIdentity;
  promises: Settings['promises'];
  /** Absolute URLs by the line's image. */
  pictures: ReadonlyMap<string, string>;
  /** Only for customers who agreed to marketing emails. */
  offer?: { code: string; percentage: number };
  cancellationReason?: string | null;
  /** The emailed link of the order's request. */
  page?: string | undefined;
  /** `refundPage`: the emailed link for entering an account. */
  refund?: RefundState | undefined;
  refundPage?: string | undefined;
  /** For an address that was never confirmed. */
  stopAddress?: string;
  now: Date;
};

const COPY: Record<CustomerOrderMail, (input: OrderMailInput) => Copy> = {
  'order-agreed': ({ order, balance, shop, page }) => ({
    subject: `Your request is accepted: pay for order ${order.orderNumber}`,
    heading: `Yes, ${firstName(order)}`,
    parts: [
      `We make it for you. Order ${order.orderNumber} waits for its payment: ${formatRupees(orderPayment(order, balance).payable)}, by UPI or online. We begin when it is here.`,
      button('Pay now', payAddress(order, shop.url, page)),
      'We look for your payment in our bank and write again when we have found it. If you don’t want it any more, reply to this mail before you pay.',
    ],
  }),
  'order-placed': ({ order, balance, promises, shop, page, now }) => ({
    subject: `Order ${order.orderNumber} placed`,
    heading: `Thank you, ${firstName(order)}`,
    parts: [
      order.advance !== null && whatIsPaid(balance),
      order.advance !== null &&
        outstanding(balance) > 0 &&
        link(balance.received > 0 ? 'Pay the balance' : 'Pay now', payAddress(order, shop.url, page)),
      whatHappensNext(order, promises),
      order.userId !== null &&
        mayCancel(order, promises.cancelWithinHours, now) &&
        `Until it leaves, and within ${formatSpan(promises.cancelWithinHours, 'hour')}, you can still cancel it in your dashboard.`,
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
      `If something is wrong with it, tell us within ${formatSpan(promises.reportIssuesWithinHours, 'hour')}. Returns and exchanges are open for ${formatSpan(promises.returnWithinDays, 'day')}.`,
    ],
  }),
  'order-cancelled': (input) => ({
    subject: `Order ${input.order.orderNumber} was cancelled`,
    heading: 'Your order was cancelled',
    parts: [
      'Nothing will be sent.',
      !!input.cancellationReason && quote(input.cancellationReason),
      ...whatGoesBack(input),
      input.order.cancellationFee > 0 &&
        `By the terms that it was agreed on, ${formatRupees(input.order.cancellationFee)} of what you paid is kept.`,
    ],
  }),
  'order-returned': (input) => ({
    subject: `The parcel of order ${input.order.orderNumber} came back to us`,
    heading: 'Your parcel came back to us',
    parts: [
      `The courier could not hand it over in ${input.order.shippingAddress.city}, so we have cancelled the order.`,
      ...whatGoesBack(input),
      'If you still want it, write to us or order again.',
    ],
  }),
  'order-restored': ({ order, balance, shop, page }) => ({
    subject: `Order ${order.orderNumber} stands again`,
    heading: 'Your order stands again',
    parts: [
      'We had told you that it was cancelled. That is taken back: we go on with it as you ordered it.',
      (order.paymentStatus === 'pending' || order.paymentStatus === 'refunded') &&
        callout('It waits for its payment. If you don’t want it any more, reply to this mail before you pay.'),
      awaitsPayment(orderPayment(order, balance)) && button('Pay now', payAddress(order, shop.url, page)),
    ],
  }),
  'payment-matched': ({ order, balance, claimed, shop, page }) => ({
    subject: `Payment for order ${order.orderNumber} found`,
    heading: 'Your payment has arrived',
    parts: [
      `Thank you. We found ${formatRupees(orderPayment(order, balance).missing > 0 ? balance.received : claimed)} with your reference ${order.paymentReferenceId} in our bank account.`,
      orderPayment(order, balance).missing > 0 &&
        callout(
          `${formatRupees(orderPayment(order, balance).missing)} of ${formatRupees(balance.due)} is still missing. Reply to this email to pay the rest; then we send your order.`,
        ),
      order.advance !== null &&
        orderPayment(order, balance).payable > 0 &&
        link(
          `Pay the remaining ${formatRupees(orderPayment(order, balance).payable)}`,
          payAddress(order, shop.url, page),
        ),
    ],
  }),
  'payment-rejected': ({ order, claimed }) => ({
    subject: `Payment for order ${order.orderNumber} not found`,
    heading: 'We can’t find your payment',
    parts: [
      `We looked for ${formatRupees(claimed)} with your reference ${order.paymentReferenceId} in our bank account, and it isn’t there.`,
      'Look in your UPI app or your bank statement for the reference, 12 digits that are called UTR or UPI transaction ID, and reply to this mail with it. If the money was never taken from your account, tell us that too.',
      callout(
        order.status === 'cancelled'
          ? 'Your order is cancelled, and its pieces are free for others. With the right reference we take it up again if they can still be had.'
          : 'Your order waits until then.',
      ),
    ],
  }),
  'order-reference-kept': ({ order }) => ({
    subject: `We're checking the payment of order ${order.orderNumber}`,
    heading: 'We’re checking this reference',
    parts: [
      callout(`Payment reference ${order.paymentReferenceId}`),
      `We look for ${formatRupees(order.total)} in our bank. This takes up to three business days.`,
      'When we find it, your order goes ahead if its pieces are still available. If they are not, we refund you.',
    ],
  }),
  'order-paid-too-late': ({ order, promises }) => ({
    subject: `Order ${order.orderNumber} can’t be sent`,
    heading: order.cancellationReason
      ? 'Your QR code is no longer valid'
      : order.items.length === 1
        ? `${order.items[0]!.title} was sold while you paid`
        : 'A piece was sold while you paid',
    parts: [
      order.cancellationReason
        ? `Your QR code was older than 24 hours when your reference arrived, so order ${order.orderNumber} is cancelled.`
        : `We are sorry: somebody else bought it before your payment reached us, so order ${order.orderNumber} is cancelled.`,
      callout(`Your payment reference ${order.paymentReferenceId} is kept.`),
      `We look for ${formatRupees(order.total)} in our bank and return your money within ${formatSpan(promises.refundBusinessDays, 'business day')} of finding it.`,
    ],
  }),
};

function whatGoesBack(input: OrderMailInput): Copy['parts'] {
  const { order, claimed, promises } = input;
  if (input.refund?.owed) return whatIsOwed(input);
  if (!unmatchedReference(order)) return ['You owe nothing.'];
  const within = formatSpan(promises.refundBusinessDays, 'business day');
  return [
    `We look for ${formatRupees(claimed)} with your reference ${order.paymentReferenceId} in our bank. If it arrived, we refund it within ${within} of finding it.`,
  ];
}

function whatIsPaid(balance: Balance): string {
  const left = outstanding(balance);
  if (balance.received === 0) return `${formatRupees(left)} is to be paid before it is sent.`;
  const received = `We have received ${formatRupees(balance.received)} for it.`;
  return left > 0 ? `${received} The balance of ${formatRupees(left)} is to be paid before it is sent.` : received;
}

function whatHappensNext(order: Order, promises: OrderMailInput['promises']): string {
  if (order.handedOver) return 'Your order is placed and was handed over to you in person.';
  return order.items.some((item) => item.made_to_order)
    ? 'Your order is placed. We make it for you and write again when it is on its way.'
    : `Your order is placed. We pack it within ${formatSpan(promises.processingBusinessDays, 'business day')} and write again when it is on its way.`;
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
  const { offer, order, shop } = input;
  const { parts, ...copy } = COPY[kind](input);
  return renderToCustomer(
    input,
    {
      ...copy,
      parts: [
        ...parts,
        offer &&
          NAMES_OFFER.has(kind) &&
          `For your next order: the code ${offer.code} takes ${offer.percentage}% off. You read this because marketing emails are on in your settings at ${shop.name}.`,
      ],
    },
    kind === 'order-placed' &&
      order.userId !== null &&
      outstanding(input.balance) === 0 &&
      link('Invoice', `${shop.url}${href('/profile/orders/:id/invoice', { id: order.id })}`),
  );
}

/** No offers next to bad news. */
const NAMES_OFFER: ReadonlySet<CustomerOrderMail> = new Set(['order-placed', 'order-shipped', 'order-delivered']);

export const parcelMail = (parcel: MailedParcel, input: OrderMailInput): Promise<RenderedMail> =>
  renderToCustomer(input, {
    subject: `How to follow order ${input.order.orderNumber}`,
    heading: 'Your parcel is with the courier',
    parts: parcelParts(parcel),
  });

export function whatIsOwed(input: OrderMailInput): Copy['parts'] {
  const { refund: state } = input;
  if (!state) return [];
  const isAsked = state.asksDestination && !state.destination;
  return [
    describeOwed(state),
    isAsked && callout('We need your UPI ID, or the number and IFSC of your bank account.'),
    isAsked && placeToAnswer(input),
  ];
}

export const placeToAnswer = ({ order, shop, page, refundPage }: OrderMailInput) => {
  const linked = page ?? refundPage;
  if (linked !== undefined) return link('Tell us where to send it', linked);
  return order.userId !== null && link('My Orders', `${shop.url}${href('/profile/orders')}#order-${order.id}`);
};

export const renderToCustomer = (input: OrderMailInput, { parts, ...copy }: Copy, last?: MailPart | false) =>
  renderMail(
    {
      ...copy,
      preview: previewOf(input.order),
      parts: [
        ...parts,
        orderDetails(input),
        button('See your order', `${input.shop.url}${href('/track-order')}?order=${input.order.orderNumber}`),
        last,
        ...notMine(input.stopAddress),
      ],
    },
    input.shop,
  );

/** For recipients of an email about another person's order. */
export const notMine = (stopAddress: string | undefined): MailPart[] =>
  stopAddress === undefined
    ? []
    : [paragraph('Did you not order this? Somebody typed your address.'), link('This wasn’t me', stopAddress)];
