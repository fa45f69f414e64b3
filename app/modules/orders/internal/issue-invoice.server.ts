import { and, asc, eq, inArray, notExists, sql } from 'drizzle-orm';
import { coupons } from '#app/modules/coupons/tables.server.ts';
import { financialYearOf, invoiceNumber, type PrintedParties } from '#app/modules/orders/invoice-number.ts';
import { invoiceCounters, invoices, orders } from '#app/modules/orders/tables.server.ts';
import { getSettings } from '#app/modules/settings/settings.server.ts';
import { adminOnly, inTransaction, type Shop } from '#app/platform/shop.server.ts';
import type { OrderRow } from './order-row.server.ts';

/**
 * Gives an order that is certain its invoice, in the transaction that made it so; one that has an invoice is left alone. The numbers of a financial year have no gap: the year's counter stays locked until the
 * transaction ends, and what is rolled back gives its number back. So this comes last, after stock, coupon and payment:
 * whoever waits for the counter holds everything else already.
 */
export async function issueInvoice(shop: Shop, order: OrderRow): Promise<void> {
  const [issued] = await shop.database.select({ id: invoices.id }).from(invoices).where(eq(invoices.orderId, order.id));
  if (!issued) await issueInOrder(shop, [order]);
}

/** Certain orders a sweep takes at once: the counter is held only briefly. */
const AT_ONCE = 100;

/**
 * Gives invoices to the certain orders that have none because they are older than invoices are, in the order in which
 * they were placed, at most a hundred at a time; the shop itself calls it. Answers how many it issued.
 */
export async function issueMissingInvoices(shop: Shop): Promise<number> {
  adminOnly(shop);
  return inTransaction(shop, async (shop) => {
    // Locked before the counter, as by everybody else: a change of status holds its order while it waits for its number.
    const missing = await shop.database
      .select()
      .from(orders)
      .where(
        and(
          inArray(orders.status, ['processing', 'shipped', 'delivered']),
          notExists(shop.database.select().from(invoices).where(eq(invoices.orderId, orders.id))),
        ),
      )
      .orderBy(asc(orders.createdAt), asc(orders.id))
      .limit(AT_ONCE)
      .for('update');
    return issueInOrder(shop, missing);
  });
}

/** The invoice numbers of these orders, by the order's id; an order without an invoice is not among them. */
export async function invoicesOf(shop: Shop, orderIds: readonly string[]): Promise<Map<string, string>> {
  if (orderIds.length === 0) return new Map();
  const rows = await shop.database
    .select({ orderId: invoices.orderId, financialYear: invoices.financialYear, number: invoices.number })
    .from(invoices)
    .where(inArray(invoices.orderId, [...orderIds]));
  return new Map(rows.map((row) => [row.orderId, invoiceNumber(row)]));
}

/** Numbers these orders, whose rows the caller has locked, one after the other, passing over those that were given an invoice meanwhile; answers how many. */
async function issueInOrder(shop: Shop, certain: readonly OrderRow[]): Promise<number> {
  if (certain.length === 0) return 0;
  const settings = await getSettings(shop);
  const percentages = await percentagesOf(shop, certain);
  const financialYear = financialYearOf(shop.now);
  const [counter] = await shop.database
    .insert(invoiceCounters)
    .values({ financialYear })
    .onConflictDoUpdate({
      target: invoiceCounters.financialYear,
      set: { lastNumber: sql`${invoiceCounters.lastNumber}` },
    })
    .returning({ last: invoiceCounters.lastNumber });
  // Read once the counter is ours: whoever held it before has committed.
  const issued = await invoicesOf(
    shop,
    certain.map(({ id }) => id),
  );
  const rows = certain
    .filter(({ id }) => !issued.has(id))
    .map((order, at) => ({
      orderId: order.id,
      financialYear,
      number: counter!.last + at + 1,
      printed: printedParties(settings, order),
      discountPercentage: order.couponCode === null ? null : (percentages.get(order.couponCode) ?? null),
      issuedAt: shop.now,
    }));
  if (rows.length === 0) return 0;
  await shop.database.insert(invoices).values(rows);
  await shop.database
    .update(invoiceCounters)
    .set({ lastNumber: rows.at(-1)!.number })
    .where(eq(invoiceCounters.financialYear, financialYear));
  return rows.length;
}

async function percentagesOf(shop: Shop, certain: readonly OrderRow[]): Promise<Map<string, number>> {
  const codes = certain.flatMap(({ couponCode }) => couponCode ?? []);
  if (codes.length === 0) return new Map();
  const rows = await shop.database
    .select({ code: coupons.code, percentage: coupons.discountPercentage })
    .from(coupons)
    .where(inArray(coupons.code, codes));
  return new Map(rows.map(({ code, percentage }) => [code, percentage]));
}

function printedParties(
  { shopName, contact, gstin, promises }: Awaited<ReturnType<typeof getSettings>>,
  { customerName, customerEmail, shippingAddress }: OrderRow,
): PrintedParties {
  const { email: _email, phone, ...address } = shippingAddress;
  return {
    seller: {
      name: shopName,
      address: contact.address,
      email: contact.email,
      phone: contact.phone,
      hours: contact.hours,
      gstin,
    },
    buyer: { name: customerName, email: customerEmail, phone, address },
    promises: {
      returnWithinDays: promises.returnWithinDays,
      reportIssuesWithinHours: promises.reportIssuesWithinHours,
      refundBusinessDays: promises.refundBusinessDays,
    },
  };
}
