import { and, eq, isNotNull } from 'drizzle-orm';
import { done, type Refused, refused, type Result } from '#app/basics/result.ts';
import { isUuid } from '#app/basics/uuid.ts';
import { creditOrder } from '#app/modules/ledger/ledger.server.ts';
import { lockOrder, restockItems } from '#app/modules/orders/orders.server.ts';
import { creditReturn, sumReturned } from '#app/modules/papers/papers.server.ts';
import { returnRequests } from '#app/modules/returns/tables.server.ts';
import { audit } from '#app/platform/audit/audit.server.ts';
import { publish, topics } from '#app/platform/live/live.server.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';
import { actorId, adminOnly, inTransaction, type Shop } from '#app/platform/shop.server.ts';
import { notFound } from '#app/platform/errors.server.ts';

/**
 * Accepts or declines a request, with a message to the customer; admins. Declining needs the message. The
 * same answer again changes nothing; another one is refused, because the customer was told. Throws not-found.
 */
export async function answerReturn(
  shop: Shop,
  given: { id: string; answer: 'accepted' | 'declined'; message: string },
): Promise<Result<undefined, Refused<'message-needed' | 'answered-already', undefined>>> {
  adminOnly(shop);
  const message = given.message.trim();
  return inTransaction(shop, async (shop) => {
    const request = await lockRequest(shop, given.id);
    if (request.status === given.answer) return done();
    if (request.status !== 'pending') return refused('answered-already');
    if (given.answer === 'declined' && !message) return refused('message-needed');
    const changed = {
      status: given.answer,
      answer: message || null,
      answeredAt: shop.now,
      answeredBy: actorId(shop),
    };
    await shop.database.update(returnRequests).set(changed).where(eq(returnRequests.id, request.id));
    await audit(shop, {
      action: given.answer === 'accepted' ? 'return.accept' : 'return.decline',
      table: 'return_requests',
      id: request.id,
      before: { status: request.status, answer: request.answer },
      after: { status: changed.status, answer: changed.answer },
    });
    await announceStep(shop, request, 'returns.answered');
    return done();
  });
}

/**
 * Notes that accepted pieces came back, and undoes their part of the invoice unless they are exchanged; admins. `fitForSale` puts those that came from stock back into it, exactly once
 * however often it is pressed, and may be said later. Refused before the request is accepted. Throws not-found.
 */
export async function receiveReturn(
  shop: Shop,
  { id, fitForSale }: { id: string; fitForSale: boolean },
): Promise<Result<undefined, Refused<'not-accepted', undefined>>> {
  adminOnly(shop);
  return inTransaction(shop, async (shop) => {
    const request = await lockRequest(shop, id);
    if (request.status !== 'accepted') return refused('not-accepted');
    const restocks = fitForSale && request.restockedAt === null;
    if (request.receivedAt && !restocks) return done();
    if (!request.receivedAt && request.kind === 'return') await creditOrderFor(shop, request);
    if (restocks) await restockItems(shop, { orderId: request.orderId, lines: request.lines });
    const changed = {
      receivedAt: request.receivedAt ?? shop.now,
      receivedBy: request.receivedBy ?? actorId(shop),
      restockedAt: restocks ? shop.now : request.restockedAt,
    };
    await shop.database.update(returnRequests).set(changed).where(eq(returnRequests.id, request.id));
    await audit(shop, {
      action: 'return.receive',
      table: 'return_requests',
      id: request.id,
      before: { receivedAt: request.receivedAt, restockedAt: request.restockedAt },
      after: { receivedAt: changed.receivedAt, restockedAt: changed.restockedAt },
    });
    if (request.receivedAt) await publishToBoth(shop, request);
    else await announceStep(shop, request, 'returns.received');
    // Last, since whoever waits for a paper's number holds everything else already; an exchange pays nothing back.
    if (!request.receivedAt && request.kind === 'return') await creditReturn(shop, request);
    return done();
  });
}

/** What came back isn't due any more: what its credit notes come to, unless it was given back before. */
async function creditOrderFor(shop: Shop, { orderId, lines }: Row): Promise<void> {
  const order = await lockOrder(shop, orderId);
  if (order.status === 'cancelled') return;
  const earlier = await shop.database
    .select({ lines: returnRequests.lines })
    .from(returnRequests)
    .where(
      and(eq(returnRequests.orderId, orderId), eq(returnRequests.kind, 'return'), isNotNull(returnRequests.receivedAt)),
    );
  const upTo = await sumReturned(shop, order, { earlier: earlier.flatMap((request) => request.lines), now: lines });
  await creditOrder(shop, { orderId, upTo, reason: 'Pieces came back' });
}

type Row = typeof returnRequests.$inferSelect;

async function lockRequest(shop: Shop, id: string): Promise<Row> {
  if (!isUuid(id)) throw notFound();
  const [row] = await shop.database.select().from(returnRequests).where(eq(returnRequests.id, id)).for('update');
  if (!row) throw notFound();
  return row;
}

async function announceStep(shop: Shop, request: Row, event: 'returns.answered' | 'returns.received'): Promise<void> {
  await announce(shop, event, { requestId: request.id });
  await publishToBoth(shop, request);
}

const publishToBoth = (shop: Shop, { id, userId }: Row) =>
  publish(shop, [topics.admin, topics.person(userId)], { kind: 'return', id });
