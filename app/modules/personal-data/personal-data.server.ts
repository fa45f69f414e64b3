import { desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { done, type Result } from '#app/basics/result.ts';
import { accountsDue, lockDueAccount } from '#app/modules/accounts/account-deletion.server.ts';
import { anonymisePerson, deleteUser, getUser } from '#app/modules/accounts/accounts.server.ts';
import { getProfile } from '#app/modules/accounts/profile.server.ts';
import { addressesOf } from '#app/modules/accounts/addresses.server.ts';
import { getCustomerSettings } from '#app/modules/accounts/customer-settings.server.ts';
import { authSessions, authUsers } from '#app/modules/accounts/tables.server.ts';
import { forgetCart } from '#app/modules/cart/cart.server.ts';
import { cart } from '#app/modules/cart/tables.server.ts';
import { artworks } from '#app/modules/catalogue/tables.server.ts';
import { forgetContactMessages } from '#app/modules/contact/contact.server.ts';
import { contactMessages } from '#app/modules/contact/tables.server.ts';
import { forgetInspiration } from '#app/modules/custom-orders/custom-orders.server.ts';
import { orderRequestImages } from '#app/modules/custom-orders/tables.server.ts';
import type { PrivatePictureTable } from '#app/modules/media/tables.server.ts';
import type { Template } from '#app/modules/notifications/message.ts';
import { forgetMessages } from '#app/modules/notifications/notifications.server.ts';
import { messages } from '#app/modules/notifications/tables.server.ts';
import { forgetRequests } from '#app/modules/order-requests/order-requests.server.ts';
import { orderRequests } from '#app/modules/order-requests/tables.server.ts';
import { orderHistory, orders, shipmentEvents } from '#app/modules/orders/tables.server.ts';
import { forgetReturns } from '#app/modules/returns/returns.server.ts';
import { returnPhotos, returnRequests } from '#app/modules/returns/tables.server.ts';
import { sharedTokenOf } from '#app/modules/wishlist/shared-wishlist.server.ts';
import { wishlist } from '#app/modules/wishlist/tables.server.ts';
import { forgetWishlist } from '#app/modules/wishlist/wishlist.server.ts';
import { takeToken, type TooMany } from '#app/platform/limits.server.ts';
import { inTransaction, ownerOnly, type Shop, signedIn } from '#app/platform/shop.server.ts';

/** Of the mails that belong to no order, those whose words may be repeated. */
const REPEATED: readonly Template[] = ['custom-order-received', 'account-deletion'];
const COPIES = { capacity: 5, refillPerMinute: 5 / 60 };

/**
 * Everything the shop knows of the signed-in person, for them to keep; sessions without their tokens, pictures
 * as addresses that open while they are signed in.
 * Messages that go by an e-mail address alone are theirs only when they have shown that the address is. Refused for
 * who asks too often.
 */
export async function myData(shop: Shop): Promise<Result<Record<string, unknown>, TooMany>> {
  const { userId, email, emailVerified } = signedIn(shop);
  const allowed = await takeToken(shop, `my-data:${userId}`, COPIES);
  if (!allowed.ok) return allowed;
  const { database } = shop;
  const myOrders = eq(orders.userId, userId);
  const ofMyOrders = (orderId: typeof orderHistory.orderId | typeof messages.orderId | typeof shipmentEvents.orderId) =>
    sql`${orderId} in (select ${orders.id} from ${orders} where ${myOrders})`;
  const [profile, addresses, settings, shareToken, ordered, history, shipments, returns, requests, inCart, wished] =
    await Promise.all([
      getProfile(shop),
      addressesOf(shop),
      getCustomerSettings(shop),
      sharedTokenOf(shop),
      database
        .select({
          id: orders.id,
          orderNumber: orders.orderNumber,
          createdAt: orders.createdAt,
          status: orders.status,
          items: orders.items,
          subtotal: orders.subtotal,
          discountAmount: orders.discountAmount,
          couponCode: orders.couponCode,
          shippingCost: orders.shippingCost,
          gstAmount: orders.gstAmount,
          total: orders.total,
          paymentMethod: orders.paymentMethod,
          paymentStatus: orders.paymentStatus,
          paymentReferenceId: orders.paymentReferenceId,
          verification: orders.verification,
          customerName: orders.customerName,
          customerEmail: orders.customerEmail,
          shippingAddress: orders.shippingAddress,
        })
        .from(orders)
        .where(myOrders)
        .orderBy(desc(orders.createdAt)),
      database
        .select({
          orderId: orderHistory.orderId,
          from: orderHistory.fromStatus,
          to: orderHistory.toStatus,
          reason: orderHistory.reason,
          createdAt: orderHistory.createdAt,
        })
        .from(orderHistory)
        .where(ofMyOrders(orderHistory.orderId))
        .orderBy(orderHistory.sequence),
      database
        .select({
          orderId: shipmentEvents.orderId,
          step: shipmentEvents.step,
          description: shipmentEvents.description,
          carrier: shipmentEvents.carrier,
          trackingNumber: shipmentEvents.trackingNumber,
          happenedAt: shipmentEvents.happenedAt,
        })
        .from(shipmentEvents)
        .where(ofMyOrders(shipmentEvents.orderId))
        .orderBy(shipmentEvents.happenedAt),
      database
        .select({
          id: returnRequests.id,
          orderId: returnRequests.orderId,
          kind: returnRequests.kind,
          lines: returnRequests.lines,
          reason: returnRequests.reason,
          details: returnRequests.details,
          exchangeFor: returnRequests.exchangeFor,
          status: returnRequests.status,
          answer: returnRequests.answer,
          createdAt: returnRequests.createdAt,
          answeredAt: returnRequests.answeredAt,
          receivedAt: returnRequests.receivedAt,
        })
        .from(returnRequests)
        .where(eq(returnRequests.userId, userId))
        .orderBy(desc(returnRequests.createdAt)),
      database
        .select({
          id: orderRequests.id,
          kind: orderRequests.kind,
          artworkTitle: artworks.title,
          name: orderRequests.name,
          email: orderRequests.email,
          phone: orderRequests.phone,
          message: orderRequests.message,
          shippingAddress: orderRequests.shippingAddress,
          fabricSource: orderRequests.fabricSource,
          fabricNotes: orderRequests.fabricNotes,
          designStyle: orderRequests.designStyle,
          wantStitching: orderRequests.wantStitching,
          quote: orderRequests.quote,
          status: orderRequests.status,
          createdAt: orderRequests.createdAt,
        })
        .from(orderRequests)
        .leftJoin(artworks, eq(artworks.id, orderRequests.artworkId))
        .where(eq(orderRequests.userId, userId))
        .orderBy(desc(orderRequests.createdAt)),
      database
        .select({ artworkId: cart.artworkId, title: artworks.title, quantity: cart.quantity, addedAt: cart.createdAt })
        .from(cart)
        .innerJoin(artworks, eq(artworks.id, cart.artworkId))
        .where(eq(cart.userId, userId)),
      database
        .select({ artworkId: wishlist.artworkId, title: artworks.title, addedAt: wishlist.dateAdded })
        .from(wishlist)
        .innerJoin(artworks, eq(artworks.id, wishlist.artworkId))
        .where(eq(wishlist.userId, userId))
        .orderBy(desc(wishlist.dateAdded)),
    ]);
  const toMe = sql`${messages.template} not like 'owner-%'`;
  const mine: SQL = sql`${toMe} and ${or(ofMyOrders(messages.orderId), emailVerified ? eq(messages.recipient, email) : undefined)}`;
  const [received, written, sessions, photos, inspiration] = await Promise.all([
    database
      .select({
        channel: messages.channel,
        recipient: messages.recipient,
        subject: messages.subject,
        // Mails with links and codes are keys to the account, not memories: they are named, not repeated.
        text: sql<
          string | null
        >`case when ${messages.orderId} is not null or ${inArray(messages.template, [...REPEATED])} then ${messages.bodyText} end`,
        state: messages.state,
        createdAt: messages.createdAt,
        sentAt: messages.sentAt,
      })
      .from(messages)
      .where(mine)
      .orderBy(desc(messages.createdAt)),
    emailVerified
      ? database
          .select({
            ticketNumber: contactMessages.ticketNumber,
            name: contactMessages.name,
            email: contactMessages.email,
            phone: contactMessages.phone,
            subject: contactMessages.subject,
            message: contactMessages.message,
            createdAt: contactMessages.createdAt,
          })
          .from(contactMessages)
          .where(eq(contactMessages.email, email))
          .orderBy(desc(contactMessages.createdAt))
      : [],
    database
      .select({
        createdAt: authSessions.createdAt,
        expiresAt: authSessions.expiresAt,
        address: authSessions.ipAddress,
        browser: authSessions.userAgent,
      })
      .from(authSessions)
      .where(eq(authSessions.userId, userId))
      .orderBy(desc(authSessions.createdAt)),
    picturesOf(shop, returnPhotos, returns),
    picturesOf(shop, orderRequestImages, requests),
  ]);
  const { shopUrl } = shop.config;
  return done({
    madeAt: shop.now,
    amountsAre: 'paise (hundredths of a rupee)',
    profile,
    addresses: addresses.map(({ label, address }) => ({ label, ...address })),
    settings,
    orders: ordered.map((order) => ({
      ...order,
      history: history.filter((change) => change.orderId === order.id).map(({ orderId: _, ...change }) => change),
      shipments: shipments.filter((event) => event.orderId === order.id).map(({ orderId: _, ...event }) => event),
    })),
    returnRequests: returns.map(({ id, ...request }) => ({
      ...request,
      photos: photos
        .filter((photo) => photo.requestId === id)
        .map((photo) => `${shopUrl}/profile/orders/${request.orderId}/return/photos/${photo.id}`),
    })),
    orderRequests: requests.map(({ id, ...request }) => ({
      ...request,
      pictures: inspiration
        .filter((picture) => picture.requestId === id)
        .map((picture) => `${shopUrl}/inspiration/${picture.id}`),
    })),
    wishlist: wished,
    wishlistLink: shareToken && `${shopUrl}/wishlist/shared/${shareToken}`,
    cart: inCart,
    messagesToYou: received,
    messagesFromYou: written,
    sessions,
  });
}

/** Which pictures were sent with these requests, in their order. */
async function picturesOf(shop: Shop, table: PrivatePictureTable, requests: readonly { id: string }[]) {
  if (requests.length === 0) return [];
  return shop.database
    .select({ id: table.id, requestId: table.requestId })
    .from(table)
    .where(
      inArray(
        table.requestId,
        requests.map(({ id }) => id),
      ),
    )
    .orderBy(table.position);
}

/**
 * Anonymises the accounts whose seven days are over, each in its own transaction; the shop itself calls it
 * every hour. Profile, addresses, cart, wishlist, messages, and what was written and pictured in requests and returns go;
 * orders, payments and invoices stay as the law asks. Answers how many it anonymised.
 */
export async function sweepDeletedAccounts(shop: Shop): Promise<number> {
  let anonymised = 0;
  for (const { userId } of await accountsDue(shop)) {
    const files = await inTransaction(shop, async (shop) => {
      const account = await lockDueAccount(shop, userId);
      if (!account) return undefined;
      const files = await forgetWhatIsAround(shop, userId, account);
      await anonymisePerson(shop, userId);
      return files;
    });
    if (!files) continue;
    await shop.suppliers.storage.remove(files);
    anonymised += 1;
  }
  return anonymised;
}

/**
 * Deletes somebody's account now, and all that goes with one; owners only. Refused for the last owner, throws
 * not-found for nobody.
 */
export async function deletePerson(shop: Shop, userId: string): ReturnType<typeof deleteUser> {
  ownerOnly(shop);
  const [deleted, files] = await inTransaction(shop, async (shop) => {
    const { id } = await getUser(shop, userId);
    const [account] = await shop.database
      .select({ email: authUsers.email, emailVerified: authUsers.emailVerified })
      .from(authUsers)
      .where(eq(authUsers.id, id));
    const deleted = await deleteUser(shop, id);
    return [deleted, deleted.ok && account ? await forgetWhatIsAround(shop, id, account) : []] as const;
  });
  await shop.suppliers.storage.remove(files);
  return deleted;
}

/** All but the account itself, in the caller's transaction; answers the files to remove when it has committed. */
async function forgetWhatIsAround(
  shop: Shop,
  userId: string,
  account: { email: string; emailVerified: boolean },
): Promise<string[]> {
  const email = account.emailVerified ? account.email : undefined;
  await forgetMessages(shop, { userId, email });
  if (email) await forgetContactMessages(shop, email);
  const files = [...(await forgetInspiration(shop, userId)), ...(await forgetReturns(shop, userId))];
  await forgetRequests(shop, userId);
  await forgetCart(shop, userId);
  await forgetWishlist(shop, userId);
  return files;
}
