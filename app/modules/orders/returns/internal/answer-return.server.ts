import { and, eq, isNotNull } from 'drizzle-orm';
import { done, type Refused, refused, type Result } from '#app/basics/result.ts';
import { isUuid } from '#app/basics/uuid.ts';
import { type Item, itemKey } from '#app/basics/item.ts';
import { creditOrder } from '#app/modules/orders/ledger/ledger.server.ts';
import { itemOf } from '#app/modules/orders/orders/order.ts';
import { lockOrder, restockItems } from '#app/modules/orders/orders/orders.server.ts';
import { creditReturn, sumReturned } from '#app/modules/orders/invoices/credit-notes.server.ts';
import type { ReceiptRefusal, WrongNumber } from '#app/modules/orders/returns/messages.ts';
import {
  linesWithReceived,
  mayClose,
  type ReceivedLine,
  type ReturnAnswer,
  type ReturnLine,
  countReturned,
} from '#app/modules/orders/returns/return.ts';
import { returnRequests } from '#app/modules/orders/returns/tables.server.ts';
import { audit } from '#app/platform/audit/audit.server.ts';
import { publish, topics } from '#app/platform/live/live.server.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';
import { actorId, adminOnly, inTransaction, type Shop } from '#app/platform/shop.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { creditLowerPrice, PARTLY_REFUNDED } from './lower-price.server.ts';

const AUDITED = { accepted: 'return.accept', declined: 'return.decline', closed: 'return.close' } as const;

/**
 * Accepts, declines or closes a request. Declining and closing need a message. Repeating is safe, but a different
 * answer is refused. Admins only.
 */
export async function answerReturn(
  shop: Shop,
  given: { id: string; answer: ReturnAnswer; message: string },
): Promise<Result<undefined, Refused<'message-needed' | 'answered-already', undefined>>> {
  adminOnly(shop);
  const message = given.message.trim();
  return inTransaction(shop, async (shop) => {
    const request = await lockRequest(shop, given.id);
    if (request.status === given.answer) return done();
    const isOpen = given.answer === 'closed' ? mayClose(withReceived(request)) : request.status === 'pending';
    if (!isOpen) return refused('answered-already');
    if (given.answer !== 'accepted' && !message) return refused('message-needed');
    const changed = {
      status: given.answer,
      answer: message || null,
      answeredAt: shop.now,
      answeredBy: actorId(shop),
    };
    await shop.database.update(returnRequests).set(changed).where(eq(returnRequests.id, request.id));
    await audit(shop, {
      action: AUDITED[given.answer],
      table: 'return_requests',
      id: request.id,
      before: { status: request.status, answer: request.answer },
      after: { status: changed.status, answer: changed.answer },
    });
    await announceStep(shop, request, 'returns.answered');
    if (given.answer !== 'accepted')
      await creditLowerPrice(shop, { order: await lockOrder(shop, request.orderId), reason: PARTLY_REFUNDED });
    return done();
  });
}

/**
 * Records how many pieces have arrived in total, which can only increase. Credits and restocks the new pieces. Admins
 * only.
 */
