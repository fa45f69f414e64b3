import { and, asc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { dayInIndia } from '#app/basics/india.ts';
import { checkoutAttempts } from '#app/modules/checkout/tables.server.ts';
import { noteMatchAsked } from '#app/modules/ledger/ledger.server.ts';
import { ledgerEntries, payments } from '#app/modules/ledger/tables.server.ts';
import type { Order } from '#app/modules/orders/order.ts';
import { orders, whereAwaitsMatch, whereAwaitsPayment } from '#app/modules/orders/tables.server.ts';
import type { Holiday, Settings } from '#app/modules/settings/settings.ts';
import { getSettings } from '#app/modules/settings/settings.server.ts';
import { businessDaysAfter } from '#app/modules/shipping/delivery.ts';
import { announceEach } from '#app/platform/outbox/outbox.server.ts';
import { adminOnly, inTransaction, type Shop } from '#app/platform/shop.server.ts';

type Limits = Pick<Settings, 'unmatchedOrders'>;
type Unmatched = { matched: number; orders: number; artworks: number };

const ASKED_AFTER_BUSINESS_DAYS = 3;

/**
 * Whether somebody may be shown how to pay by UPI for so many artworks more: as long as no payment of theirs was ever found in
 * the bank, only a few orders may be open whose reference nobody has looked up, or that wait and may be paid so. The caller holds their checkout, so
 * that two can't be judged at once.
 */
export const mayAddUnmatched = async (
  shop: Shop,
  limits: Limits,
  { userId, artworkCount }: { userId: string; artworkCount: number },
): Promise<boolean> => isWithin(limits, await readUnmatched(shop, { userId }), { orders: 1, artworks: artworkCount });

/**
 * The same of an order that waits for its payment, however it came about, before its QR is shown; what is drawn for its
 * customer's open checkout counts, too. Of several that wait each counts those before it alone: the oldest can always be paid
 * first. A reference is taken all the same.
 */
export async function mayShowQr(shop: Shop, limits: Limits, order: Order): Promise<boolean> {
  const { userId, items } = order;
  if (userId === null) return true;
  const drawn = await shop.database
    .select({ quote: checkoutAttempts.drawnQuote })
    .from(checkoutAttempts)
    .where(and(eq(checkoutAttempts.userId, userId), isNull(checkoutAttempts.orderId)));
  const quoted = drawn.flatMap(({ quote }) => quote ?? []);
  const artworks = countArtworks([...items, ...quoted.flatMap((quote) => quote.items)]);
  const unmatched = await readUnmatched(shop, { userId, before: order });
  return isWithin(limits, unmatched, { orders: 1 + quoted.length, artworks });
}

export const countArtworks = (lines: readonly { quantity: number }[]): number =>
  lines.reduce((sum, line) => sum + line.quantity, 0);

/** How many orders of somebody were ever found in the bank, and what is open of the others, `before` an order or at all. */
export async function readUnmatched(
  shop: Shop,
  { userId, before }: { userId: string; before?: Order },
): Promise<Unmatched> {
  const isTheirs = eq(orders.userId, userId);
  const unmatched = and(whereAwaitsMatch(), inArray(orders.status, ['pending', 'processing']));
  const isBefore =
    before &&
    or(lt(orders.createdAt, before.createdAt), and(eq(orders.createdAt, before.createdAt), lt(orders.id, before.id)));
  const isOpen = or(unmatched, and(whereAwaitsPayment(), isBefore))!;
  const isMatched = eq(orders.verification, 'matched');
  const [found] = await shop.database
    .select({
      matched: sql<number>`count(*) filter (where ${isMatched})::int`,
      orders: sql<number>`count(*) filter (where ${isOpen})::int`,
      artworks: sql<number>`coalesce(sum((select sum((item ->> 'quantity')::int) from jsonb_array_elements(${orders.items}) item)) filter (where ${isOpen}), 0)::int`,
    })
    .from(orders)
    .where(and(isTheirs, or(isMatched, isOpen)));
  return found!;
}

/** Whether so much more stays within the limits. */
export const isWithin = (
  { unmatchedOrders: max }: Limits,
  { matched, ...open }: Unmatched,
  adds: Limits['unmatchedOrders'],
): boolean => matched > 0 || (open.orders + adds.orders <= max.orders && open.artworks + adds.artworks <= max.artworks);

/** In SQL: when a payment was last claimed, or was to be looked for again. */
const claimedAt = sql`coalesce((select max(ledger_entries.created_at) from ${ledgerEntries}
  where ledger_entries.payment_id = ${payments.id} and ledger_entries.type in ('claimed', 'unmatched')), ${payments.createdAt})`;

/**
 * Asks the owner, once for each claim, to match or reject what was claimed three business days ago and not looked up since, but for
 * claims of before the shop moved in; the shop itself calls it every hour. Answers of how many.
 */
export async function sweepUnmatchedReferences(shop: Shop): Promise<number> {
  adminOnly(shop);
  const { holidays } = await getSettings(shop);
  const before = businessDaysAgo(shop.now, ASKED_AFTER_BUSINESS_DAYS, holidays);
  return inTransaction(shop, async (shop) => {
    const due = await shop.database
      .select({ paymentId: payments.id, orderId: orders.id })
      .from(payments)
      .innerJoin(orders, and(eq(orders.id, payments.orderId), eq(orders.paymentReferenceId, payments.referenceId)))
      .where(
        and(
          whereAwaitsMatch(),
          eq(payments.source, 'reference'),
          isNull(payments.matchAskedAt),
          isNull(orders.archivedAt),
          isNull(orders.movedInAt),
          sql`${claimedAt} < ${before.toISOString()}::timestamptz`,
        ),
      )
      .orderBy(asc(payments.id))
      .limit(100)
      .for('update', { of: payments, skipLocked: true });
    if (due.length === 0) return 0;
    await noteMatchAsked(
      shop,
      due.map(({ paymentId }) => paymentId),
    );
    await announceEach(
      shop,
      'orders.needs-attention',
      due.map(({ orderId }) => ({ orderId, why: 'unmatched' as const })),
    );
    return due.length;
  });
}

/** The same time of day, so many business days before; from a day that is none it is one more. */
function businessDaysAgo(now: Date, days: number, holidays: readonly Holiday[]): Date {
  const isBusinessDay = (moment: Date) => businessDaysAfter(dayInIndia(moment), 0, holidays) === dayInIndia(moment);
  const moment = new Date(now);
  for (let left = isBusinessDay(now) ? days : days + 1; left > 0;) {
    moment.setTime(moment.getTime() - 24 * 3_600_000);
    if (isBusinessDay(moment)) left -= 1;
  }
  return moment;
}
