import { href } from 'react-router';
import { eq } from 'drizzle-orm';
import { formatSpan } from '#app/basics/duration.ts';
import { paise } from '#app/basics/money.ts';
import { type OrderMailFacts, readOrderMail, writeToCustomer } from '#app/modules/orders/orders/order-mail.server.ts';
import { getOrder } from '#app/modules/orders/orders/orders.server.ts';
import { readRefund } from '#app/modules/payments/payments/emails.server.ts';
import { authAccounts } from '#app/modules/identity/sign-in/tables.server.ts';
import type { Order } from '#app/modules/orders/orders/order.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { readShopIdentity } from '#app/modules/store/settings/shop-identity.server.ts';
import type { Email, MessageHistory } from '#app/platform/mail/email.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { linkOf } from './access.server.ts';
import { takeUnseenMessages } from './conversations.server.ts';
import { inspirationOf, uploadKeyOf } from './pictures.server.ts';
import {
  customOrderReceivedMail,
  orderRequestReceivedMail,
  ownerCustomOrderMail,
  ownerOrderRequestMail,
  requestRejectedMail,
} from './email-templates.server.ts';
import {
  describeChange,
  describeDecision,
  factsOf,
  describeAcceptance,
  describeQuote,
  describeClosing,
  type RequestMailInput,
  describeStage,
  toCustomer,
  toSender,
  toShop,
  toStudio,
  describeUnseenToCustomer,
  describeUnseenToStudio,
} from './progress-email-templates.server.ts';
import './events.server.ts';
import { getRequest } from './read-requests.server.ts';
import { asksForArtwork, REJECTION_UNDO_SECONDS, STAGE_LABELS } from './request.ts';
import { contactEmail, conversationPictures, orderRequests, quotes, stageUpdates } from './tables.server.ts';

export const orderMailFacts: OrderMailFacts = { readRefund, readRequest };

