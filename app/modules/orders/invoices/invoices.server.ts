import { and, eq, exists, gte, inArray, isNull, not, notExists, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type Paise, sum } from '#app/basics/money.ts';
import type { Item } from '#app/basics/item.ts';
import { coupons } from '#app/modules/orders/coupons/tables.server.ts';
import { ledgerEntries } from '#app/modules/orders/ledger/tables.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import { pipeline } from '#app/platform/database/database.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { creditLines, type ReturnedItem, sumCredit } from './credit.ts';
import {
  toFinancialYear,
  INVOICE_KINDS,
  lineGross,
  DOCUMENT_TITLES,
  type DocumentContent,
  type DocumentKind,
  documentNumber,
} from './paper.ts';
import { paperCounters, papers } from './tables.server.ts';
import { INVOICE_KIND_OF, type InvoicedOrder, writeCreditNote, writeInvoice, writeLines } from './write-document.ts';

type DocumentRow = typeof papers.$inferSelect;

const creditNotes = alias(papers, 'credit_notes');

/** An order has at most one invoice that was not cancelled. */
const isCurrentInvoice = (shop: Shop) =>
  and(
    inArray(papers.kind, INVOICE_KINDS),
    not(
      exists(
        shop.database
          .select()
          .from(creditNotes)
          .where(and(eq(creditNotes.correctsId, papers.id), creditNotes.isCancellation)),
      ),
    ),
  )!;

const findCurrentInvoices = (shop: Shop, orderIds: readonly string[]): Promise<DocumentRow[]> =>
  shop.database
    .select()
    .from(papers)
    .where(and(inArray(papers.orderId, [...orderIds]), isCurrentInvoice(shop)));

export const hasCurrentInvoice = (shop: Shop, orderId: SQLWrapper) =>
  exists(
    shop.database
      .select()
      .from(papers)
      .where(and(sql`${papers.orderId} = ${orderId}`, isCurrentInvoice(shop))),
  );

type NewDocument = {
  orderId: string;
  kind: DocumentKind;
  content: DocumentContent;
  correctsId?: string;
  isCancellation?: boolean;
  key?: string;
};

/**
 * Issues the documents that `write` returns. Call it last: the counter stays locked until the transaction ends, so
 * numbers have no gaps.
 */
export async function issue(shop: Shop, write: () => Promise<NewDocument[]>): Promise<number> {
  const financialYear = toFinancialYear(shop.now);
  const [counter] = await shop.database
    .insert(paperCounters)
    .values({ financialYear })
    .onConflictDoUpdate({
      target: paperCounters.financialYear,
      set: { lastNumbers: sql`${paperCounters.lastNumbers}` },
    })
    .returning({ lastNumbers: paperCounters.lastNumbers });
  const lastNumbers = { ...counter!.lastNumbers };
  const rows = (await write()).map((document) => {
    const number = (lastNumbers[document.kind] ?? 0) + 1;
    lastNumbers[document.kind] = number;
    return { ...document, financialYear, number, total: document.content.total, issuedAt: shop.now };
  });
  if (rows.length === 0) return 0;
  await pipeline([
    () => shop.database.insert(papers).values(rows),
    () =>
      shop.database.update(paperCounters).set({ lastNumbers }).where(eq(paperCounters.financialYear, financialYear)),
  ]);
  return rows.length;
}

/** Issues missing invoices for locked orders. Returns how many. */
export async function issueInvoices(
  shop: Shop,
  orders: readonly InvoicedOrder[],
  { pricedBy }: { pricedBy?: Settings } = {},
): Promise<number> {
  const withoutInvoice = async () => {
    if (pricedBy) return orders;
    const standing = await findCurrentInvoices(
      shop,
      orders.map(({ id }) => id),
    );
    return orders.filter(({ id }) => !standing.some(({ orderId }) => orderId === id));
  };
  const certain = await withoutInvoice();
  if (certain.length === 0) return 0;
  const settings = pricedBy ?? (await getSettings(shop));
  const percentages = await findDiscountPercentages(shop, certain);
  return issue(shop, async () => {
    const missing = await withoutInvoice();
    const notes = pricedBy ? [] : await findReturnNotes(shop, missing);
    return missing.map((order) => {
      const returned = notes
        .filter(({ orderId }) => orderId === order.id)
        .flatMap(({ content }) => toReturnedItems(content));
      return writeNewInvoice(settings, order, { percentages, returned });
    });
  });
}

const writeNewInvoice = (
  settings: Settings,
  order: InvoicedOrder,
  { percentages, returned }: { percentages: ReadonlyMap<string, number>; returned: readonly ReturnedItem[] },
): NewDocument => ({
  orderId: order.id,
  kind: INVOICE_KIND_OF[settings.seller.status],
  content: writeInvoice(settings, order, percentages.get(order.couponCode ?? '') ?? null, returned),
});

/** Returns the credit notes of returns since each order was last restored. */
const findReturnNotes = (shop: Shop, orders: readonly Pick<InvoicedOrder, 'id'>[]): Promise<DocumentRow[]> =>
  shop.database
    .select()
    .from(papers)
    .where(
      and(
        inArray(
          papers.orderId,
          orders.map(({ id }) => id),
        ),
        eq(papers.kind, 'credit-note'),
        not(papers.isCancellation),
        notExists(
          shop.database
            .select()
            .from(ledgerEntries)
            .where(
              and(
                eq(ledgerEntries.orderId, papers.orderId),
                eq(ledgerEntries.type, 'reinstated'),
                // Undoing a mistaken refund does not restore the order.
                isNull(ledgerEntries.refundId),
                gte(ledgerEntries.createdAt, papers.issuedAt),
              ),
            ),
        ),
      ),
    );

