import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { type Paise, paise, sum } from '#app/basics/money.ts';
import { refunds } from '#app/modules/orders/ledger/tables.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { paiseOf } from '#app/platform/database/columns.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { type DocumentContent, INVOICE_KINDS } from './paper.ts';
import { papers } from './tables.server.ts';
import { findCurrentInvoices, findLastInvoices } from './internal/current-invoices.server.ts';
import { isIssued, issue, numberAndTitle } from './internal/issue.server.ts';
import type { InvoicedOrder } from './write-document.ts';
import { writeReceipt, writeRefundVoucher } from './write-note.ts';

type ReceivedPayment = { id: string; amount: Paise; reference: string; due: Paise };

/** Issues a payment's receipt, or an advance's receipt voucher. Returns 0 if an invoice already shows the payment. */
export async function issueReceipt(
  shop: Shop,
  order: InvoicedOrder & { status: string },
  payment: ReceivedPayment,
): Promise<number> {
  const key = `payment:${payment.id}`;
  const settings = await getSettings(shop);
  const isPlain = settings.seller.status === 'unregistered';
  const isCovered = async () =>
    (await isIssued(shop, key)) || (!isPlain && (await isInvoiced(shop, order.id, payment.id)));
  if (await isCovered()) return 0;
  return issue(shop, async () => {
    if (await isCovered()) return [];
    const current = await findCurrentInvoices(shop, [order.id]);
    // A payment for a cancelled order is not an advance.
    const invoices =
      current.length === 0 && order.status === 'cancelled' ? await findLastInvoices(shop, order.id) : current;
    const content = writeReceipt(settings, order, {
      ...payment,
      invoices: invoices.map((invoice) => ({ ...invoice, ...numberAndTitle(invoice) })),
    });
    const kind = isPlain || invoices.length > 0 ? ('receipt' as const) : ('receipt-voucher' as const);
    return [{ orderId: order.id, kind, content, key, ...(invoices[0] && { correctsId: invoices[0].id }) }];
  });
}

type Refund = { id: string; orderId: string; paymentId: string; amount: Paise; referenceId: string | null };

/** Issues an advance's refund voucher. If a refund is undone, its voucher counts for the next refund. */
export async function issueRefundVoucher(shop: Shop, { orderId, ...refund }: Refund): Promise<number> {
  const key = `refund:${refund.id}`;
  const [voucher] = await shop.database
    .select()
    .from(papers)
    .where(and(eq(papers.key, `payment:${refund.paymentId}`), eq(papers.kind, 'receipt-voucher')));
  if (!voucher) return 0;
  if (await isInvoiced(shop, orderId, refund.paymentId)) return 0;
  const earlier = await findRefundVouchers(shop, voucher.id);
  const uncovered = paise((await sumRefunds(shop, refund.paymentId)) - sum(earlier.map(({ total }) => total)));
  const amount = paise(Math.min(refund.amount, uncovered));
  if (amount <= 0) return 0;
  const content = writeRefundVoucher(
    { ...voucher, ...numberAndTitle(voucher) },
    { amount, reference: refund.referenceId, earlier },
  );
  const voucherDocument = { orderId, kind: 'refund-voucher' as const, content, correctsId: voucher.id, key };
  return issue(shop, async () => ((await isIssued(shop, key)) ? [] : [voucherDocument]));
}

async function sumRefunds(shop: Shop, paymentId: string): Promise<Paise> {
  const [refunded] = await shop.database
    .select({ amount: paiseOf(sql`sum(${refunds.amount})`) })
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), eq(refunds.status, 'succeeded')));
  return refunded!.amount;
}

async function findRefundVouchers(shop: Shop, receiptVoucherId: string): Promise<DocumentContent[]> {
  const issued = await shop.database
    .select({ content: papers.content })
    .from(papers)
    .where(and(eq(papers.correctsId, receiptVoucherId), eq(papers.kind, 'refund-voucher')))
    .orderBy(asc(papers.sequence));
  return issued.map(({ content }) => content);
}

/**
 * Returns whether an invoice of the goods shows the payment. Invoices from before edition 2 do not list payments, so
 * until replaced they count as showing all.
 */
async function isInvoiced(shop: Shop, orderId: string, paymentId: string): Promise<boolean> {
  const invoices = await shop.database
    .select({ content: papers.content })
    .from(papers)
    .where(and(eq(papers.orderId, orderId), inArray(papers.kind, INVOICE_KINDS), isNull(papers.key)))
    .orderBy(asc(papers.sequence));
  return invoices.some(
    ({ content: { edition, money } }, at) =>
      (edition === undefined && at === invoices.length - 1) || money?.payments.some(({ id }) => id === paymentId),
  );
}
