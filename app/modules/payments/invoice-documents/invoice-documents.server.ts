import { and, asc, eq, exists, gt, inArray, isNull, lte, ne, not, or, sql } from 'drizzle-orm';
import { NOTHING } from '#app/basics/money.ts';
import { ORDER_STATUSES } from '#app/modules/orders/orders/order.ts';
import { ORDER_LIFE } from '#app/modules/orders/orders/order-life.ts';
import { getOrder, getOrders, lockOrder } from '#app/modules/orders/orders/orders.server.ts';
import { orders, whereCanShip } from '#app/modules/orders/orders/tables.server.ts';
import { toBalance, LEDGER_EFFECTS, outstanding } from '#app/modules/orders/ledger/ledger.ts';
import { findEntries } from '#app/modules/orders/ledger/ledger.server.ts';
import { payments, refunds } from '#app/modules/orders/ledger/tables.server.ts';
import {
  documentNumber,
  INVOICE_KINDS,
  DOCUMENT_TITLES,
  type DocumentKind,
} from '#app/modules/orders/invoices/paper.ts';
import { hasCurrentInvoice, issueInvoices } from '#app/modules/orders/invoices/invoices.server.ts';
import { type DocumentEntry, findDocuments } from '#app/modules/orders/invoices/invoice-list.server.ts';
import { issueReceipt } from '#app/modules/orders/invoices/vouchers.server.ts';
import { papers } from '#app/modules/orders/invoices/tables.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { paiseOf } from '#app/platform/database/columns.server.ts';
import { adminOnly, asShop, inTransaction, type Shop } from '#app/platform/shop.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { amountInWords } from './amount-in-words.ts';
import { MAX_PARCELS, type InvoiceDocument, type Parcel } from './paper-sheet.ts';

/**
 * Returns a document to the order's customer and admins (T2). Without `paperId`, returns the last invoice, or issues
 * the first one.
 */
export async function getDocument(shop: Shop, orderId: string, paperId?: string): Promise<InvoiceDocument> {
  const order = await getOrder(shop, orderId);
  const list = async () => (await findDocuments(shop, [order.id])).get(order.id) ?? [];
  let all = await list();
  while (
    paperId === undefined &&
    !all.some((each) => isRequested(each)) &&
    (await ordersWithInvoice(asShop(shop), [order.id])).has(order.id) &&
    (await issueMissingInvoices(asShop(shop))) > 0
  )
    all = await list();
  const entry = all.findLast((each) => isRequested(each, paperId));
  if (!entry) throw notFound();
  // A refund belongs to the invoice that was current when it was made.
  const invoices = all.filter(({ kind }) => isInvoiceKind(kind));
  const at = invoices.indexOf(entry);
  const next = at >= 0 ? invoices[at + 1] : undefined;
  const [since, until] = [at > 0 ? entry.issuedAt : undefined, next?.issuedAt];
  const [[issued], corrections, [returned]] = await Promise.all([
    shop.database.select({ content: papers.content }).from(papers).where(eq(papers.id, entry.id)),
    shop.database.select().from(papers).where(eq(papers.correctsId, entry.id)).orderBy(asc(papers.sequence)),
    shop.database
      .select({ amount: paiseOf(sql`sum(${refunds.amount})`) })
      .from(refunds)
      .innerJoin(payments, eq(payments.id, refunds.paymentId))
      .where(
        and(
          eq(payments.orderId, order.id),
          ne(refunds.status, 'failed'),
          since && gt(refunds.createdAt, since),
          until && lte(refunds.createdAt, until),
        ),
      ),
  ]);
  return {
    ...issued!.content,
    ...entry,
    title: DOCUMENT_TITLES[entry.kind],
    status: corrections.some(({ isCancellation }) => isCancellation) ? 'cancelled' : order.status,
    amountInWords: amountInWords(entry.total, issued!.content),
    refunded: isInvoiceKind(entry.kind) ? returned!.amount : NOTHING,
    cancellationFee: isInvoiceKind(entry.kind) && !next ? order.cancellationFee : NOTHING,
    replacedBy: next && `${DOCUMENT_TITLES[next.kind]} ${next.number}`,
    laterDocuments: corrections.map((document) => ({
      id: document.id,
      title: DOCUMENT_TITLES[document.kind],
      number: documentNumber(document),
      issuedAt: document.issuedAt,
    })),
  };
}

