import { eq, inArray, sql } from 'drizzle-orm';
import type { ShippingAddress } from '#app/basics/address.ts';
import { coupons } from '#app/modules/coupons/tables.server.ts';
import { getSettings } from '#app/modules/settings/settings.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { financialYearOf, invoiceNumber, type PrintedParties } from './invoice-number.ts';
import { invoiceCounters, invoices } from './tables.server.ts';

/** The invoice numbers of these orders, by the order's id; an order without an invoice is not among them. */
export async function invoicesOf(shop: Shop, orderIds: readonly string[]): Promise<Map<string, string>> {
  if (orderIds.length === 0) return new Map();
  const rows = await shop.database
    .select({ orderId: invoices.orderId, financialYear: invoices.financialYear, number: invoices.number })
    .from(invoices)
    .where(inArray(invoices.orderId, [...orderIds]));
  return new Map(rows.map((row) => [row.orderId, invoiceNumber(row)]));
}

/** What an invoice takes from its order. */
export type InvoicedOrder = {
  id: string;
  couponCode: string | null;
  customerName: string;
  customerEmail: string;
  shippingAddress: ShippingAddress;
};

/**
 * Gives orders that are certain, and whose rows the caller has locked, their invoices, one after the other, passing over those
 * that have one; answers how many. The numbers of a financial year have no gap: the year's counter stays locked until the
 * caller's transaction ends, and what is rolled back gives its number back. So this comes last, after stock, coupon and
 * payment: whoever waits for the counter holds everything else already.
 */
export async function issueInvoices(shop: Shop, orders: readonly InvoicedOrder[]): Promise<number> {
  const ids = orders.map(({ id }) => id);
  const before = await invoicesOf(shop, ids);
  const certain = orders.filter(({ id }) => !before.has(id));
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
  const issued = await invoicesOf(shop, ids);
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

async function percentagesOf(shop: Shop, certain: readonly InvoicedOrder[]): Promise<Map<string, number>> {
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
  { customerName, customerEmail, shippingAddress }: InvoicedOrder,
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