export const requestEmails: readonly Email[] = [
  {
    name: 'notifications.order-request',
    on: 'order-requests.sent',
    async write(shop, { requestId }) {
      const [request, page, { contact }, identity] = await Promise.all([
        readTitled(shop, requestId),
        linkOf(shop, requestId, 'email'),
        getSettings(shop),
        readShopIdentity(shop),
      ]);
      const waitingHours = contact.replyWithinHours;
      const [ownerMail, customerMail] = await Promise.all([
        ownerOrderRequestMail({ ...request, waitingHours }, identity),
        orderRequestReceivedMail({ ...request, page, waitingHours }, identity),
      ]);
      return [
        toShop(request, identity, 'owner-order-request', ownerMail),
        toSender(request, 'order-request-received', customerMail),
      ];
    },
  },
  {
    name: 'notifications.custom-order',
    on: 'custom-orders.sent',
    async write(shop, { requestId }) {
      const [request, page, pictures, { contact, promises }, identity] = await Promise.all([
        readTitled(shop, requestId),
        linkOf(shop, requestId, 'email'),
        inspirationOf(shop, requestId),
        getSettings(shop),
        readShopIdentity(shop),
      ]);
      const pictureUrls = pictures.map(({ id }) => `${identity.url}${href('/inspiration/:id', { id })}`);
      const weeks = formatSpan(promises.customWorkWeeks, 'week');
      const waitingHours = contact.replyWithinHours;
      const [ownerMail, customerMail] = await Promise.all([
        ownerCustomOrderMail({ ...request, pictureUrls }, identity),
        customOrderReceivedMail({ ...request, page, waitingHours, weeks }, identity),
      ]);
      return [
        toShop(request, identity, 'owner-custom-order', ownerMail),
        toSender(request, 'custom-order-received', customerMail),
      ];
    },
  },
  {
    name: 'notifications.request-rejected',
    on: 'order-requests.rejected',
    async write(shop, { requestId }) {
      const [request, identity] = await Promise.all([readTitled(shop, requestId), readShopIdentity(shop)]);
      // The request was reopened in the meantime.
      if (request.status !== 'rejected') return [];
      if (request.answeredAt && shop.now.getTime() - request.answeredAt.getTime() < REJECTION_UNDO_SECONDS * 1_000)
        return [];
      // The time is part of the occasion, so that a second rejection is emailed too.
      const occasion = `${requestId}:${request.answeredAt?.toISOString()}`;
      return [toSender(request, 'request-rejected', await requestRejectedMail(request, identity), occasion)];
    },
  },
  {
    name: 'notifications.order-agreed',
    on: 'order-requests.accepted',
    async write(shop, { orderId, paidBy }, { history }) {
      const input = await readOrderMail(shop, orderId, { history, facts: orderMailFacts });
      // A paid or cancelled order needs no email that asks for payment.
      const isUnpaid = input.order.status !== 'cancelled' && input.order.confirmedAt === null && !paidBy;
      return isUnpaid ? [await writeToCustomer('order-agreed', input)] : [];
    },
  },
  {
    name: 'notifications.commission-message',
    on: 'conversations.message-unseen',
    // One transaction takes and queues each message, so that it is emailed exactly once.
    isAtomic: true,
    async write(shop, { requestId, sender }, { history }) {
      const unseen = await takeUnseenMessages(shop, { requestId, sender });
      if (unseen.length === 0) return [];
      const input = await readInput(shop, requestId, history);
      const occasion = unseen[0]!.id;
      return [
        sender === 'customer'
          ? await toStudio(input, 'owner-commission-message', occasion, describeUnseenToStudio(input, unseen))
          : await toCustomer(input, 'commission-message', occasion, describeUnseenToCustomer(input, unseen)),
      ];
    },
  },
  {
    name: 'notifications.quote-sent',
    on: 'commissions.quote-sent',
    async write(shop, { quoteId }, { history }) {
      const quote = await findQuote(shop, quoteId);
      if (!quote) return [];
      const input = await readInput(shop, quote.requestId, history);
      return [await toCustomer(input, 'quote-sent', quoteId, describeQuote(input, quote))];
    },
  },
  {
    name: 'notifications.change-asked',
    on: 'commissions.change-asked',
    async write(shop, { quoteId }, { history }) {
      const quote = await findQuote(shop, quoteId);
      if (!quote?.changeAsked) return [];
      const input = await readInput(shop, quote.requestId, history);
      return [await toStudio(input, 'owner-change-asked', quoteId, describeChange(input, quote.changeAsked))];
    },
  },
  {
    name: 'notifications.quote-accepted',
    on: 'commissions.quote-accepted',
    async write(shop, { quoteId, orderId }, { history }) {
      const quote = await findQuote(shop, quoteId);
      if (!quote) return [];
      const [input, order] = await Promise.all([readInput(shop, quote.requestId, history), getOrder(shop, orderId)]);
      const { orderNumber } = order;
      const isStocked = order.items.every((item) => !item.made_to_order);
      const isMadeAnew = !isStocked && asksForArtwork(input.request.kind, input.request.medium);
      const accepted = `accepted quote ${quote.version}. It is now order ${orderNumber}. The advance is not paid yet.`;
      const did = isMadeAnew ? `${accepted} The piece is out of stock, so you need to make one.` : accepted;
      const agreed = describeAcceptance({ ...quote, orderNumber, isStocked, isMadeAnew });
      return Promise.all([
        toCustomer(input, 'quote-accepted', quoteId, agreed),
        toStudio(input, 'owner-quote-accepted', quoteId, describeDecision(input, { what: 'Quote accepted', did })),
      ]);
    },
  },
  {
    name: 'notifications.stage-reached',
    on: 'commissions.stage-reached',
    async write(shop, { updateId }, { history }) {
      const update = await findStage(shop, updateId);
      // The stage was undone or answered in the meantime.
      if (!update || update.approvedAt || update.changeWanted !== null) return [];
      const [input, photos] = await Promise.all([
        readInput(shop, update.requestId, history),
        shop.database.$count(
          conversationPictures,
          eq(conversationPictures.uploadKey, uploadKeyOf(update.requestId, update.key)),
        ),
      ]);
      const { orderId, fabricReceivedAt, fabricConfirmedAt } = input.request;
      // The order was cancelled in the meantime.
      if (orderId && (await getOrder(shop, orderId)).status === 'cancelled') return [];
      const isFabric = update.stage === 'fabric-in';
      if (isFabric && fabricConfirmedAt) return [];
      const asksFabric = isFabric && fabricReceivedAt !== null;
      const copy = describeStage(input, { ...update, label: STAGE_LABELS[update.stage], isFabric, asksFabric, photos });
      return [await toCustomer(input, 'commission-stage', updateId, copy)];
    },
  },
  {
    name: 'notifications.design-approved',
    on: 'commissions.design-approved',
    async write(shop, { updateId }, { history }) {
      const update = await findStage(shop, updateId);
      if (!update) return [];
      const input = await readInput(shop, update.requestId, history);
      const copy = describeDecision(input, { what: 'Design approved', did: 'approved the design.' });
      return [await toStudio(input, 'owner-design-approved', updateId, copy)];
    },
  },
  {
    name: 'notifications.design-declined',
    on: 'commissions.design-declined',
    async write(shop, { updateId }, { history }) {
      const update = await findStage(shop, updateId);
      if (!update?.changeWanted) return [];
      const input = await readInput(shop, update.requestId, history);
      return [await toStudio(input, 'owner-change-asked', updateId, describeChange(input, update.changeWanted))];
    },
  },
  {
    name: 'notifications.fabric-confirmed',
    on: 'commissions.fabric-confirmed',
    async write(shop, { requestId }, { eventId, history }) {
      const input = await readInput(shop, requestId, history);
      const copy = describeDecision(input, { what: 'Fabric confirmed', did: 'confirmed the fabric.' });
      return [await toStudio(input, 'owner-fabric-confirmed', eventId, copy)];
    },
  },
  {
    name: 'notifications.commission-cancelled',
    on: 'commissions.cancelled',
    async write(shop, { requestId, by, cancellationFee, refunded }, { eventId, history }) {
      if (by === 'studio') return [];
      const input = await readInput(shop, requestId, history);
      const facts = factsOf({ cancellationFee: paise(cancellationFee), refunded: paise(refunded) });
      const copy = describeDecision(input, { what: 'Work cancelled', did: 'cancelled the work.', facts });
      return [await toStudio(input, 'owner-commission-cancelled', eventId, copy)];
    },
  },
  {
    name: 'notifications.commission-closed',
    on: 'commissions.closed',
    async write(shop, { requestId }, { eventId, history }) {
      const input = await readInput(shop, requestId, history);
      // The request was reopened in the meantime.
      if (input.request.status !== 'closed') return [];
      return [await toCustomer(input, 'commission-closed', eventId, describeClosing(input))];
    },
  },
];

