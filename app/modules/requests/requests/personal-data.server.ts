import { desc, eq } from 'drizzle-orm';
import { href } from 'react-router';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { readPictureIds } from '#app/modules/catalogue/media/media.server.ts';
import { forgetMessagesAbout } from '#app/modules/messaging/messages/forget-messages.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import type { FormerCustomer, PersonalData } from '#app/platform/personal-data.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { claimRequests, forgetRequests, removeRequestsBefore } from './forget-requests.server.ts';
import { readRequestHistories } from './internal/request-histories.server.ts';
import { isMyRequest } from './access.server.ts';
import { orderRequestImages, orderRequests } from './tables.server.ts';

export const requestData: PersonalData = {
  read: { orderRequests: readOrderRequests },
  erase: eraseRequests,
  removeBefore: removeRequestsBefore,
};

async function eraseRequests(shop: Shop, { userId, addresses }: FormerCustomer): Promise<string[]> {
  await claimRequests(shop, { userId, addresses });
  const theirs = await shop.database
    .select({ id: orderRequests.id })
    .from(orderRequests)
    .where(eq(orderRequests.userId, userId));
  await forgetMessagesAbout(shop, { requestIds: theirs.map(({ id }) => id) });
  return forgetRequests(shop, userId);
}

/** What the signed-in person asked to have made, with what became of it and the addresses of its pictures. */
async function readOrderRequests(shop: Shop) {
  const requests = await shop.database
    .select({
      id: orderRequests.id,
      number: orderRequests.number,
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
      measurements: orderRequests.measurements,
      neededBy: orderRequests.neededBy,
      quote: orderRequests.quote,
      fabricExpectedCm: orderRequests.fabricExpectedCm,
      fabricReceivedCm: orderRequests.fabricReceivedCm,
      fabricMarks: orderRequests.fabricMarks,
      fabricReceivedAt: orderRequests.fabricReceivedAt,
      fabricConfirmedAt: orderRequests.fabricConfirmedAt,
      fabricLeftCm: orderRequests.fabricLeftCm,
      photoConsentAt: orderRequests.photoConsentAt,
      status: orderRequests.status,
      orderNumber: orders.orderNumber,
      rejectionReason: orderRequests.rejectionReason,
      createdAt: orderRequests.createdAt,
    })
    .from(orderRequests)
    .leftJoin(artworks, eq(artworks.id, orderRequests.artworkId))
    .leftJoin(orders, eq(orders.id, orderRequests.orderId))
    .where(isMyRequest(shop))
    .orderBy(desc(orderRequests.createdAt));
  const [picturesOf, historyOf] = await Promise.all([
    readPictureIds(shop, orderRequestImages, requests),
    readRequestHistories(
      shop,
      requests.map(({ id }) => id),
    ),
  ]);
  return requests.map(({ id, ...request }) => ({
    ...request,
    pictures: picturesOf(id).map((picture) => `${shop.config.shopUrl}${href('/inspiration/:id', { id: picture })}`),
    ...historyOf(id),
  }));
}
