import { formatSpan } from '#app/basics/duration.ts';
import { formatRupees, type Paise, paise } from '#app/basics/money.ts';
import {
  type OrderMailInput,
  refundDetailsLink,
  renderToCustomer,
  owedParts,
} from '#app/modules/orders/orders/email-templates.server.ts';
import { isPaidTooLate } from '#app/modules/orders/orders/order-life.ts';
import { type OrderMailFacts, readOrderMail, toOrderCustomer } from '#app/modules/orders/orders/order-mail.server.ts';
import type { Email } from '#app/platform/mail/email.ts';
import { factList } from '#app/platform/mail/mail-parts.tsx';
import type { RenderedMail } from '#app/platform/mail/render-mail.server.tsx';
import type { Shop } from '#app/platform/shop.server.ts';
import './events.server.ts';
import { paymentsAndRefunds, findRefundStates } from './refunds.server.ts';

export async function readRefund(shop: Shop, order: OrderMailInput['order']) {
  return (await findRefundStates(shop, [order.id])).get(order.id);
}

export const refundEmails = (facts: OrderMailFacts): readonly Email[] => [
  {
    name: 'notifications.refund-owed',
    on: 'ledger.refund-owed',
    async write(shop, { orderId, amount }, { eventId, history }) {
      const input = await readOrderMail(shop, orderId, { history, facts });
      const mail = await refundOwedMail(paise(amount), input);
      return [{ ...toOrderCustomer(input), ...mail, template: 'refund-owed', occasion: eventId }];
    },
  },
  {
    name: 'notifications.refund-destination',
    on: 'refunds.destination-given',
    async write(shop, { orderId, destination, previous }, { eventId, history }) {
      const input = await readOrderMail(shop, orderId, { history, facts });
      const mail = await refundDestinationMail({ destination, previous }, input);
      return [{ ...toOrderCustomer(input), ...mail, template: 'refund-destination', occasion: eventId }];
    },
  },
  {
    name: 'notifications.refunded',
    on: 'ledger.refunded',
    async write(shop, { orderId, refundId, amount, isWhole }, { history }) {
      const [input, { refunds }] = await Promise.all([
        readOrderMail(shop, orderId, { history, facts }),
        paymentsAndRefunds(shop, orderId),
      ]);
      const refund = refunds.find(({ id }) => id === refundId);
      // The refund failed or was undone in the meantime, so the email would be wrong.
      if (refund?.status === 'failed') return [];
      const { referenceId: reference, sentTo } = refund ?? {};
      const mail = await refundedMail({ amount: paise(amount), isWhole, reference, sentTo }, input);
      return [{ ...toOrderCustomer(input), ...mail, template: 'refunded', occasion: refundId }];
    },
  },
  {
    name: 'notifications.refund-failed',
    on: 'ledger.refund-failed',
    async write(shop, { orderId, refundId }, { history }) {
      const [input, { refunds }] = await Promise.all([
        readOrderMail(shop, orderId, { history, facts }),
        paymentsAndRefunds(shop, orderId),
      ]);
      const { amount, provider } = refunds.find(({ id }) => id === refundId)!;
      const mail = await refundFailedMail({ amount, isManual: provider === null }, input);
      return [{ ...toOrderCustomer(input), ...mail, template: 'refund-failed', occasion: refundId }];
    },
  },
];

const refundOwedMail = (amount: Paise, input: OrderMailInput): Promise<RenderedMail> =>
  renderToCustomer(input, {
    subject: `We owe you ${formatRupees(amount)} for order ${input.order.orderNumber}`,
    heading: `We owe you ${formatRupees(amount)}`,
    parts: [whyOwed(input), ...owedParts(input)],
  });

function whyOwed({ order, refund }: OrderMailInput): string {
  if (isPaidTooLate(order)) return 'The piece was sold before your payment arrived, so we’ll refund you.';
  if (order.status === 'cancelled') return 'Your order is cancelled, so we’ll refund what you paid.';
  if (refund?.because === 'credited') return 'We received pieces you returned, so we’ll refund what you paid for them.';
  return 'You paid more than your order costs, so we’ll refund the difference.';
}

const refundDestinationMail = (
  { destination, previous }: { destination: string; previous: string | null },
  input: OrderMailInput,
): Promise<RenderedMail> =>
  renderToCustomer(input, {
    subject: `Refund details for order ${input.order.orderNumber}`,
    heading: previous ? 'You changed your refund details' : 'We’ve saved your refund details',
    parts: [
      factList([['To', destination], ...(previous ? [['Previously', previous] as [string, string]] : [])]),
      'Wasn’t you? Reply to this email right away.',
      refundDetailsLink(input),
    ],
  });

const refundedMail = (
  refund: { amount: Paise; isWhole: boolean; reference?: string | null; sentTo?: string | null },
  input: OrderMailInput,
): Promise<RenderedMail> =>
  renderToCustomer(input, {
    subject: `${formatRupees(refund.amount)} refunded for order ${input.order.orderNumber}`,
    heading: `${formatRupees(refund.amount)} ${refund.isWhole ? 'refunded' : 'of your payment refunded'}`,
    parts: [
      `It will reach your account within ${formatSpan(input.promises.refundBusinessDays, 'business day')}.`,
      (!!refund.reference || !!refund.sentTo) &&
        factList([
          ...(refund.reference ? [['Reference', refund.reference] as [string, string]] : []),
          ...(refund.sentTo ? [['Sent to', refund.sentTo] as [string, string]] : []),
        ]),
    ],
  });

const refundFailedMail = (refund: { amount: Paise; isManual: boolean }, input: OrderMailInput): Promise<RenderedMail> =>
  renderToCustomer(input, {
    subject: `Your refund of ${formatRupees(refund.amount)} for order ${input.order.orderNumber} did not go through`,
    heading: `Your refund of ${formatRupees(refund.amount)} did not go through`,
    parts: [
      refund.isManual
        ? `We’re sorry. We said that we had refunded ${formatRupees(refund.amount)}, but we haven’t. We still have the money.`
        : `We’re sorry. Your refund of ${formatRupees(refund.amount)} did not reach you. We still have the money.`,
      ...(input.refund?.owed ? owedParts(input) : ['It counts as payment for your order again.']),
    ],
  });
