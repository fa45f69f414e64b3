import { and, eq } from 'drizzle-orm';
import { href } from 'react-router';
import { formatRupees } from '#app/basics/money.ts';
import { isGivenReference } from '#app/modules/orders/ledger/ledger.ts';
import { ledgerEntries, payments } from '#app/modules/orders/ledger/tables.server.ts';
import type { Email, MessageHistory, NewMessage } from '#app/platform/mail/email.ts';
import type { RenderedMail } from '#app/platform/mail/render-mail.server.tsx';
import type { Shop } from '#app/platform/shop.server.ts';
import { type OrderMailInput, parcelMail } from './email-templates.server.ts';
import { attentionMail, ownerOrderChangedMail, ownerOrderMail } from './owner-email-templates.server.ts';
import './events.server.ts';
import { CHANGED_BY_CUSTOMER, type Order } from './order.ts';
import { ORDER_LIFE } from './order-life.ts';
import {
  type OrderMailFacts,
  readOrderMail,
  toOrderCustomer,
  wantsOrderUpdates,
  writeToCustomer,
} from './order-mail.server.ts';

export const orderEmails = (facts: OrderMailFacts): readonly Email[] => [
  {
    name: 'notifications.order-placed',
    on: 'orders.confirmed',
    async write(shop, { orderId }, { history }) {
      const input = await readOrderMail(shop, orderId, { history, facts });
      // A cancelled order needs only the cancellation email.
      return input.order.status === 'cancelled' ? [] : writePlaced(input);
    },
  },
  {
    name: 'notifications.order-status',
    on: 'orders.status-changed',
    async write(shop, { orderId, from, to, isRejection = false, isUndone = false }, { history }) {
      if (isUndone) return [];
      if (from !== 'cancelled' && to !== 'shipped' && to !== 'delivered' && to !== 'cancelled') return [];
      const input = await readOrderMail(shop, orderId, { history, facts });
      // The status has changed since then, so the email would be wrong.
      if (input.order.status !== to) return [];
      const restored = from === 'cancelled' ? await writeRestored(shop, input, history) : [];
      if (to === 'cancelled' && !(isRejection && isRejectionMailed(input.order)))
        return [...restored, ...(await writeCancelled(shop, input, history))];
      if (to !== 'shipped' && to !== 'delivered') return restored;
      if (!(await wantsOrderUpdates(shop, input.order.userId))) return restored;
      const step = await writeToCustomer(`order-${to}`, input);
      const written = await history.listWritten(shop, orderId, PARCEL_TEMPLATES);
      const isShippedWritten = written.some(({ template }) => template === 'order-shipped');
      const announcedSteps = isShippedWritten
        ? written
        : [...written, { template: step.template, bodyText: step.text }];
      return [...restored, step, ...(await writeParcels(input, announcedSteps))];
    },
  },
  {
    name: 'notifications.order-changed',
    on: 'orders.changed',
    async write(shop, { orderId, what }, { eventId, history }) {
      const input = await readOrderMail(shop, orderId, { history, facts });
      // While the checkout holds pieces, no email about the order has been sent.
      if (input.order.heldUntil !== null || input.order.status === 'cancelled') return [];
      const changes = what.slice(CHANGED_BY_CUSTOMER.length);
      return [
        await writeToCustomer('order-changed', { ...input, changes }, eventId),
        toShop('owner-order-changed', eventId, input, await ownerOrderChangedMail(changes, input)),
      ];
    },
  },
  {
    name: 'notifications.parcel',
    on: 'orders.shipment-recorded',
    async write(shop, { orderId }, { history }) {
      const input = await readOrderMail(shop, orderId, { history, facts });
      if (!(await wantsOrderUpdates(shop, input.order.userId))) return [];
      return writeParcels(input, await history.listWritten(shop, orderId, PARCEL_TEMPLATES));
    },
  },
  {
    name: 'notifications.payment-checked',
    on: 'orders.payment-checked',
    async write(shop, { orderId, verification }, { history }) {
      if (verification === 'unverified') return [];
      const input = await readOrderMail(shop, orderId, { history, facts });
      const { status, paymentReferenceId: reference, ...order } = input.order;
      if (order.verification !== verification || reference === null) return [];
      // The refund email already reports the cancellation.
      if (status === 'cancelled' && verification === 'matched') return [];
      // The shop or a gateway created the reference, so this was not a confirmation by the owner.
      if (isGivenReference(reference, order.paymentMethod)) return [];
      if (verification === 'matched' && (await isConfirmedBy(shop, input.order, reference))) return [];
      if (verification === 'matched' && !(await wantsOrderUpdates(shop, order.userId))) return [];
      const occasion = `${order.id}:${reference}`;
      const isAnew = verification === 'rejected' && status === 'cancelled';
      return [
        await writeToCustomer(
          `payment-${verification}`,
          input,
          isAnew ? await occasionSinceRestored(shop, orderId, occasion, history) : occasion,
        ),
      ];
    },
  },
  {
    name: 'notifications.paid-too-late',
    on: 'orders.paid-too-late',
    async write(shop, { orderId }, { history }) {
      return [await writeToCustomer('order-paid-too-late', await readOrderMail(shop, orderId, { history, facts }))];
    },
  },
  {
    name: 'notifications.reference-kept',
    on: 'orders.reference-kept',
    async write(shop, { orderId }, { history }) {
      return [await writeToCustomer('order-reference-kept', await readOrderMail(shop, orderId, { history, facts }))];
    },
  },
  {
    name: 'notifications.needs-attention',
    on: 'orders.needs-attention',
    async write(shop, { orderId, why }, { eventId, history }) {
      const input = await readOrderMail(shop, orderId, { history, facts });
      return [toShop('owner-needs-attention', eventId, input, await attentionMail(why, input))];
    },
  },
];

