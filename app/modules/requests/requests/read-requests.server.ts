import { eq } from 'drizzle-orm';
import type { Paise } from '#app/basics/money.ts';
import { done, refused, type Result } from '#app/basics/result.ts';
import { isUuid } from '#app/basics/uuid.ts';
import { isStale, type Stale } from '#app/basics/stale-form.ts';
import { userProfiles } from '#app/modules/identity/accounts/tables.server.ts';

import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { contactEmail, orderRequests } from './tables.server.ts';
import { audit } from '#app/platform/audit/audit.server.ts';
import { digestSeen } from '#app/platform/digest-seen.server.ts';
import { publish, topics } from '#app/platform/live/live.server.ts';
import { adminOnly, inTransaction, type Shop } from '#app/platform/shop.server.ts';
import { notFound } from '#app/platform/errors.server.ts';

export const row = {
  id: orderRequests.id,
  number: orderRequests.number,
  kind: orderRequests.kind,
  artworkTitle: artworks.title,
  name: orderRequests.name,
  email: contactEmail,
  phone: orderRequests.phone,
  message: orderRequests.message,
  status: orderRequests.status,
  createdAt: orderRequests.createdAt,
  repliedAt: orderRequests.repliedAt,
  answeredAt: orderRequests.answeredAt,
  orderId: orderRequests.orderId,
};

/**
 * One request of either kind with all that was asked and noted, and what the form that changes its notes is made from; throws
 * not-found for everybody but admins and the shop itself.
 */
export async function getRequest(shop: Shop, requestId: string) {
  adminOnly(shop);
  if (!isUuid(requestId)) throw notFound();
  const [request] = await shop.database
    .select({
      ...row,
      artworkId: orderRequests.artworkId,
      artworkPrice: artworks.price,
      medium: artworks.medium,
      userId: orderRequests.userId,
      fabricSource: orderRequests.fabricSource,
      fabricNotes: orderRequests.fabricNotes,
      designStyle: orderRequests.designStyle,
      wantStitching: orderRequests.wantStitching,
      measurements: orderRequests.measurements,
      neededBy: orderRequests.neededBy,
      fabricReceivedAt: orderRequests.fabricReceivedAt,
      fabricConfirmedAt: orderRequests.fabricConfirmedAt,
      shippingAddress: orderRequests.shippingAddress,
      quote: orderRequests.quote,
      notes: orderRequests.notes,
      rejectionReason: orderRequests.rejectionReason,
      answeredBy: userProfiles.name,
    })
    .from(orderRequests)
    .leftJoin(artworks, eq(artworks.id, orderRequests.artworkId))
    .leftJoin(userProfiles, eq(userProfiles.id, orderRequests.answeredBy))
    .where(eq(orderRequests.id, requestId));
  if (!request) throw notFound();
  const { notes, quote } = request;
  return { ...request, seenNotes: digestNotes({ notes, quote }) };
}

export type Notes = { notes: string; quote: Paise | null };

/** What a form that changes the notes and the price was made from. */
const digestNotes = ({ notes, quote }: Notes): string => digestSeen([notes, quote]);

/**
 * Keeps the studio's notes and the price it named; admins. Refused, with how they stand now, where
 * they aren't what was `seen` any more. Throws not-found.
 */
export async function noteRequest(
  shop: Shop,
  { requestId, seen, ...wanted }: Notes & { requestId: string; seen?: string | undefined },
): Promise<Result<undefined, Stale<Notes & { seen: string }>>> {
  adminOnly(shop);
  if (!isUuid(requestId)) throw notFound();
  return inTransaction(shop, async (shop) => {
    const [before] = await shop.database
      .select({ notes: orderRequests.notes, quote: orderRequests.quote })
      .from(orderRequests)
      .where(eq(orderRequests.id, requestId))
      .for('update');
    if (!before) throw notFound();
    const { notes, quote } = wanted;
    if (isStale(seen, digestNotes(before), digestNotes(wanted)))
      return refused('changed-meanwhile', { ...before, seen: digestNotes(before) });
    await shop.database.update(orderRequests).set({ notes, quote }).where(eq(orderRequests.id, requestId));
    await audit(shop, {
      action: 'request.note',
      table: 'order_requests',
      id: requestId,
      before,
      after: { notes, quote },
    });
    await publish(shop, [topics.admin], { kind: 'request', id: requestId });
    return done();
  });
}