type Input = RequestMailInput & { request: Awaited<ReturnType<typeof readTitled>> };

const findQuote = async (shop: Shop, quoteId: string) =>
  (await shop.database.select().from(quotes).where(eq(quotes.id, quoteId))).at(0);

const findStage = async (shop: Shop, updateId: string) =>
  (await shop.database.select().from(stageUpdates).where(eq(stageUpdates.id, updateId))).at(0);

async function readInput(shop: Shop, requestId: string, history: MessageHistory): Promise<Input> {
  const [request, page, identity] = await Promise.all([
    readTitled(shop, requestId),
    linkOf(shop, requestId, 'email'),
    readShopIdentity(shop),
  ]);
  const { email: customerEmail, userId } = request;
  const stopAddress =
    request.orderId === null ? undefined : await history.stopAddressFor(shop, { customerEmail, userId });
  return { request, page, shop: identity, stopAddress };
}

async function readTitled(shop: Shop, requestId: string) {
  const request = await getRequest(shop, requestId);
  return { ...request, artworkTitle: request.artworkTitle ?? 'a piece that is no longer in the shop' };
}

// Not filtered by owner: the shop writes to the request's customer.
/** Returns why a request was rejected, and its emailed link if the order's account cannot sign in. */
async function readRequest(
  shop: Shop,
  { id, userId, customerEmail }: Order,
): ReturnType<OrderMailFacts['readRequest']> {
  const [request] = await shop.database
    .select({ id: orderRequests.id, email: contactEmail, rejectionReason: orderRequests.rejectionReason })
    .from(orderRequests)
    .where(eq(orderRequests.orderId, id));
  if (!request) return {};
  const { rejectionReason } = request;
  if (userId !== null && (await shop.database.$count(authAccounts, eq(authAccounts.userId, userId))) > 0)
    return { rejectionReason };
  const isTheirs = request.email === customerEmail.toLowerCase();
  return { rejectionReason, page: isTheirs ? await linkOf(shop, request.id, 'email') : undefined };
}
