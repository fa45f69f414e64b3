import {
  and,
  asc,
  eq,
  exists,
  gte,
  inArray,
  isNull,
  not,
  notExists,
  notLike,
  or,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type Paise, paise, sum } from '#app/basics/money.ts';
import type { Item } from '#app/basics/item.ts';
import { coupons } from '#app/modules/orders/coupons/tables.server.ts';
import { distribute } from '#app/modules/orders/pricing/gst.ts';
import { ledgerEntries } from '#app/modules/orders/ledger/tables.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import { pipeline } from '#app/platform/database/database.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { type Correction, creditLines, creditValue, restOf, type ReturnedItem, sumCredit } from './credit.ts';
import { findMoney } from './money-at-issue.server.ts';
import {
  toFinancialYear,
  isTooLateToCredit,
  INVOICE_KINDS,
  lineGross,
  DOCUMENT_TITLES,
  type DocumentContent,
  type DocumentKind,
  type DocumentLine,
  type MoneyAtIssue,
  documentNumber,
} from './paper.ts';
import { paperCounters, papers } from './tables.server.ts';
import { type Credited, type InvoicedOrder, writeInvoices, writeLines, writeNote } from './write-document.ts';

export type DocumentRow = typeof papers.$inferSelect;

const creditNotes = alias(papers, 'credit_notes');

/**
 * An order has at most one invoice that was not cancelled, or two for a firm that buys taxed and exempt goods. The
 * invoice of a fee has a key and is not one of them.
 */
const isCurrentInvoice = (shop: Shop) =>
  and(
    inArray(papers.kind, INVOICE_KINDS),
    isNull(papers.key),
    not(
      exists(
        shop.database
          .select()
          .from(creditNotes)
          .where(and(eq(creditNotes.correctsId, papers.id), creditNotes.isCancellation)),
      ),
    ),
  )!;

/** Documents of a kept fee have keys that begin so. */
export const FEE_KEY = 'fee:';
const isNotFee = or(isNull(papers.key), notLike(papers.key, `${FEE_KEY}%`))!;

const findCurrentInvoices = (shop: Shop, orderIds: readonly string[]): Promise<DocumentRow[]> =>
  shop.database
    .select()
    .from(papers)
    .where(and(inArray(papers.orderId, [...orderIds]), isCurrentInvoice(shop)))
    .orderBy(asc(papers.sequence));

export const hasCurrentInvoice = (shop: Shop, orderId: SQLWrapper) =>
  exists(
    shop.database
      .select()
      .from(papers)
      .where(and(sql`${papers.orderId} = ${orderId}`, isCurrentInvoice(shop))),
  );

export type NewDocument = {
  orderId: string;
  kind: DocumentKind;
  content: DocumentContent;
  correctsId?: string;
  isCancellation?: boolean;
  key?: string;
};

export const toSeries = (kind: DocumentKind, gstin: string | null): string =>
  gstin === null ? kind : `${kind} ${gstin}`;

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
    const { gstin } = document.content.seller;
    const series = toSeries(document.kind, gstin);
    const number = (lastNumbers[series] ?? 0) + 1;
    lastNumbers[series] = number;
    return { ...document, financialYear, number, gstin, total: document.content.total, issuedAt: shop.now };
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
    const corrections = pricedBy ? [] : await findCorrections(shop, missing);
    const money = await findMoney(shop, missing);
    return missing.flatMap((order) =>
      writeNewInvoices(settings, order, {
        percentages,
        credited: toCredited(corrections.filter(({ orderId }) => orderId === order.id)),
        money: money.get(order.id)!,
      }),
    );
  });
}

const writeNewInvoices = (
  settings: Settings,
  order: InvoicedOrder,
  { percentages, ...written }: { percentages: ReadonlyMap<string, number>; credited: Credited; money: MoneyAtIssue },
): NewDocument[] =>
  writeInvoices(settings, order, { percentage: percentages.get(order.couponCode ?? '') ?? null, ...written }).map(
    (invoice) => ({ orderId: order.id, ...invoice }),
  );

