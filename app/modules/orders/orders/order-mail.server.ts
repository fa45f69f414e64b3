import { and, eq } from 'drizzle-orm';
import { getCustomerSettingsOf } from '#app/modules/identity/accounts/customer-settings.server.ts';
import { picturesByUrl } from '#app/modules/catalogue/media/find-pictures.server.ts';
import { absoluteAddress, shareImageOf } from '#app/modules/catalogue/media/picture.ts';
import { currentOffer } from '#app/modules/orders/coupons/coupons.server.ts';
import { findDocuments } from '#app/modules/orders/invoices/invoice-list.server.ts';
import { balanceOfOrder } from '#app/modules/orders/ledger/ledger.server.ts';
import type { RefundState } from '#app/modules/orders/ledger/refund-state.ts';
import { payments } from '#app/modules/orders/ledger/tables.server.ts';
import { hasConsent } from '#app/modules/store/consents/consents.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { readShopIdentity } from '#app/modules/store/settings/shop-identity.server.ts';
import type { MessageHistory, NewMessage } from '#app/platform/mail/email.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { type CustomerOrderMail, customerOrderMail, type OrderMailInput } from './email-templates.server.ts';
import { gstWithin } from './gst-within.ts';
import type { Order } from './order.ts';
import { createOrderLinks } from './order-link.server.ts';
import { getOrder, findShipments } from './orders.server.ts';

export type OrderMailFacts = {
  readRefund(shop: Shop, order: Order): Promise<RefundState | undefined>;
  readRequest(shop: Shop, order: Order): Promise<{ page?: string | undefined; rejectionReason?: string | null }>;
};

export async function readOrderMail(
  shop: Shop,
  orderId: string,
  { history, facts }: { history: MessageHistory; facts: OrderMailFacts },
): Promise<OrderMailInput> {
  const [order, shipments, { promises, seller }, identity, balance, documents] = await Promise.all([
    getOrder(shop, orderId),
    findShipments(shop, orderId),
    getSettings(shop),
    readShopIdentity(shop),
    balanceOfOrder(shop, orderId),
    findDocuments(shop, [orderId]),
  ]);
  const [claimed, pictures, offer, stopAddress, links, refund, { page, rejectionReason }] = await Promise.all([
    readClaimed(shop, order),
    absolutePictures(shop, order),
    offerFor(shop, order.userId),
    history.stopAddressFor(shop, order),
    createOrderLinks(shop, order),
    facts.readRefund(shop, order),
    facts.readRequest(shop, order),
  ]);
  return {
    order,
    balance,
    claimed,
    includedGst: gstWithin(order, { seller, documents: documents.get(orderId) }),
    parcels: shipments.filter(({ step }) => step === 'shipped'),
    promises,
    pictures,
    offer,
    cancellationReason: rejectionReason ?? order.cancellationReason,
    stopAddress,
    page,
    refund,
    links,
    shop: identity,
    now: shop.now,
  };
}

export const toOrderCustomer = ({ order, stopAddress }: OrderMailInput) => ({
  recipient: order.customerEmail,
  orderId: order.id,
  isLimited: stopAddress !== undefined,
});

export const writeToCustomer = async (
  template: CustomerOrderMail,
  input: OrderMailInput,
  occasion = input.order.id,
): Promise<NewMessage> => ({
  ...(await customerOrderMail(template, input)),
  ...toOrderCustomer(input),
  template,
  occasion,
});

export const wantsOrderUpdates = async (shop: Shop, userId: string | null): Promise<boolean> =>
  userId === null || (await getCustomerSettingsOf(shop, userId)).emailOrderUpdates;

// Not filtered by owner: the shop writes to the order's customer.
async function readClaimed(shop: Shop, { id, total, paymentReferenceId }: Order): Promise<OrderMailInput['claimed']> {
  if (paymentReferenceId === null) return total;
  const [payment] = await shop.database
    .select({ amount: payments.amount })
    .from(payments)
    .where(and(eq(payments.orderId, id), eq(payments.referenceId, paymentReferenceId)))
    .orderBy(payments.createdAt, payments.id)
    .limit(1);
  return payment?.amount ?? total;
}

async function offerFor(shop: Shop, userId: string | null): Promise<OrderMailInput['offer']> {
  if (userId === null || !(await hasConsent(shop, userId, 'marketing-emails'))) return undefined;
  const offer = await currentOffer(shop);
  return offer && { code: offer.code, percentage: offer.discountPercentage };
}

/** Many email programs show neither WebP nor AVIF, so the emails use the pictures for shared links. */
async function absolutePictures(shop: Shop, order: Order): Promise<Map<string, string>> {
  const pictures = await picturesByUrl(
    shop,
    order.items.map((item) => item.image),
  );
  return new Map(
    [...pictures].map(([url, picture]) => [url, absoluteAddress(shareImageOf(picture), shop.config.shopUrl)]),
  );
}
