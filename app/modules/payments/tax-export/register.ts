import { dayInIndia } from '#app/basics/india.ts';
import { NOTHING, type Paise, paise, sum } from '#app/basics/money.ts';
import { LEDGER_EFFECTS, LEDGER_TYPES, type LedgerType } from '#app/modules/orders/ledger/ledger.ts';
import type { Table } from './csv-table.ts';
import { amountsByRate, kindLabel, type TaxDocument } from './tax-document.ts';

const AMOUNTS = ['Taxable value', 'Exempt value', 'Untaxed value', 'CGST', 'SGST', 'IGST', 'Total'];

/**
 * Returns a row for each document and rate. Values of unregistered and composition sellers are in a separate column,
 * because they are not taxable turnover. Receipts have only a total.
 */
export const writeRegister = (documents: readonly TaxDocument[]): Table => ({
  name: 'documents.csv',
  head: [
    'Date',
    'Document',
    'Number',
    'Seller GSTIN',
    'Order',
    'Buyer',
    'GSTIN',
    'Place of supply',
    'Rate',
    ...AMOUNTS,
    'Corrected document',
    'Corrected number',
    'Corrected date',
    'Late credit note',
  ],
  rows: documents.flatMap((document) => {
    const { corrects, isTaxed, total } = document;
    const rates = amountsByRate(document.lines).map(([rate, { taxable, cgst, sgst, igst }]) => ({
      rate: isTaxed ? String(rate) : '',
      amounts: [
        isTaxed && rate > 0 ? taxable : NOTHING,
        isTaxed && rate === 0 ? taxable : NOTHING,
        isTaxed ? NOTHING : taxable,
        cgst,
        sgst,
        igst,
        paise(taxable + cgst + sgst + igst),
      ],
    }));
    const receipt = { rate: '', amounts: [...AMOUNTS.slice(1).map(() => NOTHING), total] };
    return (rates.length > 0 ? rates : [receipt]).map(({ rate, amounts }) => [
      document.day,
      kindLabel(document),
      document.number,
      document.sellerGstin ?? '',
      document.orderNumber,
      document.buyer,
      document.buyerGstin ?? '',
      document.placeOfSupply,
      rate,
      ...amounts,
      corrects?.title ?? '',
      corrects?.number ?? '',
      corrects?.day ?? '',
      document.kind === 'credit-note' ? (document.isTooLate ? 'Yes' : 'No') : '',
    ]);
  }),
});

export type MoneyEntry = { type: LedgerType; amount: Paise; method: string; createdAt: Date };

/** A failed refund reduces the refunded amount. An undone confirmation reduces the received amount. */
const toReceived = ({ type, amount }: MoneyEntry): { received: Paise; refunded: Paise } => {
  const isRefund = type === 'refunded' || type === 'refund-failed';
  const effect = LEDGER_EFFECTS[type].received * amount;
  return { received: paise(isRefund ? 0 : effect), refunded: paise(isRefund ? 0 - effect : 0) };
};

export function writeReceipts(entries: readonly MoneyEntry[]): Table {
  const moves = entries.filter(({ type }) => LEDGER_EFFECTS[type].received !== 0);
  const row = (day: string, method: string, same: readonly MoneyEntry[]) => {
    const parts = same.map(toReceived);
    const [received, refunded] = [sum(parts.map((part) => part.received)), sum(parts.map((part) => part.refunded))];
    return [day, method, received, refunded, paise(received - refunded)];
  };
  const sortByKey = <Value>(groups: Map<string, Value>) => [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const days = Map.groupBy(moves, ({ createdAt, method }) => `${dayInIndia(createdAt)} ${method}`);
  const methods = sortByKey(Map.groupBy(moves, ({ method }) => method));
  return {
    name: 'receipts-and-refunds.csv',
    head: ['Day', 'Method', 'Received', 'Refunded', 'Received less refunded'],
    rows: [
      ...sortByKey(days).map(([key, same]) => row(key.slice(0, 10), same[0]!.method, same)),
      ...methods.map(([method, same]) => row('Total', method, same)),
      row('Total', 'All methods', moves),
    ],
  };
}

export type LedgerSums = Partial<Record<LedgerType, { count: number; amount: Paise }>>;

const LEDGER_LABELS: Record<LedgerType, string> = {
  charged: 'Orders placed, restored or raised',
  voided: 'Orders cancelled or lowered',
  credited: 'Returns and lower prices',
  claimed: 'References given by customers',
  rejected: 'References rejected',
  matched: 'Payments confirmed',
  unmatched: 'Confirmations undone',
  captured: 'Payments by gateway',
  collected: 'Cash received',
  refunded: 'Refunds',
  'refund-failed': 'Refunds failed or undone',
  'written-off': 'Written off',
  reinstated: 'Due again',
};

export type LedgerBalance = { due: Paise; received: Paise };

/** `due` is what customers owe for orders. `received` is what they paid, less refunds. */
export const writeLedger = (opening: LedgerBalance, moves: LedgerSums, closing: LedgerBalance): Table => ({
  name: 'ledger.csv',
  head: ['Entry', 'Number', 'Due', 'Received'],
  rows: [
    ['Opening balance', '', opening.due, opening.received],
    ...LEDGER_TYPES.flatMap((type) => {
      const { count, amount } = moves[type] ?? { count: 0, amount: NOTHING };
      const { due, received } = LEDGER_EFFECTS[type];
      if (count === 0 || (due === 0 && received === 0)) return [];
      return [[LEDGER_LABELS[type], String(count), paise(due * amount || 0), paise(received * amount || 0)]];
    }),
    ['Closing balance', '', closing.due, closing.received],
  ],
});
