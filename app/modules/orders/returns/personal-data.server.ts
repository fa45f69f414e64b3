import { desc, eq } from 'drizzle-orm';
import { href } from 'react-router';
import { readPictureIds } from '#app/modules/catalogue/media/media.server.ts';
import type { PersonalData } from '#app/platform/personal-data.ts';
import { type Shop, signedIn } from '#app/platform/shop.server.ts';
import { forgetReturns, removeReturnsBefore } from './returns.server.ts';
import { returnPhotos, returnRequests } from './tables.server.ts';

export const returnData: PersonalData = {
  read: { returnRequests: readReturnRequests },
  erase: (shop, { userId }) => forgetReturns(shop, userId),
  removeBefore: removeReturnsBefore,
};

async function readReturnRequests(shop: Shop) {
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
  const photosOf = await readPictureIds(shop, returnPhotos, returns);
  return returns.map(({ id, ...request }) => ({
    ...request,
    photos: photosOf(id).map(
      (photo) =>
        `${shop.config.shopUrl}${href('/profile/orders/:id/return/photos/:photoId?', { id: request.orderId, photoId: photo })}`,
    ),
  }));
}
