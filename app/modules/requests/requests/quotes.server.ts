// Not filtered by owner: a `RequestAccess` has opened this request.
import { lastSent, lockRequest, publishRequest, readRecord } from './internal/state.server.ts';
import { eq } from 'drizzle-orm';
import type { ShippingAddress } from '#app/basics/address.ts';
import { endOfDayInIndia } from '#app/basics/india.ts';
import type { Paise } from '#app/basics/money.ts';
import { done, refused, type Refused, type Result } from '#app/basics/result.ts';
import type { SentBefore } from './messages.ts';
import { mayHappen, type QuoteLine, type RequestAccess, totalOf } from './request.ts';
import { orderRequests, quotes } from './tables.server.ts';
import { findClosingFor, noteOrder } from '#app/modules/store/closing/closing.server.ts';
import { noteReply } from './conversations.server.ts';
import { audit } from '#app/platform/audit/audit.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { once } from '#app/platform/once.server.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';
import { actorId, inTransaction, type Shop } from '#app/platform/shop.server.ts';
import { accept } from './internal/accept.server.ts';

export type NewQuote = {
  key: string;
  lines: QuoteLine[];
  included: string;
  freeChanges: number;
  earliestFinish: string;
  validDays: number;
  advance: Paise;
  asksApproval: boolean;
  /** Work on the customer's own fabric, which is a service (CGST Act, Schedule II, para 3). */
  isService?: boolean;
  feeBeforePainting: number;
  feeOncePainting: number;
  workHours: number;
};

/**
 * Sends a quote as the next version, once per key. Earlier quotes become invalid. Refuses answered and closed requests.
 */
export async function sendQuote(
  shop: Shop,
  { requestId, side }: RequestAccess,
  { validDays, ...quote }: NewQuote,
): Promise<
  Result<{ id: string; version: number }, Refused<'sent-otherwise', SentBefore> | Refused<'not-now', undefined>>
> {
  if (side !== 'studio') throw notFound();
  const { total } = totalOf(quote.lines);
  if (quote.advance > total) throw new RangeError('an advance is a part of the total');
  const { key, ...offer } = quote;
  const scope = `quote ${requestId}`;
  const sent = await once(shop, { scope, key, content: { validDays, ...offer } }, async (shop) => {
    await lockRequest(shop, requestId);
    const { state, newest } = await readRecord(shop, requestId);
    if (!mayHappen('send-quote', state)) return refused('not-now');
    const version = (newest?.version ?? 0) + 1;
    const validUntil = lastMoment(shop.now, validDays);
    const [written] = await shop.database
      .insert(quotes)
      .values({ ...offer, requestId, version, total, validUntil, createdBy: actorId(shop), createdAt: shop.now })
      .returning({ id: quotes.id });
    const { id } = written!;
    await noteReply(shop, requestId);
    await audit(shop, { action: 'commission.quote', table: 'quotes', id, after: { requestId, version, total } });
    await announce(shop, 'commissions.quote-sent', { quoteId: id });
    await publishRequest(shop, requestId);
    return done({ id, version });
  });
  if (sent.ok || sent.reason === 'not-now') return sent;
  return refused('sent-otherwise', await lastSent(shop, requestId, 'quote'));
}

const lastMoment = (sentAt: Date, validDays: number): Date =>
  new Date(endOfDayInIndia(new Date(sentAt.getTime() + validDays * 86_400_000)).getTime() - 1);

export async function askChange(
  shop: Shop,
  { requestId, side }: RequestAccess,
  { quoteId, text }: { quoteId: string; text: string },
): Promise<Result<undefined, Refused<'quote-superseded' | 'not-now', undefined>>> {
  if (side !== 'customer') throw notFound();
  return inTransaction(shop, async (shop) => {
    await lockRequest(shop, requestId);
    const { state, newest: quote } = await readRecord(shop, requestId);
    if (quote?.id !== quoteId) return refused('quote-superseded');
    if (quote.changeAsked === text) return done();
    if (!mayHappen('ask-change', state)) return refused('not-now');
    await shop.database
      .update(quotes)
      .set({ changeAsked: text, changeAskedAt: shop.now })
      .where(eq(quotes.id, quote.id));
    await announce(shop, 'commissions.change-asked', { quoteId });
    await publishRequest(shop, requestId);
    return done();
  });
}

type AcceptRefusal = Refused<
  | 'quote-superseded'
  | 'quote-expired'
  | 'artwork-not-found'
  | 'deactivated-account'
  | 'barred-state'
  | 'registration-needed'
  | 'not-now'
  | 'not-open',
  undefined
>;
type QuotedOrder = { orderId: string; orderNumber: string };

/**
 * Accepts the newest valid quote and creates its order. A repeated call returns the order. Refused before the shop
 * opens. Customers only.
 */
export async function acceptQuote(
  shop: Shop,
  access: RequestAccess,
  { quoteId, name, shippingAddress }: { quoteId: string; name: string; shippingAddress: ShippingAddress },
): Promise<Result<QuotedOrder, AcceptRefusal>> {
  if (access.side !== 'customer') throw notFound();
  const { requestId } = access;
  const closing = await findClosingFor(shop);
  return inTransaction(shop, async (shop): Promise<Result<QuotedOrder, AcceptRefusal>> => {
    const request = await lockRequest(shop, requestId);
    const { state, order, hasOpenQuote, newest: quote } = await readRecord(shop, requestId);
    if (quote?.id !== quoteId) return refused('quote-superseded');
    if (quote.acceptedAt && order) return done({ orderId: order.id, orderNumber: order.orderNumber });
    if (!hasOpenQuote) return refused('not-now');
    if (closing?.reason === 'not-open') return refused('not-open');
    if (!mayHappen('accept', state)) return refused('not-now');
    if (quote.validUntil <= shop.now) return refused('quote-expired');
    const reason = `Quote ${quote.version} of ${request.number} accepted by ${name}`;
    const accepted = await accept(shop, access, request, { quote, shippingAddress, reason });
    if (!accepted.ok)
      return accepted.reason === 'no-account' ? refused('deactivated-account') : refused(accepted.reason);
    const { id: orderId, orderNumber } = accepted.value;
    await noteOrder(shop);
    await shop.database
      .update(quotes)
      .set({ acceptedAt: shop.now, acceptedByName: name, acceptedVia: access.by })
      .where(eq(quotes.id, quote.id));
    await shop.database
      .update(orderRequests)
      .set({ workHours: quote.workHours })
      .where(eq(orderRequests.id, requestId));
    await announce(shop, 'commissions.quote-accepted', { quoteId: quote.id, orderId });
    return done({ orderId, orderNumber });
  });
}