const isInvoiceKind = (kind: DocumentKind): boolean => (INVOICE_KINDS as readonly DocumentKind[]).includes(kind);
const isRequested = ({ id, kind }: DocumentEntry, paperId?: string): boolean =>
  paperId === undefined ? isInvoiceKind(kind) : id === paperId;

export async function getDocumentPdf(
  shop: Shop,
  orderId: string,
  paperId?: string,
): Promise<{ name: string; bytes: Buffer }> {
  const document = await getDocument(shop, orderId, paperId);
  const { drawDocument } = await import('./internal/draw-document.server.ts');
  return { name: `${document.number.replaceAll('/', '-')}.pdf`, bytes: await drawDocument(document) };
}

export async function issueReceipts(shop: Shop, orderId: string): Promise<number> {
  adminOnly(shop);
  return inTransaction(shop, async (shop) => {
    const order = await lockOrder(shop, orderId);
    const matchedPayments = await shop.database
      .select()
      .from(payments)
      .where(and(eq(payments.orderId, orderId), eq(payments.status, 'success'), eq(payments.verification, 'matched')))
      .orderBy(asc(payments.createdAt), asc(payments.id));
    const entries = await findEntries(shop, orderId);
    let issued = 0;
    // Receipts are issued one by one, because each shows the amount due after it.
    for (const { id, amount, referenceId: reference } of matchedPayments) {
      const last = entries.findLastIndex(
        ({ paymentId, refundId, type }) => paymentId === id && refundId === null && LEDGER_EFFECTS[type].received > 0,
      );
      const due = outstanding(toBalance(entries.slice(0, last + 1)));
      issued += await issueReceipt(shop, order, { id, amount, reference, due });
    }
    return issued;
  });
}

/** Returns packing slips with the current address. Admins only. */
export async function getParcels(shop: Shop, orderIds: readonly string[]): Promise<Parcel[]> {
  adminOnly(shop);
  const requestedIds = [...new Set(orderIds)].slice(0, MAX_PARCELS);
  if (requestedIds.length === 0) throw notFound();
  const [found, { shopName, contact }] = await Promise.all([getOrders(shop, requestedIds), getSettings(shop)]);
  return found.map(({ shippingAddress: { email, phone, ...address }, ...order }) => ({
    orderId: order.id,
    orderNumber: order.orderNumber,
    orderedAt: order.createdAt,
    giftNote: order.giftNote,
    seller: {
      name: shopName,
      address: contact.address,
      phone: contact.phone,
      email: contact.email,
      hours: contact.hours,
    },
    buyer: { name: order.customerName, email, phone, address, handedOver: order.handedOver },
    lines: order.items.map(({ title, personalization = [], quantity, made_to_order: madeToOrder }) => ({
      title,
      personalization,
      quantity,
      madeToOrder: madeToOrder === true,
    })),
  }));
}

const certainStatuses = ORDER_STATUSES.filter((status) => ORDER_LIFE[status].isCertain);

/** Excludes imported orders, because their former seller has invoiced them. */
const whereIsInvoiced = () => and(inArray(orders.status, certainStatuses), isNull(orders.movedInAt), whereCanShip())!;

// Not filtered by owner: the caller has read these orders as this visitor.
/** Returns which orders have an invoice or get one when it is requested. */
export async function ordersWithInvoice(shop: Shop, orderIds: readonly string[]): Promise<Set<string>> {
  if (orderIds.length === 0) return new Set();
  const issued = shop.database
    .select()
    .from(papers)
    .where(and(sql`${papers.orderId} = ${orders.id}`, inArray(papers.kind, INVOICE_KINDS)));
  const found = await shop.database
    .select({ id: orders.id })
    .from(orders)
    .where(and(inArray(orders.id, [...orderIds]), or(whereIsInvoiced(), exists(issued))));
  return new Set(found.map(({ id }) => id));
}

/** A small batch keeps the invoice counter locked only briefly. */
const AT_ONCE = 100;

export async function issueMissingInvoices(shop: Shop): Promise<number> {
  adminOnly(shop);
  return inTransaction(shop, async (shop) => {
    // Every caller locks orders before the counter, to prevent deadlocks.
    const missing = await shop.database
      .select()
      .from(orders)
      .where(and(whereIsInvoiced(), not(hasCurrentInvoice(shop, orders.id))))
      .orderBy(asc(orders.createdAt), asc(orders.id))
      .limit(AT_ONCE)
      .for('update');
    return issueInvoices(shop, missing);
  });
}
