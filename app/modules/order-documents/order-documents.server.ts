import { and, asc, eq, inArray, notExists, sql } from 'drizzle-orm';
import { invoiceNumber } from '#app/modules/invoices/invoice-number.ts';
import { ORDER_STATUSES } from '#app/modules/orders/order.ts';
import { ORDER_LIFE } from '#app/modules/orders/order-life.ts';
import { getOrder, getOrders } from '#app/modules/orders/orders.server.ts';
import { issueInvoices } from '#app/modules/invoices/invoices.server.ts';
import { invoices } from '#app/modules/invoices/tables.server.ts';
import { orders } from '#app/modules/orders/tables.server.ts';
import { payments, refunds } from '#app/modules/ledger/tables.server.ts';
import { getSettings } from '#app/modules/settings/settings.server.ts';
import { paiseOf } from '#app/platform/database/columns.server.ts';
import { adminOnly, inTransaction, type Shop } from '#app/platform/shop.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { amountInWords } from './amount-in-words.ts';
import { discountLabel, type Invoice, MAX_PARCELS, type Parcel } from './invoice.ts';
import { drawInvoice } from './internal/draw-invoice.server.ts';

/**
 * An order's invoice, for its owner and admins; to everybody else, and for an order that was never certain, it is not
 * found (T2). Sellers' and buyer's details are those of the day of issue. An order older than invoices is given its own
 * now, after those that were placed before it.
 */
export async function getInvoice(shop: Shop, orderId: string): Promise<Invoice> {
  const order = await getOrder(shop, orderId);
  const find = async () => (await shop.database.select().from(invoices).where(eq(invoices.orderId, order.id)))[0];
  let issued = await find();
  const asShop: Shop = { ...shop, actor: { kind: 'shop' } };
  while (!issued && ORDER_LIFE[order.status].isCertain && (await issueMissingInvoices(asShop)) > 0)
    issued = await find();
  if (!issued) throw notFound();
  const [returned] = await shop.database
    .select({ amount: paiseOf(sql`sum(${refunds.amount})`) })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(payments.orderId, order.id));
  return {
    ...issued.printed,
    orderId: order.id,
    number: invoiceNumber(issued),
    orderNumber: order.orderNumber,
    issuedAt: issued.issuedAt,
    orderedAt: order.createdAt,
    status: order.status,
    paymentMethod: order.paymentMethod,
    paymentReference: order.paymentReferenceId,
    lines: order.items.map((item) => ({
      title: item.title,
      madeToOrder: item.made_to_order === true,
      quantity: item.quantity,
      rate: item.price,
      amount: item.lineTotal,
    })),
    subtotal: order.subtotal,
    discount:
      order.discountAmount > 0
        ? { amount: order.discountAmount, label: discountLabel(order, issued.discountPercentage) }
        : null,
    shipping: order.shippingCost,
    codCharge: order.codCharge,
    gst: order.gstAmount,
    total: order.total,
    amountInWords: amountInWords(order.total),
    refunded: returned!.amount,
  };
}

/** The same invoice as a PDF of A4 pages in the shop's own letters. */
export async function getInvoicePdf(shop: Shop, orderId: string): Promise<{ name: string; bytes: Buffer }> {
  const invoice = await getInvoice(shop, orderId);
  return { name: `${invoice.number.replaceAll('/', '-')}.pdf`, bytes: await drawInvoice(invoice) };
}

/**
 * What the packing slips and labels of these orders say, in the order asked for, each once and at most fifty; admins.
 * They follow the address as it is now, unlike an invoice. Throws not-found when one isn't there, or none was asked for.
 */
export async function getParcels(shop: Shop, orderIds: readonly string[]): Promise<Parcel[]> {
  adminOnly(shop);
  const asked = [...new Set(orderIds)].slice(0, MAX_PARCELS);
  if (asked.length === 0) throw notFound();
  const [found, { shopName, contact }] = await Promise.all([getOrders(shop, asked), getSettings(shop)]);
  return found.map(({ shippingAddress: { email, phone, ...address }, ...order }) => ({
    orderId: order.id,
    orderNumber: order.orderNumber,
    orderedAt: order.createdAt,
    seller: {
      name: shopName,
      address: contact.address,
      phone: contact.phone,
      email: contact.email,
      hours: contact.hours,
    },
    buyer: { name: order.customerName, email, phone, address },
    lines: order.items.map(({ title, quantity, made_to_order: madeToOrder }) => ({
      title,
      quantity,
      madeToOrder: madeToOrder === true,
    })),
  }));
}

const certainStatuses = ORDER_STATUSES.filter((status) => ORDER_LIFE[status].isCertain);

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
          inArray(orders.status, certainStatuses),
          notExists(shop.database.select().from(invoices).where(eq(invoices.orderId, orders.id))),
        ),
      )
      .orderBy(asc(orders.createdAt), asc(orders.id))
      .limit(AT_ONCE)
      .for('update');
    return issueInvoices(shop, missing);
  });
}
