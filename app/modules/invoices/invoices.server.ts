import { eq, sql } from 'drizzle-orm';
import { paise, times } from '#app/basics/money.ts';
import { invoiceNumber } from '#app/modules/orders/invoice-number.ts';
import { ORDER_LIFE } from '#app/modules/orders/order-life.ts';
import { getOrder, getOrders, issueMissingInvoices } from '#app/modules/orders/orders.server.ts';
import { invoices } from '#app/modules/orders/tables.server.ts';
import { payments, refunds } from '#app/modules/payments/tables.server.ts';
import { getSettings } from '#app/modules/settings/settings.server.ts';
import { adminOnly, type Shop } from '#app/platform/shop.server.ts';
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
  const systemContext: Shop = { ...shop, actor: { kind: 'shop' } };
  while (!issued && ORDER_LIFE[order.status].isCertain && (await issueMissingInvoices(systemContext)) > 0)
    issued = await find();
  if (!issued) throw notFound();
  const [returned] = await shop.database
    .select({ amount: sql<string>`coalesce(sum(${refunds.amount}), 0)` })
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
      amount: times(item.price, item.quantity),
    })),
    subtotal: order.subtotal,
    discount:
      order.discountAmount > 0
        ? { amount: order.discountAmount, label: discountLabel(order, issued.discountPercentage) }
        : null,
    shipping: order.shippingCost,
    gst: order.gstAmount,
    total: order.total,
    inWords: amountInWords(order.total),
    refunded: paise(Number(returned!.amount)),
  };
}

/** The same invoice as a PDF of A4 pages in the shop's own letters, as the answer to a request, to be kept by nobody. */
export async function openInvoicePdf(shop: Shop, orderId: string): Promise<Response> {
  const invoice = await getInvoice(shop, orderId);
  const bytes = await drawInvoice(invoice);
  return new Response(new Uint8Array(bytes), {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Length': String(bytes.length),
      'Content-Disposition': `attachment; filename="${invoice.number.replaceAll('/', '-')}.pdf"`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });
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