const toReturnedItems = ({ lines }: DocumentContent): ReturnedItem[] =>
  lines.flatMap(({ artworkId, variantId, quantity }) => (artworkId === null ? [] : { artworkId, variantId, quantity }));

/** Cancels the rest of locked orders' invoices by credit notes. Returns how many. */
export async function creditInvoices(shop: Shop, orders: readonly Pick<InvoicedOrder, 'id'>[]): Promise<number> {
  const ids = orders.map(({ id }) => id);
  if ((await findCurrentInvoices(shop, ids)).length === 0) return 0;
  return issue(shop, async () => {
    const standing = await findCurrentInvoices(shop, ids);
    return creditNotesFor(shop, standing, 'all', { reason: 'The order was cancelled', isCancellation: true });
  });
}

/** Replaces a tax invoice when the address moved to another state. Returns the number of documents. */
export const reissueForState = (shop: Shop, order: InvoicedOrder): Promise<number> =>
  reissueInvoice(
    shop,
    order,
    'The order goes to another state',
    ({ content }) => content.isTaxed && content.buyer.address.state !== order.shippingAddress.state,
  );

/** Replaces a locked order's invoice, if it `isWrong`, by a credit note and a new one. Returns the number of documents. */
export async function reissueInvoice(
  shop: Shop,
  order: InvoicedOrder,
  reason: string,
  isWrong: (invoice: DocumentRow) => boolean = () => true,
): Promise<number> {
  const findWrong = async () => (await findCurrentInvoices(shop, [order.id])).filter((invoice) => isWrong(invoice));
  if ((await findWrong()).length === 0) return 0;
  const settings = await getSettings(shop);
  const percentages = await findDiscountPercentages(shop, [order]);
  return issue(shop, async () => {
    const wrong = await findWrong();
    const notes = await creditNotesFor(shop, wrong, 'all', { reason, isCancellation: true });
    // A fully returned order gets no further invoice.
    if (notes.length === 0) return [];
    const returned = (await findReturnNotes(shop, [order])).flatMap(({ content }) => toReturnedItems(content));
    return [...notes, writeNewInvoice(settings, order, { percentages, returned })];
  });
}

/** Credits the returned part of an invoice, once per `key`. The caller has locked the return. */
export async function creditReturn(
  shop: Shop,
  returned: { key: string; orderId: string; lines: readonly (Item & { quantity: number })[] },
): Promise<number> {
  const key = `return:${returned.key}`;
  if ((await findCurrentInvoices(shop, [returned.orderId])).length === 0) return 0;
  return issue(shop, async () => {
    if (await isIssued(shop, key)) return [];
    const standing = await findCurrentInvoices(shop, [returned.orderId]);
    return creditNotesFor(shop, standing, returned.lines, { reason: 'Items came back', key });
  });
}

export async function sumReturned(
  shop: Shop,
  order: InvoicedOrder,
  { earlier, now }: { earlier: readonly ReturnedItem[]; now: readonly ReturnedItem[] },
): Promise<Paise> {
  const [invoice] = await findCurrentInvoices(shop, [order.id]);
  if (!invoice)
    return sumCredit(writeLines(order, { isTaxed: false, isWithinState: true }), [...earlier, ...now], {
      isOnTop: false,
    });
  const notes = await findReturnNotes(shop, [order]);
  const ofInvoice = notes.filter(({ correctsId }) => correctsId === invoice.id);
  const credited = ofInvoice.flatMap(({ content }) => content.lines);
  const lines = creditLines(invoice.content.lines, credited, now, { isOnTop: invoice.content.gst > 0 });
  return sum([...notes.map(({ total }) => total), ...lines.map(lineGross)]);
}

async function creditNotesFor(
  shop: Shop,
  invoices: readonly DocumentRow[],
  returned: Parameters<typeof creditLines>[2],
  { reason, ...paper }: { reason: string; isCancellation?: true; key?: string },
): Promise<NewDocument[]> {
  if (invoices.length === 0) return [];
  const earlier = await shop.database
    .select({ correctsId: papers.correctsId, content: papers.content })
    .from(papers)
    .where(
      inArray(
        papers.correctsId,
        invoices.map(({ id }) => id),
      ),
    );
  return invoices.flatMap((invoice) => {
    const credited = earlier
      .filter(({ correctsId }) => correctsId === invoice.id)
      .flatMap(({ content }) => content.lines);
    const lines = creditLines(invoice.content.lines, credited, returned, { isOnTop: invoice.content.gst > 0 });
    if (lines.length === 0) return [];
    const content = writeCreditNote({ ...invoice, ...numberAndTitle(invoice) }, lines, reason);
    return [{ orderId: invoice.orderId, kind: 'credit-note' as const, content, correctsId: invoice.id, ...paper }];
  });
}

export const numberAndTitle = (document: DocumentRow) => ({
  title: DOCUMENT_TITLES[document.kind],
  number: documentNumber(document),
});

export async function isIssued(shop: Shop, key: string): Promise<boolean> {
  return (await shop.database.select({ id: papers.id }).from(papers).where(eq(papers.key, key))).length > 0;
}

async function findDiscountPercentages(shop: Shop, certain: readonly InvoicedOrder[]): Promise<Map<string, number>> {
  const codes = certain.flatMap(({ couponCode }) => couponCode ?? []);
  if (codes.length === 0) return new Map();
  const rows = await shop.database
    .select({ code: coupons.code, percentage: coupons.discountPercentage })
    .from(coupons)
    .where(inArray(coupons.code, codes));
  return new Map(rows.map(({ code, percentage }) => [code, percentage]));
}
