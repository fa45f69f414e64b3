import {
  and,
  asc,
  eq,
  exists,
  gt,
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
import type { Correction } from '#app/modules/orders/invoices/credit.ts';
import { type DocumentKind, INVOICE_KINDS } from '#app/modules/orders/invoices/paper.ts';
import { papers } from '#app/modules/orders/invoices/tables.server.ts';
import { ledgerEntries } from '#app/modules/orders/ledger/tables.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import type { DocumentRow } from './issue.server.ts';

const cancellations = alias(papers, 'cancellations');
const NOTE_KINDS = ['credit-note', 'debit-note'] as const satisfies DocumentKind[];

/** The keys of documents about a kept fee begin with this. */
export const FEE_KEY = 'fee:';

/** An invoice with a key is for a fee, not for the goods. */
const isInvoiceOfGoods = and(inArray(papers.kind, INVOICE_KINDS), isNull(papers.key));
const isNote = and(inArray(papers.kind, NOTE_KINDS), or(isNull(papers.key), notLike(papers.key, `${FEE_KEY}%`)));

/**
 * An order has at most one current invoice, or two for a firm's taxed and exempt goods. Both are cancelled together,
 * but a fully returned invoice has nothing left to cancel.
 */
const isCurrentInvoice = (shop: Shop) =>
  and(
    isInvoiceOfGoods,
    not(
      exists(
        shop.database
          .select()
          .from(cancellations)
          .where(
            and(
              eq(cancellations.orderId, papers.orderId),
              cancellations.isCancellation,
              gt(cancellations.sequence, papers.sequence),
            ),
          ),
      ),
    ),
    notExists(
      shop.database
        .select()
        .from(ledgerEntries)
        .where(and(isRestoration(), gt(ledgerEntries.createdAt, papers.issuedAt))),
    ),
  )!;

/** A restoration makes the whole total due again. Undoing a mistaken refund is not a restoration. */
const isRestoration = () =>
  and(eq(ledgerEntries.orderId, papers.orderId), eq(ledgerEntries.type, 'reinstated'), isNull(ledgerEntries.refundId));

export const findCurrentInvoices = (shop: Shop, orderIds: readonly string[]): Promise<DocumentRow[]> =>
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

/** Returns an order's newest invoice, even if cancelled, or two invoices for a firm's taxed and exempt goods. */
export async function findLastInvoices(shop: Shop, orderId: string): Promise<DocumentRow[]> {
  const rows = await shop.database
    .select()
    .from(papers)
    .where(and(eq(papers.orderId, orderId), or(isInvoiceOfGoods, papers.isCancellation)))
    .orderBy(asc(papers.sequence));
  const newest = rows.findLastIndex(({ isCancellation }) => !isCancellation);
  const before = rows.findLastIndex(({ isCancellation }, at) => isCancellation && at < newest);
  return rows.slice(before + 1, newest + 1);
}

/** Returns the notes for returns and lower prices since each order was last restored. */
export const findCorrections = (shop: Shop, orders: readonly { id: string }[]): Promise<DocumentRow[]> =>
  shop.database
    .select()
    .from(papers)
    .where(
      and(
        inArray(
          papers.orderId,
          orders.map(({ id }) => id),
        ),
        isNote,
        not(papers.isCancellation),
        notExists(
          shop.database
            .select()
            .from(ledgerEntries)
            .where(and(isRestoration(), gte(ledgerEntries.createdAt, papers.issuedAt))),
        ),
      ),
    )
    .orderBy(asc(papers.sequence));

export const toCorrection = ({ kind, content: { lines } }: Pick<DocumentRow, 'kind' | 'content'>): Correction => ({
  lines,
  isDebit: kind === 'debit-note',
});

/** Returns the notes that correct each invoice, without notes for fees. */
export async function findNotesOn(shop: Shop, invoices: readonly DocumentRow[]): Promise<Map<string, Correction[]>> {
  const notes = await shop.database
    .select({ correctsId: papers.correctsId, kind: papers.kind, content: papers.content })
    .from(papers)
    .where(
      and(
        inArray(
          papers.correctsId,
          invoices.map(({ id }) => id),
        ),
        isNote,
      ),
    )
    .orderBy(asc(papers.sequence));
  const byInvoice = Map.groupBy(notes, ({ correctsId }) => correctsId!);
  return new Map([...byInvoice].map(([id, ofInvoice]) => [id, ofInvoice.map((each) => toCorrection(each))]));
}