/** Returns the notes of returns and lower prices since each order was last restored. */
const findCorrections = (shop: Shop, orders: readonly Pick<InvoicedOrder, 'id'>[]): Promise<DocumentRow[]> =>
  shop.database
    .select()
    .from(papers)
    .where(
      and(
        inArray(
          papers.orderId,
          orders.map(({ id }) => id),
        ),
        inArray(papers.kind, NOTE_KINDS),
        not(papers.isCancellation),
        isNotFee,
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

const NOTE_KINDS = ['credit-note', 'debit-note'] as const satisfies DocumentKind[];

const toCorrection = ({ kind, content: { lines } }: Pick<DocumentRow, 'kind' | 'content'>): Correction => ({
  lines,
  isDebit: kind === 'debit-note',
});

/** A line without quantity is a lower price. */
function toCredited(corrections: readonly DocumentRow[]): Credited {
  const lines = corrections.flatMap(({ kind, content }) =>
    content.lines.map((line) => ({ ...line, sign: kind === 'debit-note' ? -1 : 1 })),
  );
  return {
    returned: lines.flatMap(({ artworkId, variantId, quantity }) =>
      artworkId === null || quantity === 0 ? [] : { artworkId, variantId, quantity },
    ),
    value: paise(
      lines.filter(({ quantity }) => quantity === 0).reduce((all, line) => all + line.sign * lineGross(line), 0),
    ),
  };
}

type CancelledOrder = Pick<InvoicedOrder, 'id' | 'paymentMethod'>;

/** Cancels the rest of locked orders' invoices by credit notes. Returns how many. */
export async function creditInvoices(shop: Shop, orders: readonly CancelledOrder[]): Promise<number> {
  const ids = orders.map(({ id }) => id);
  if ((await findCurrentInvoices(shop, ids)).length === 0) return 0;
  return issue(shop, async () => {
    const current = await findCurrentInvoices(shop, ids);
    const money = await findMoney(shop, orders);
    return creditNotesFor(shop, current, 'all', { reason: 'The order was cancelled', isCancellation: true, money });
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
    const money = await findMoney(shop, [order]);
    const notes = await creditNotesFor(shop, wrong, 'all', { reason, isCancellation: true, money });
    // A fully returned order gets no further invoice.
    if (notes.length === 0) return [];
    const credited = toCredited(await findCorrections(shop, [order]));
    return [...notes, ...writeNewInvoices(settings, order, { percentages, credited, money: money.get(order.id)! })];
  });
}

/** Credits the returned part of an invoice, once per `key`. The caller has locked the return. */
export async function creditReturn(
  shop: Shop,
  returned: { key: string; order: CancelledOrder; lines: readonly (Item & { quantity: number })[] },
): Promise<number> {
  const { order, lines } = returned;
  const key = `return:${returned.key}`;
  if ((await findCurrentInvoices(shop, [order.id])).length === 0) return 0;
  return issue(shop, async () => {
    if (await isIssued(shop, key)) return [];
    const current = await findCurrentInvoices(shop, [order.id]);
    const money = await findMoney(shop, [order]);
    return creditNotesFor(shop, current, lines, { reason: 'Items came back', key, money });
  });
}

/** Credits a lower price that was refunded without a return, once per `key`. The caller has locked the order. */
export async function creditPrice(
  shop: Shop,
  { order, amount, reason, key }: { order: CancelledOrder; amount: Paise; reason: string; key: string },
): Promise<number> {
  if ((await findCurrentInvoices(shop, [order.id])).length === 0) return 0;
  return issue(shop, async () => {
    if (await isIssued(shop, key)) return [];
    const current = await findCurrentInvoices(shop, [order.id]);
    const money = await findMoney(shop, [order]);
    const corrections = await findNotesOn(shop, current);
    const rests = current.map((invoice) =>
      sum(restOf(invoice.content.lines, corrections.get(invoice.id) ?? []).map(lineGross)),
    );
    const parts = distribute(paise(Math.min(amount, sum(rests))), rests);
    return current.flatMap((invoice, at) => {
      const lines = creditValue(invoice.content.lines, corrections.get(invoice.id) ?? [], parts[at]!);
      return lines.length === 0
        ? []
        : [
            writeNoteFor(shop, invoice, lines, {
              reason,
              money: money.get(order.id)!,
              key: `${key}${at > 0 ? `:${at}` : ''}`,
            }),
          ];
    });
  });
}

/** Takes a credited price back, because its refund was a mistake. The caller has locked the order. */
export async function debitPrice(
  shop: Shop,
  { order, creditKey, key, reason }: { order: CancelledOrder; creditKey: string; key: string; reason: string },
): Promise<number> {
  const find = () =>
    shop.database
      .select()
      .from(papers)
      .where(or(eq(papers.key, creditKey), eq(papers.key, `${creditKey}:1`)));
  if ((await find()).length === 0) return 0;
  return issue(shop, async () => {
    if (await isIssued(shop, key)) return [];
    const current = await findCurrentInvoices(shop, [order.id]);
    const money = await findMoney(shop, [order]);
    return (await find()).flatMap((note, at) => {
      const invoice = current.find(({ id }) => id === note.correctsId);
      if (!invoice) return [];
      const written = { reason, money: money.get(order.id)!, key: `${key}${at > 0 ? `:${at}` : ''}` };
      return [writeNoteFor(shop, invoice, note.content.lines, { ...written, kind: 'debit-note' })];
    });
  });
}

export async function sumReturned(
  shop: Shop,
  order: InvoicedOrder,
  { earlier, now }: { earlier: readonly ReturnedItem[]; now: readonly ReturnedItem[] },
): Promise<Paise> {
  const invoices = await findCurrentInvoices(shop, [order.id]);
  if (invoices.length === 0) {
    const { gstOnServices: services } = await getSettings(shop);
    const untaxed = { isTaxed: false, isRegistered: false, isInterstate: false, services };
    return sumCredit(writeLines(order, untaxed), [...earlier, ...now], { isOnTop: false });
  }
  const corrections = await findCorrections(shop, [order]);
  const lines = invoices.flatMap(({ id, content }) =>
    creditLines(
      content.lines,
      corrections.filter(({ correctsId }) => correctsId === id).map((each) => toCorrection(each)),
      now,
      { isOnTop: content.gst > 0 },
    ),
  );
  const credited = corrections.map(({ kind, total }) => (kind === 'debit-note' ? paise(-total) : total));
  return sum([...credited, ...lines.map(lineGross)]);
}

/** Returns the notes that correct each invoice, without fees. */
async function findNotesOn(shop: Shop, invoices: readonly DocumentRow[]): Promise<Map<string, Correction[]>> {
  const notes = await shop.database
    .select({ correctsId: papers.correctsId, kind: papers.kind, content: papers.content })
    .from(papers)
    .where(
      and(
        inArray(
          papers.correctsId,
          invoices.map(({ id }) => id),
        ),
        inArray(papers.kind, NOTE_KINDS),
        isNotFee,
      ),
    )
    .orderBy(asc(papers.sequence));
  const byInvoice = Map.groupBy(notes, ({ correctsId }) => correctsId!);
  return new Map([...byInvoice].map(([id, ofInvoice]) => [id, ofInvoice.map((each) => toCorrection(each))]));
}

async function creditNotesFor(
  shop: Shop,
  invoices: readonly DocumentRow[],
  returned: Parameters<typeof creditLines>[2],
  { money, key, ...note }: { reason: string; isCancellation?: true; key?: string; money: Map<string, MoneyAtIssue> },
): Promise<NewDocument[]> {
  if (invoices.length === 0) return [];
  const corrections = await findNotesOn(shop, invoices);
  return invoices.flatMap((invoice, at) => {
    const { lines: invoiced, gst } = invoice.content;
    const lines = creditLines(invoiced, corrections.get(invoice.id) ?? [], returned, { isOnTop: gst > 0 });
    if (lines.length === 0) return [];
    const written = { ...note, ...(key !== undefined && { key: `${key}${at > 0 ? `:${at}` : ''}` }) };
    return [writeNoteFor(shop, invoice, lines, { ...written, money: money.get(invoice.orderId)! })];
  });
}

export function writeNoteFor(
  shop: Shop,
  invoice: DocumentRow,
  lines: DocumentLine[],
  {
    kind = 'credit-note',
    reason,
    money,
    ...rest
  }: {
    kind?: 'credit-note' | 'debit-note';
    reason: string;
    money: MoneyAtIssue;
    isCancellation?: true;
    key?: string;
  },
): NewDocument {
  const isTooLate = kind === 'credit-note' && isTooLateToCredit(invoice.financialYear, shop.now);
  const content = writeNote({ ...invoice, ...numberAndTitle(invoice) }, lines, { reason, money, isTooLate });
  return { orderId: invoice.orderId, kind, content, correctsId: invoice.id, ...rest };
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