export async function receiveReturn(
  shop: Shop,
  { id, lines }: { id: string; lines: readonly ReceivedLine[] },
): Promise<Result<undefined, ReceiptRefusal>> {
  adminOnly(shop);
  return inTransaction(shop, async (shop): Promise<Result<undefined, ReceiptRefusal>> => {
    const request = await lockRequest(shop, id);
    if (request.status !== 'accepted' && request.receivedAt === null) return refused('not-accepted');
    const order = await lockOrder(shop, request.orderId);
    const arrivals = withReceived(request).lines.map((line) => arrivalOfLine(line, { request, order, typed: lines }));
    const wrong = arrivals.flatMap(findWrongNumbers);
    if (wrong.length > 0) return refused('wrong-numbers', wrong);
    const received = arrivals.map(({ line, now }) => ({ ...line, quantity: now.received, fitForSale: now.fitForSale }));
    if (received.every(({ quantity }) => quantity === 0)) return refused('nothing-came');
    const came = arrivals.flatMap(({ line, now, before }) => withQuantity(line, now.received - before.received));
    const fit = arrivals.flatMap(({ line, now, before }) => withQuantity(line, now.fitForSale - before.fitForSale));
    if (came.length === 0 && fit.length === 0) return done();
    const isCredited = came.length > 0 && request.kind === 'return';
    if (isCredited) await creditOrderFor(shop, order, came);
    if (fit.length > 0) await restockItems(shop, { orderId: request.orderId, lines: fit });
    const changed = {
      received,
      receivedAt: request.receivedAt ?? shop.now,
      receivedBy: request.receivedBy ?? actorId(shop),
      restockedAt: fit.length > 0 ? shop.now : request.restockedAt,
    };
    await shop.database.update(returnRequests).set(changed).where(eq(returnRequests.id, request.id));
    await audit(shop, {
      action: 'return.receive',
      table: 'return_requests',
      id: request.id,
      before: { receivedAt: request.receivedAt, received: request.received, restockedAt: request.restockedAt },
      after: { receivedAt: changed.receivedAt, received, restockedAt: changed.restockedAt },
    });
    if (came.length > 0) await announceStep(shop, request, 'returns.received');
    else await publishToBoth(shop, request);
    // The invoice counter must be locked after everything else.
    if (isCredited) {
      const key = `${request.id}:${received.reduce((all, { quantity }) => all + quantity, 0)}`;
      await creditReturn(shop, { order, key, lines: came });
      await creditLowerPrice(shop, { order, reason: PARTLY_REFUNDED });
    }
    return done();
  });
}

type Numbers = { received: number; fitForSale: number };
type Arrival = { line: ReturnLine; most: number; before: Numbers; now: Numbers; isStocked: boolean };

const withReceived = (request: Row) => ({ ...request, lines: linesWithReceived(request.lines, request.received) });

function arrivalOfLine(
  { received, fitForSale: fitBefore, ...line }: ReturnType<typeof withReceived>['lines'][number],
  { request, order, typed }: { request: Row; order: OrderRow; typed: readonly ReceivedLine[] },
): Arrival {
  const isThis = (each: Item) => itemKey(each) === itemKey(line);
  const before = { received, fitForSale: fitBefore };
  const most = countReturned(request, { ...line, received });
  const typedNumbers = typed.find(isThis);
  const isStocked = order.items.some((item) => isThis(itemOf(item)) && item.made_to_order !== true);
  const fitForSale = typedNumbers && isStocked ? typedNumbers.fitForSale : before.fitForSale;
  return { line, most, before, now: { received: typedNumbers?.quantity ?? before.received, fitForSale }, isStocked };
}

function findWrongNumbers({ line, most, before, now }: Arrival): WrongNumber[] {
  const item = { artworkId: line.artworkId, ...(line.variantId !== undefined && { variantId: line.variantId }) };
  const isWithin = (count: number, from: number, to: number) =>
    Number.isSafeInteger(count) && count >= from && count <= to;
  if (!isWithin(now.received, before.received, most))
    return [{ item, of: 'received', from: before.received, to: most }];
  if (!isWithin(now.fitForSale, before.fitForSale, now.received))
    return [{ item, of: 'fitForSale', from: before.fitForSale, to: now.received }];
  return [];
}

const withQuantity = (line: ReturnLine, quantity: number): ReturnLine[] =>
  quantity > 0 ? [{ ...line, quantity }] : [];

async function creditOrderFor(shop: Shop, order: OrderRow, now: readonly ReturnLine[]): Promise<void> {
  if (order.status === 'cancelled') return;
  const earlier = await shop.database
    .select({ received: returnRequests.received })
    .from(returnRequests)
    .where(
      and(
        eq(returnRequests.orderId, order.id),
        eq(returnRequests.kind, 'return'),
        isNotNull(returnRequests.receivedAt),
      ),
    );
  const upTo = await sumReturned(shop, order, { earlier: earlier.flatMap(({ received }) => received ?? []), now });
  await creditOrder(shop, { orderId: order.id, upTo, reason: 'Pieces came back' });
}

type Row = typeof returnRequests.$inferSelect;
type OrderRow = Awaited<ReturnType<typeof lockOrder>>;

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
