import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { type Paise, paise, sum } from '#app/basics/money.ts';
import { refunds } from '#app/modules/orders/ledger/tables.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { paiseOf } from '#app/platform/database/columns.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { type DocumentContent, INVOICE_KINDS } from './paper.ts';
import { papers } from './tables.server.ts';
import { type InvoicedOrder, writeReceipt, writeRefundVoucher } from './write-document.ts';
import { type DocumentRow, isIssued, issue, numberAndTitle } from './invoices.server.ts';

/** `due` is the amount still due afterwards. */
type ReceivedPayment = { id: string; amount: Paise; reference: string; due: Paise };

/** Issues a payment's receipt, or an advance's receipt voucher. Returns 0 if an invoice already shows the payment. */
export async function issueReceipt(shop: Shop, order: InvoicedOrder, payment: ReceivedPayment): Promise<number> {
  const key = `payment:${payment.id}`;
  const settings = await getSettings(shop);
  const isPlain = settings.seller.status === 'unregistered';
  const findCovering = async () => {
    const invoices = await findInvoices(shop, order.id);
    const isCovered =
      (await isIssued(shop, key)) || (!isPlain && invoices.some(({ content }) => showsPayment(content, payment.id)));
    return { isCovered, invoice: invoices[0] };
  };
  if ((await findCovering()).isCovered) return 0;
  return issue(shop, async () => {
    const { isCovered, invoice } = await findCovering();
    if (isCovered) return [];
    const corrected = invoice && { ...invoice, ...numberAndTitle(invoice) };
    const content = writeReceipt(settings, order, { ...payment, invoice: corrected });
    const kind = isPlain || invoice ? ('receipt' as const) : ('receipt-voucher' as const);
    return [{ orderId: order.id, kind, content, key, ...(invoice && { correctsId: invoice.id }) }];
  });
}

/** Invoices from before edition 2 do not say which payments they cover; no receipts are issued after them. */
const showsPayment = ({ edition, money }: DocumentContent, paymentId: string): boolean =>
  edition === undefined || (money?.payments.some(({ id }) => id === paymentId) ?? false);

type Refund = { id: string; orderId: string; paymentId: string; amount: Paise; referenceId: string | null };

/** Issues an advance's refund voucher. The voucher of an undone refund covers the next one. */
export async function issueRefundVoucher(shop: Shop, { orderId, ...refund }: Refund): Promise<number> {
  const key = `refund:${refund.id}`;
  const [voucher] = await shop.database
    .select()
    .from(papers)
    .where(and(eq(papers.key, `payment:${refund.paymentId}`), eq(papers.kind, 'receipt-voucher')));
  if (!voucher) return 0;
  if ((await findInvoices(shop, orderId)).length > 0) return 0;
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

/** Returns an order's invoices, newest first. */
const findInvoices = (shop: Shop, orderId: string): Promise<DocumentRow[]> =>
  shop.database
    .select()
    .from(papers)
    .where(and(eq(papers.orderId, orderId), inArray(papers.kind, INVOICE_KINDS)))
    .orderBy(desc(papers.sequence));