const PARCEL_TEMPLATES = ['order-shipped', 'order-parcel'] as const;

async function writePlaced(input: OrderMailInput): Promise<NewMessage[]> {
  const placed = await writeToCustomer('order-placed', input);
  if (input.order.handedOver) return [placed];
  return [placed, toShop('owner-order-placed', input.order.id, input, await ownerOrderMail(input))];
}

async function writeCancelled(shop: Shop, input: OrderMailInput, history: MessageHistory): Promise<NewMessage[]> {
  const { id, advance, confirmedAt, returnedToSenderAt } = input.order;
  if (!confirmedAt && advance === null) return [];
  const template = returnedToSenderAt ? 'order-returned' : 'order-cancelled';
  return [await writeToCustomer(template, input, await occasionSinceRestored(shop, id, id, history))];
}

/** A restored order gets another occasion, so that the email can be sent again. */
async function occasionSinceRestored(
  shop: Shop,
  orderId: string,
  occasion: string,
  history: MessageHistory,
): Promise<string> {
  const { length: restored } = await history.listWritten(shop, orderId, ['order-restored']);
  return restored === 0 ? occasion : `${occasion}:${restored}`;
}

const isRejectionMailed = ({ verification, paymentReferenceId, paymentMethod }: Order): boolean =>
  verification === 'rejected' && paymentReferenceId !== null && !isGivenReference(paymentReferenceId, paymentMethod);

/** Customers who received no email about the cancellation get the confirmation instead. */
async function writeRestored(shop: Shop, input: OrderMailInput, history: MessageHistory): Promise<NewMessage[]> {
  const { id, status, confirmedAt } = input.order;
  const templates = ['order-cancelled', 'order-returned', 'payment-rejected'];
  const { length: cancelled } = await history.listWritten(shop, id, templates);
  if (cancelled > 0) return [await writeToCustomer('order-restored', input, `${id}:${cancelled}`)];
  return confirmedAt && ORDER_LIFE[status].isCertain ? writePlaced(input) : [];
}

async function writeParcels(
  input: OrderMailInput,
  written: Awaited<ReturnType<MessageHistory['listWritten']>>,
): Promise<NewMessage[]> {
  if (input.order.status !== 'shipped' || !written.some(({ template }) => template === 'order-shipped')) return [];
  const untold = input.parcels.filter(
    ({ trackingNumber, description }) =>
      !written.some(({ bodyText }) => bodyText.includes(trackingNumber ?? description)),
  );
  return Promise.all(
    untold.map(async (parcel) => ({
      ...toOrderCustomer(input),
      ...(await parcelMail(parcel, input)),
      template: 'order-parcel',
      occasion: parcel.id,
    })),
  );
}

const toShop = (
  template: 'owner-order-placed' | 'owner-order-changed' | 'owner-needs-attention',
  occasion: string,
  { order, shop }: OrderMailInput,
  mail: RenderedMail,
): NewMessage => ({
  ...mail,
  template,
  occasion,
  recipient: shop.email,
  orderId: order.id,
  notice: {
    kind: template === 'owner-needs-attention' ? 'payment' : 'order',
    path: href('/admin/orders/:id', { id: order.id }),
    detail: `${order.orderNumber}, ${order.customerName}, ${formatRupees(order.total)}`,
  },
});

// Not filtered by owner: the shop writes to the order's customer.
async function isConfirmedBy(shop: Shop, order: Order, reference: string): Promise<boolean> {
  if (order.advance === null || order.confirmedAt === null) return false;
  const found = await shop.database
    .select({ id: ledgerEntries.id })
    .from(ledgerEntries)
    .innerJoin(payments, eq(payments.id, ledgerEntries.paymentId))
    .where(
      and(
        eq(ledgerEntries.orderId, order.id),
        eq(payments.referenceId, reference),
        eq(ledgerEntries.type, 'matched'),
        eq(ledgerEntries.createdAt, order.confirmedAt),
      ),
    )
    .limit(1);
  return found.length > 0;
}
