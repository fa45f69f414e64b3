import { and, eq, inArray, sql } from 'drizzle-orm';
import { type Paise, paise, sum } from '#app/basics/money.ts';
import { refunds } from '#app/modules/orders/ledger/tables.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { paiseOf } from '#app/platform/database/columns.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { INVOICE_KINDS } from './paper.ts';
import { papers } from './tables.server.ts';
import { type InvoicedOrder, writeReceipt, writeRefundVoucher } from './write-document.ts';
import { issue, numberAndTitle, isIssued } from './invoices.server.ts';

/** `due` is the amount still due afterwards. */
type ReceivedPayment = { id: string; amount: Paise; reference: string; due: Paise };

/** Issues a payment's receipt, or an advance's receipt voucher. Returns 0 if none is needed. */
export async function issueReceipt(shop: Shop, order: InvoicedOrder, payment: ReceivedPayment): Promise<number> {
  const key = `payment:${payment.id}`;
  const settings = await getSettings(shop);
  const isPlain = settings.seller.status === 'unregistered';
  const isCovered = async () => (await isIssued(shop, key)) || (!isPlain && (await wasInvoiced(shop, order.id)));
  if (await isCovered()) return 0;
  return issue(shop, async () =>
    (await isCovered())
      ? []
      : [
          {
            orderId: order.id,
            kind: isPlain ? ('receipt' as const) : ('receipt-voucher' as const),
            content: writeReceipt(settings, order, payment),
            key,
          },
        ],
  );
}

/** Issues an advance's refund voucher. The voucher of an undone refund covers the next one. */
export async function issueRefundVoucher(
  shop: Shop,
  { orderId, ...refund }: { id: string; orderId: string; paymentId: string; amount: Paise },
): Promise<number> {
  const key = `refund:${refund.id}`;
  const [voucher] = await shop.database
    .select()
    .from(papers)
    .where(and(eq(papers.key, `payment:${refund.paymentId}`), eq(papers.kind, 'receipt-voucher')));
  if (!voucher) return 0;
  if (await wasInvoiced(shop, orderId)) return 0;
  const uncovered = paise((await sumRefunds(shop, refund.paymentId)) - (await sumVouchers(shop, voucher.id)));
  const amount = paise(Math.min(refund.amount, uncovered));
  if (amount <= 0) return 0;
  const content = writeRefundVoucher({ ...voucher, ...numberAndTitle(voucher) }, amount);
  const voucherDocument = { orderId, kind: 'refund-voucher' as const, content, correctsId: voucher.id, key };
  return issue(shop, async () => ((await isIssued(shop, key)) ? [] : [voucherDocument]));
}

async function sumRefunds(shop: Shop, paymentId: string): Promise<Paise> {
  const [gone] = await shop.database
    .select({ amount: paiseOf(sql`sum(${refunds.amount})`) })
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), eq(refunds.status, 'succeeded')));
  return gone!.amount;
}

async function sumVouchers(shop: Shop, receiptVoucherId: string): Promise<Paise> {
  const issued = await shop.database
    .select({ content: papers.content })
    .from(papers)
    .where(and(eq(papers.correctsId, receiptVoucherId), eq(papers.kind, 'refund-voucher')));
  return sum(issued.map(({ content }) => content.total));
}

const wasInvoiced = async (shop: Shop, orderId: string): Promise<boolean> =>
  (await shop.database.$count(papers, and(eq(papers.orderId, orderId), inArray(papers.kind, INVOICE_KINDS)))) > 0;
