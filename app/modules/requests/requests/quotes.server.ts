import { publishRequest } from './publish-request.server.ts';
import { eq } from 'drizzle-orm';
import type { ShippingAddress } from '#app/basics/address.ts';
import { endOfDayInIndia } from '#app/basics/india.ts';
import { NOTHING, type Paise, paise } from '#app/basics/money.ts';
import { done, type Refused, refused, type Result } from '#app/basics/result.ts';
import { shownMedium } from '#app/modules/catalogue/artworks/medium.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import type { RequestAccess } from './access.ts';
import type { SentBefore } from './life-messages.ts';
import { mayHappen, type QuoteLine, totalOf } from './life.ts';
import { commissions, quotes } from './tables.server.ts';
import { findClosingFor, noteOrder } from '#app/modules/store/closing/closing.server.ts';
import { lockRequest, settleRequest, takeForRequest } from './answers.server.ts';
import { noteReply } from './read-requests.server.ts';
import { createOrder, getOrder } from '#app/modules/orders/orders/orders.server.ts';
import { gstOf } from '#app/modules/orders/pricing/pricing.ts';
import { isBarredState } from '#app/modules/store/settings/seller.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { audit } from '#app/platform/audit/audit.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { once } from '#app/platform/once.server.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';
import { actorId, inTransaction, type Shop } from '#app/platform/shop.server.ts';
import { accountToJoin } from './join-account.server.ts';
import { lastSent } from './internal/last-sent.server.ts';
import { isOpen, lockCommission, newestQuote, readState } from './internal/state.server.ts';

export type NewQuote = {
  key: string;
  lines: QuoteLine[];
  included: string;
  freeChanges: number;
  /** A day: '2026-12-24'. */
  earliestFinish: string;
  validDays: number;
  advance: Paise;
  asksApproval: boolean;
  feeBeforePainting: number;
  feeOncePainting: number;
  workHours: number;
};

/**
 * Sends a quote as the next version; those before it can't be accepted any more. The same key is one quote. Refused where another one was
 * sent under it, and once the request was answered or closed. The studio; throws RangeError for an advance beyond the total, which the form has refused.
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
    await lockCommission(shop, requestId);
    if (!mayHappen('send-quote', await readState(shop, requestId))) return refused('not-now');
    const version = ((await newestQuote(shop, requestId))?.version ?? 0) + 1;
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

/** The end of the last day in India on which a quote is valid that is sent now. */
const lastMoment = (sentAt: Date, validDays: number): Date =>
  new Date(endOfDayInIndia(new Date(sentAt.getTime() + validDays * 86_400_000)).getTime() - 1);

/** Asks for a change of the newest quote, in words; the studio answers with another. Its customer. */
export async function askChange(
  shop: Shop,
  { requestId, side }: RequestAccess,
  { quoteId, text }: { quoteId: string; text: string },
): Promise<Result<undefined, Refused<'quote-superseded' | 'not-now', undefined>>> {
  if (side !== 'customer') throw notFound();
  return inTransaction(shop, async (shop) => {
    await lockCommission(shop, requestId);
    const quote = await newestQuote(shop, requestId);
    if (quote?.id !== quoteId) return refused('quote-superseded');
    if (quote.changeAsked === text) return done();
    if (!mayHappen('ask-change', await readState(shop, requestId))) return refused('not-now');
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
  | 'not-now'
  | 'not-open',
  undefined
>;

/**
 * Accepts the newest quote while it is valid and no change of it was asked for: makes the order of one piece, from stock or made to order as a request's is, which waits for its advance. The same quote
 * again answers its order. It belongs to the account of the signed-in person, or to the one that an emailed link may use (`accountToJoin`); by
 * any other link it has no account. Refused before the shop is open. Its customer.
 */
export async function acceptQuote(
  shop: Shop,
  access: RequestAccess,
  { quoteId, name, shippingAddress }: { quoteId: string; name: string; shippingAddress: ShippingAddress },
): Promise<Result<{ orderId: string; orderNumber: string }, AcceptRefusal>> {
  if (access.side !== 'customer') throw notFound();
  const { requestId } = access;
  const settings = await getSettings(shop);
  const closing = await findClosingFor(shop);
  return inTransaction(shop, async (shop): Promise<Result<{ orderId: string; orderNumber: string }, AcceptRefusal>> => {
    await lockCommission(shop, requestId);
    const request = await lockRequest(shop, requestId);
    const quote = await newestQuote(shop, requestId);
    if (quote?.id !== quoteId) return refused('quote-superseded');
    const byShop: Shop = { ...shop, actor: { kind: 'shop' } };
    if (quote.acceptedAt && request.orderId) {
      const { id: orderId, orderNumber } = await getOrder(byShop, request.orderId);
      return done({ orderId, orderNumber });
    }
    if (!isOpen(quote)) return refused('not-now');
    if (closing?.reason === 'not-open') return refused('not-open');
    if (!mayHappen('accept', await readState(shop, requestId))) return refused('not-now');
    if (quote.validUntil <= shop.now) return refused('quote-expired');
    if (isBarredState(settings.seller, shippingAddress.state)) return refused('barred-state');
    const [artwork] =
      request.artworkId === null
        ? []
        : await shop.database.select().from(artworks).where(eq(artworks.id, request.artworkId));
    if (!artwork) return refused('artwork-not-found');
    const account = await accountToJoin(shop, access, request);
    if (account === 'deactivated') return refused('deactivated-account');
    const userId = account ?? null;
    const { total, shipping } = totalOf(quote.lines);
    const goods = paise(total - shipping);
    const order = await createOrder(byShop, {
      draftKey: request.id,
      userId,
      items: [
        {
          artwork_id: artwork.id,
          title: artwork.title,
          price: goods,
          quantity: 1,
          image: artwork.images[artwork.mainImageIndex] ?? artwork.images[0]!,
          ...(await takeForRequest(byShop, request, artwork, 1)),
          ...gstOf(settings, { ...artwork, medium: shownMedium(artwork) }),
        },
      ],
      totals: {
        subtotal: goods,
        discountAmount: NOTHING,
        shippingCost: shipping,
        codCharge: NOTHING,
        gstAmount: NOTHING,
        total,
      },
      settings,
      shippingAddress,
      advance: quote.advance,
      heldUntil: null,
      payment: { method: 'manual', reference: null, isClaimed: false },
      reason: `Quote ${quote.version} of ${request.number} accepted by ${name}`,
    });
    if (!order) throw new Error(`request ${requestId} has an order it doesn't know of`);
    await noteOrder(shop);
    await settleRequest(shop, requestId, { orderId: order.id, shippingAddress, ...(userId && { userId }) });
    await shop.database
      .update(quotes)
      .set({ acceptedAt: shop.now, acceptedByName: name, acceptedVia: access.by })
      .where(eq(quotes.id, quote.id));
    await shop.database
      .update(commissions)
      .set({ workHours: quote.workHours })
      .where(eq(commissions.requestId, requestId));
    await announce(shop, 'commissions.quote-accepted', { quoteId: quote.id, orderId: order.id });
    await publishRequest(shop, requestId);
    return done({ orderId: order.id, orderNumber: order.orderNumber });
  });
}
