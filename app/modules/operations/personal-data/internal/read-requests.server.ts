import { href } from 'react-router';
import { desc, eq, inArray } from 'drizzle-orm';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { orderRequestImages, orderRequests } from '#app/modules/requests/requests/tables.server.ts';
import type { PrivatePictureTable } from '#app/modules/catalogue/media/tables.server.ts';
import { isMyRequest } from '#app/modules/requests/requests/access.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { returnPhotos, returnRequests } from '#app/modules/orders/returns/tables.server.ts';
import { type Shop, signedIn } from '#app/platform/shop.server.ts';
import { readCommissions } from './read-commissions.server.ts';

/** What the signed-in person asked to return, with the addresses of their photos. */
export async function readReturnRequests(shop: Shop) {
  const returns = await shop.database
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
      received: returnRequests.received,
    })
    .from(returnRequests)
    .where(eq(returnRequests.userId, signedIn(shop).userId))
    .orderBy(desc(returnRequests.createdAt));
  const photosOf = await findPictures(shop, returnPhotos, returns);
  return returns.map(({ id, ...request }) => ({
    ...request,
    photos: photosOf(id).map(
      (photo) =>
        `${shop.config.shopUrl}${href('/profile/orders/:id/return/photos/:photoId', { id: request.orderId, photoId: photo })}`,
    ),
  }));
}

/** What the signed-in person asked to have made, with what became of it and the addresses of its pictures. */
export async function readOrderRequests(shop: Shop) {
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
  const [picturesOf, commissionOf] = await Promise.all([
    findPictures(shop, orderRequestImages, requests),
    readCommissions(
      shop,
      requests.map(({ id }) => id),
    ),
  ]);
  return requests.map(({ id, ...request }) => ({
    ...request,
    pictures: picturesOf(id).map((picture) => `${shop.config.shopUrl}${href('/inspiration/:id', { id: picture })}`),
    ...commissionOf(id),
  }));
}

/** Which pictures were sent with these requests, in their order. */
async function findPictures(shop: Shop, table: PrivatePictureTable, requests: readonly { id: string }[]) {
  const ids = requests.map(({ id }) => id);
  const pictures =
    ids.length === 0
      ? []
      : await shop.database
          .select({ id: table.id, requestId: table.requestId })
          .from(table)
          .where(inArray(table.requestId, ids))
          .orderBy(table.position);
  return (requestId: string) =>
    pictures.filter((picture) => picture.requestId === requestId).map((picture) => picture.id);
}
