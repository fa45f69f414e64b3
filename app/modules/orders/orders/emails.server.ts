import { and, eq } from 'drizzle-orm';
import { paise } from '#app/basics/money.ts';
import { getCustomerSettingsOf } from '#app/modules/identity/accounts/customer-settings.server.ts';
import { authAccounts } from '#app/modules/identity/sign-in/tables.server.ts';
import { hasConsent } from '#app/modules/store/consents/consents.server.ts';
import { currentOffer } from '#app/modules/orders/coupons/coupons.server.ts';
import { ledgerEntries, payments } from '#app/modules/orders/ledger/tables.server.ts';
import { picturesByUrl } from '#app/modules/catalogue/media/find-pictures.server.ts';
import { absoluteAddress, shareImageOf } from '#app/modules/catalogue/media/picture.ts';
import { mailsWritten, type NewMail, queueMails } from '#app/modules/messaging/messages/messages.server.ts';
import {
  attentionMail,
  type CustomerOrderMail,
  customerOrderMail,
  type OrderMailInput,
  ownerOrderMail,
  parcelMail,
  refundDestinationMail,
  refundedMail,
  refundFailedMail,
  refundOwedMail,
} from './email-templates.server.tsx';
import type { RenderedMail } from '#app/platform/mail/render-mail.server.tsx';
import { linkOf } from '#app/modules/requests/requests/access.server.ts';
import { contactEmail, orderRequests } from '#app/modules/requests/requests/tables.server.ts';
import type { Order } from './order.ts';
import { ORDER_LIFE } from './order-life.ts';
import { getOrder, shipmentsOf } from './orders.server.ts';
import { isGivenReference } from '#app/modules/payments/payments/payment.ts';
import { paymentsAndRefunds, refundLinkOf, refundStatesOf } from '#app/modules/payments/payments/refunds.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import type { Listener } from '#app/platform/outbox/listener.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { readShopIdentity } from '#app/modules/store/settings/shop-identity.server.ts';
import { stopAddressFor } from '#app/modules/messaging/messages/internal/unconfirmed-recipients.server.ts';

/** What is written about an order: to its customer and to the shop. */
export const orderListeners: readonly Listener[] = [
  {
    name: 'notifications.order-agreed',
    on: 'order-requests.accepted',
    async handle(shop, { orderId }) {
      const input = await mailInput(shop, orderId);
      // Paid or cancelled before we got here.
      if (input.order.status === 'pending') await queueMails(shop, await toCustomer('order-agreed', input));
    },
  },
  {
    name: 'notifications.order-placed',
    on: 'orders.confirmed',
    async handle(shop, { orderId }) {
      const input = await mailInput(shop, orderId);
      // Cancelled before we got here: the mail about that is enough.
      if (input.order.status !== 'cancelled') await queuePlaced(shop, input);
    },
  },
  {
    name: 'notifications.order-status',
    on: 'orders.status-changed',
    async handle(shop, { orderId, from, to, isRejection = false }) {
      if (from !== 'cancelled' && to !== 'shipped' && to !== 'delivered' && to !== 'cancelled') return;
      const input = await mailInput(shop, orderId);
      // Taken back before we got here: then the mail would be wrong by now.
      if (input.order.status !== to) return;
      if (from === 'cancelled') await queueRestored(shop, input);
      if (to === 'cancelled' && !(isRejection && isRejectionMailed(input.order))) await queueCancelled(shop, input);
      if (to !== 'shipped' && to !== 'delivered') return;
      if (!(await wantsOrderUpdates(shop, input.order.userId))) return;
      await queueMails(shop, await toCustomer(`order-${to}`, input));
      await queueParcels(shop, input);
    },
  },
  {
    name: 'notifications.parcel',
    on: 'orders.shipment-recorded',
    async handle(shop, { orderId }) {
      const input = await mailInput(shop, orderId);
      if (await wantsOrderUpdates(shop, input.order.userId)) await queueParcels(shop, input);
    },
  },
  {
    name: 'notifications.payment-checked',
    on: 'orders.payment-checked',
    async handle(shop, { orderId, verification }) {
      if (verification === 'unverified') return;
      const input = await mailInput(shop, orderId);
      const { status, paymentReferenceId: reference, ...order } = input.order;
      if (order.verification !== verification || reference === null) return;
      // Of a cancelled order's money the mail about the refund tells.
      if (status === 'cancelled' && verification === 'matched') return;
      // Nobody looked for what the shop itself or a gateway wrote.
      if (isGivenReference(reference, order.paymentMethod)) return;
      // With the money it became certain by, the mail that it is placed tells it.
      if (verification === 'matched' && (await isConfirmedBy(shop, input.order, reference))) return;
      if (verification === 'matched' && !(await wantsOrderUpdates(shop, order.userId))) return;
      const occasion = `${order.id}:${reference}`;
      const isAnew = verification === 'rejected' && status === 'cancelled';
      await queueMails(
        shop,
        await toCustomer(
          `payment-${verification}`,
          input,
          isAnew ? await onceARestoring(shop, orderId, occasion) : occasion,
        ),
      );
    },
  },
  {
    name: 'notifications.refund-owed',
    on: 'ledger.refund-owed',
    async handle(shop, { orderId, amount }, { id }) {
      const input = await mailInput(shop, orderId);
      const mail = await refundOwedMail(paise(amount), input);
      await queueMails(shop, { ...recipientOf(input), ...mail, template: 'refund-owed', occasion: id });
    },
  },
  {
    name: 'notifications.refund-destination',
    on: 'refunds.destination-given',
    async handle(shop, { orderId, destination, previous }, { id }) {
      const input = await mailInput(shop, orderId);
      const mail = await refundDestinationMail({ destination, previous }, input);
      await queueMails(shop, { ...recipientOf(input), ...mail, template: 'refund-destination', occasion: id });
    },
  },
  {
    name: 'notifications.refunded',
    on: 'ledger.refunded',
    async handle(shop, { orderId, refundId, amount, isWhole }) {
      const [input, { refunds }] = await Promise.all([mailInput(shop, orderId), paymentsAndRefunds(shop, orderId)]);
      const refund = refunds.find(({ id }) => id === refundId);
      // Taken back before we got here: what is told of that is enough.
      if (refund?.status === 'failed') return;
      const { referenceId: reference, sentTo } = refund ?? {};
      const mail = await refundedMail({ amount: paise(amount), isWhole, reference, sentTo }, input);
      await queueMails(shop, { ...recipientOf(input), ...mail, template: 'refunded', occasion: refundId });
    },
  },
  {
    name: 'notifications.refund-failed',
    on: 'ledger.refund-failed',
    async handle(shop, { orderId, refundId }) {
      const [input, { refunds }] = await Promise.all([mailInput(shop, orderId), paymentsAndRefunds(shop, orderId)]);
      const { amount, provider } = refunds.find(({ id }) => id === refundId)!;
      const mail = await refundFailedMail({ amount, isManual: provider === null }, input);
      await queueMails(shop, { ...recipientOf(input), ...mail, template: 'refund-failed', occasion: refundId });
    },
  },
  {
    name: 'notifications.paid-too-late',
    on: 'orders.paid-too-late',
    async handle(shop, { orderId }) {
      await queueMails(shop, await toCustomer('order-paid-too-late', await mailInput(shop, orderId)));
    },
  },
  {
    name: 'notifications.reference-kept',
    on: 'orders.reference-kept',
    async handle(shop, { orderId }) {
      await queueMails(shop, await toCustomer('order-reference-kept', await mailInput(shop, orderId)));
    },
  },
  {
    name: 'notifications.needs-attention',
    on: 'orders.needs-attention',
    async handle(shop, { orderId, why }, { id }) {
      const input = await mailInput(shop, orderId);
      await queueMails(shop, toShop('owner-needs-attention', id, input, await attentionMail(why, input)));
    },
  },
];

const recipientOf = ({ order, stopAddress }: OrderMailInput) => ({
  recipient: order.customerEmail,
  orderId: order.id,
  isLimited: stopAddress !== undefined,
});

const toCustomer = async (
  template: CustomerOrderMail,
  input: OrderMailInput,
  occasion = input.order.id,
): Promise<NewMail> => ({
  ...(await customerOrderMail(template, input)),
  ...recipientOf(input),
  template,
  occasion,
});

async function queuePlaced(shop: Shop, input: OrderMailInput): Promise<void> {
  const mails = [await toCustomer('order-placed', input)];
  // Who sold it over the counter knows.
  if (!input.order.handedOver)
    mails.push(toShop('owner-order-placed', input.order.id, input, await ownerOrderMail(input)));
  await queueMails(shop, ...mails);
}

// Not by owner: the shop itself, of an order whose row it holds.
/** An order nobody was told of (held for a payment that never came, not agreed on) is cancelled without a word; a second time only after a restoring was told. */
async function queueCancelled(shop: Shop, input: OrderMailInput): Promise<void> {
  const { id, advance, confirmedAt, returnedToSenderAt } = input.order;
  if (!confirmedAt && advance === null) return;
  const template = returnedToSenderAt ? 'order-returned' : 'order-cancelled';
  const [request] = await shop.database
    .select({ reason: orderRequests.rejectionReason })
    .from(orderRequests)
    .where(eq(orderRequests.orderId, id));
  const cancellationReason = request?.reason ?? input.order.cancellationReason;
  const occasion = await onceARestoring(shop, id, id);
  await queueMails(shop, await toCustomer(template, { ...input, cancellationReason }, occasion));
}

/** The occasion of a mail that is written again once its customer was told that the order stands again. */
async function onceARestoring(shop: Shop, orderId: string, occasion: string): Promise<string> {
  const { length: restored } = await mailsWritten(shop, orderId, ['order-restored']);
  return restored === 0 ? occasion : `${occasion}:${restored}`;
}

/** Whether the mail that a payment was not found tells its customer that the order is cancelled, too. */
const isRejectionMailed = ({ verification, paymentReferenceId, paymentMethod }: Order): boolean =>
  verification === 'rejected' && paymentReferenceId !== null && !isGivenReference(paymentReferenceId, paymentMethod);

/** To who was told that it was cancelled; who was told of neither, because it was cancelled at once, hears that it is placed. */
async function queueRestored(shop: Shop, input: OrderMailInput): Promise<void> {
  const { id, status, confirmedAt } = input.order;
  const templates = ['order-cancelled', 'order-returned', 'payment-rejected'] as const;
  const { length: cancelled } = await mailsWritten(shop, id, templates);
  if (cancelled > 0) await queueMails(shop, await toCustomer('order-restored', input, `${id}:${cancelled}`));
  else if (confirmedAt && ORDER_LIFE[status].isCertain) await queuePlaced(shop, input);
}

/** A mail for each parcel that was handed over since the order was told to be on its way. */
async function queueParcels(shop: Shop, input: OrderMailInput): Promise<void> {
  const written = await mailsWritten(shop, input.order.id, ['order-shipped', 'order-parcel']);
  if (input.order.status !== 'shipped' || !written.some(({ template }) => template === 'order-shipped')) return;
  const untold = input.parcels.filter(
    ({ trackingNumber, description }) =>
      !written.some(({ bodyText }) => bodyText.includes(trackingNumber ?? description)),
  );
  const mails = untold.map(async (parcel): Promise<NewMail> => {
    const mail = await parcelMail(parcel, input);
    return { ...recipientOf(input), ...mail, template: 'order-parcel', occasion: parcel.id };
  });
  await queueMails(shop, ...(await Promise.all(mails)));
}

const toShop = (
  template: 'owner-order-placed' | 'owner-needs-attention',
  occasion: string,
  { order, shop }: OrderMailInput,
  mail: RenderedMail,
): NewMail => ({ ...mail, template, occasion, recipient: shop.email, orderId: order.id });

/** Whether an order with an advance became certain when the payment under this reference was found. */
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

async function mailInput(shop: Shop, orderId: string): Promise<OrderMailInput> {
  const [order, shipments, { promises }, identity, { payments, balance }] = await Promise.all([
    getOrder(shop, orderId),
    shipmentsOf(shop, orderId),
    getSettings(shop),
    readShopIdentity(shop),
    paymentsAndRefunds(shop, orderId),
  ]);
  const newest = payments.find(({ referenceId }) => referenceId === order.paymentReferenceId);
  const claimed = newest?.amount ?? order.total;
  const [pictures, offer, stopAddress, page, refunds, refundPage] = await Promise.all([
    absolutePictures(shop, order),
    offerFor(shop, order.userId),
    stopAddressFor(shop, order),
    findEmailedLink(shop, order),
    refundStatesOf(shop, [orderId]),
    refundLinkOf(shop, order),
  ]);
  const parcels = shipments.filter(({ step }) => step === 'shipped');
  return {
    order,
    balance,
    claimed,
    parcels,
    promises,
    pictures,
    offer,
    stopAddress,
    page,
    refund: refunds.get(orderId),
    refundPage,
    shop: identity,
    now: shop.now,
  };
}

// Not by owner: the shop itself, which writes to the address that the link is for.
/** The emailed link of the request that an order was made from, for people who can't sign in to an account that has it. */
async function findEmailedLink(shop: Shop, { id, userId, customerEmail }: Order): Promise<string | undefined> {
  if (userId !== null && (await shop.database.$count(authAccounts, eq(authAccounts.userId, userId))) > 0)
    return undefined;
  const [request] = await shop.database
    .select({ id: orderRequests.id, email: contactEmail })
    .from(orderRequests)
    .where(eq(orderRequests.orderId, id));
  return request?.email === customerEmail.toLowerCase() ? linkOf(shop, request.id, 'email') : undefined;
}

/** The shop's current offer, for whose consent to marketing mails stands. */
async function offerFor(shop: Shop, userId: string | null): Promise<OrderMailInput['offer']> {
  if (userId === null || !(await hasConsent(shop, userId, 'marketing-emails'))) return undefined;
  const offer = await currentOffer(shop);
  return offer && { code: offer.code, percentage: offer.discountPercentage };
}

/** JPEG, as many mail programs show neither WebP nor AVIF. */
async function absolutePictures(shop: Shop, order: Order): Promise<Map<string, string>> {
  const pictures = await picturesByUrl(
    shop,
    order.items.map((item) => item.image),
  );
  return new Map(
    [...pictures].map(([url, picture]) => [url, absoluteAddress(shareImageOf(picture), shop.config.shopUrl)]),
  );
}

/** Updates on the way are optional mails; who never said no gets them. The confirmation is not optional. */
const wantsOrderUpdates = async (shop: Shop, userId: string | null): Promise<boolean> =>
  userId === null || (await getCustomerSettingsOf(shop, userId)).emailOrderUpdates;
