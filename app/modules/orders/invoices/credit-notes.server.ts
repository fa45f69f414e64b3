import type { Item } from '#app/basics/item.ts';
import { NOTHING, type Paise, paise, sum } from '#app/basics/money.ts';
import type { PaymentMethod } from '#app/basics/payment-methods.ts';
import { distribute } from '#app/modules/orders/pricing/gst.ts';
import { reduceDue } from '#app/modules/orders/ledger/ledger.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import {
  creditLines,
  creditValue,
  debitValue,
  restOf,
  type ReturnedItem,
  share,
  sumCredit,
  sumLowered,
  withoutItems,
} from './credit.ts';
import { findCorrections, findCurrentInvoices, findNotesOn, toCorrection } from './internal/current-invoices.server.ts';
import { type DocumentRow, isIssued, issue, type NewDocument, numberAndTitle } from './internal/issue.server.ts';
import { findMoney } from './internal/order-money.server.ts';
import { isTooLateToCredit, type DocumentLine, lineGross, type MoneyAtIssue } from './paper.ts';
import { type InvoicedOrder, toReturnedItems, writeLines } from './write-document.ts';
import { writeNote } from './write-note.ts';

type CorrectedOrder = Pick<InvoicedOrder, 'id' | 'paymentMethod' | 'total'>;

/** Cancels the uncredited rest of a locked order's invoices by credit notes. Returns the number of notes. */
export async function creditInvoices(
  shop: Shop,
  order: CorrectedOrder & { returnedToSenderAt: Date | null },
): Promise<number> {
  if ((await findCurrentInvoices(shop, [order.id])).length === 0) return 0;
  const reason = order.returnedToSenderAt ? 'The parcel was returned to the sender' : 'The order was cancelled';
  return issue(shop, async () => {
    const current = await findCurrentInvoices(shop, [order.id]);
    const money = await findOrderMoney(shop, order);
    return creditNotesFor(shop, current, 'all', () => ({ reason, isCancellation: true, money }));
  });
}

/** Issues a credit note for the returned pieces of an invoice, once per `key`. The caller has locked the return. */
export async function creditReturn(
  shop: Shop,
  returned: { key: string; order: CorrectedOrder; lines: readonly (Item & { quantity: number })[] },
): Promise<number> {
  const { order, lines } = returned;
  const key = `return:${returned.key}`;
  if ((await findCurrentInvoices(shop, [order.id])).length === 0) return 0;
  return issue(shop, async () => {
    if (await isIssued(shop, key)) return [];
    const current = await findCurrentInvoices(shop, [order.id]);
    const money = await findOrderMoney(shop, order);
    return creditNotesFor(shop, current, lines, (at) => ({
      reason: 'Items came back',
      key: at > 0 ? `${key}:${at}` : key,
      money,
    }));
  });
}

/**
 * Issues credit notes for a locked order's refunds beyond its returned pieces. Call it when no further return is
 * expected.
 */
export async function creditPrice(
  shop: Shop,
  { order, reason }: { order: CorrectedOrder; reason: string },
): Promise<number> {
  if ((await findCurrentInvoices(shop, [order.id])).length === 0) return 0;
  const { missing } = await compareWithLedger(shop, order);
  return missing > 0 ? issueValueNotes(shop, order, { kind: 'credit-note', amount: missing, reason }) : 0;
}

/**
 * Issues debit notes after a locked order's mistaken refund was undone, because the full price applies again. Pieces
 * that arrived in the meantime are credited again.
 */
export async function debitPrice(
  shop: Shop,
  { order, reason }: { order: CorrectedOrder; reason: string },
): Promise<number> {
  if ((await findCurrentInvoices(shop, [order.id])).length === 0) return 0;
  const { missing, lowered } = await compareWithLedger(shop, order);
  const amount = paise(Math.max(0, Math.min(0 - missing, lowered)));
  const ofReturns = paise(Math.max(0, 0 - missing - amount));
  await reduceDue(shop, { orderId: order.id, type: 'credited', amount: ofReturns, reason: 'Pieces came back' });
  return amount > 0 ? issueValueNotes(shop, order, { kind: 'debit-note', amount, reason }) : 0;
}

/**
 * Returns by how much the ledger's credits exceed those of the documents, and by how much the unreturned pieces became
 * cheaper.
 */
async function compareWithLedger(shop: Shop, order: CorrectedOrder): Promise<{ missing: Paise; lowered: Paise }> {
  const { credited } = (await findMoney(shop, [order])).get(order.id)!;
  const { current, earlier, notInvoiced, documented } = await findDocumented(shop, order);
  const lowerAtIssue = paise(Math.max(0, notInvoiced - sumLines(earlier.filter(({ quantity }) => quantity > 0))));
  const notesOn = await findNotesOn(shop, current);
  const parts = current.map(({ id, content: { lines } }) => sumLowered(lines, notesOn.get(id) ?? []));
  const whole = sum(parts.map((part) => part.whole));
  const left = whole === 0 ? NOTHING : share(lowerAtIssue, sum(parts.map((part) => part.left)), whole);
  return {
    missing: paise(credited - documented),
    lowered: paise(sum(parts.map((part) => part.lowered)) + left),
  };
}

/**
 * Returns an order's current invoices and all its notes. `notInvoiced` is the part of its total without a current
 * invoice. `documented` adds the credits of the notes on these invoices to that part.
 */
async function findDocumented(shop: Shop, order: CorrectedOrder) {
  const current = await findCurrentInvoices(shop, [order.id]);
  const notes = await findCorrections(shop, [order]);
  const isCurrent = ({ correctsId }: DocumentRow) => current.some(({ id }) => id === correctsId);
  const notInvoiced = paise(order.total - sum(current.map(({ total }) => total)));
  return {
    current,
    notes,
    earlier: linesOf(notes.filter((note) => !isCurrent(note))),
    notInvoiced,
    documented: paise(notInvoiced + sumLines(linesOf(notes.filter((note) => isCurrent(note))))),
  };
}

const linesOf = (notes: readonly DocumentRow[]) =>
  notes.flatMap(({ kind, content }) =>
    content.lines.map((line) => ({ ...line, sign: kind === 'debit-note' ? -1 : 1 })),
  );
const sumLines = (lines: ReturnType<typeof linesOf>): number =>
  lines.reduce((all, line) => all + line.sign * lineGross(line), 0);

const issueValueNotes = (
  shop: Shop,
  order: CorrectedOrder,
  { kind, amount, reason }: { kind: 'credit-note' | 'debit-note'; amount: Paise; reason: string },
): Promise<number> =>
  issue(shop, async () => {
    const current = await findCurrentInvoices(shop, [order.id]);
    const money = await findOrderMoney(shop, order);
    const corrections = await findNotesOn(shop, current);
    const isCredit = kind === 'credit-note';
    const weightOf = ({ id, content: { lines } }: DocumentRow) =>
      isCredit
        ? sum(restOf(lines, corrections.get(id) ?? []).map(lineGross))
        : sumLowered(lines, corrections.get(id) ?? []).left;
    const weights = current.map(weightOf);
    const parts = distribute(isCredit ? paise(Math.min(amount, sum(weights))) : amount, weights);
    return current.flatMap((invoice, at) => {
      const { lines: invoiced, gst, isInterstate = false } = invoice.content;
      const linesOf = isCredit ? creditValue : debitValue;
      const options = { isOnTop: gst > 0, isInterstate };
      const lines = linesOf(invoiced, corrections.get(invoice.id) ?? [], parts[at]!, options);
      return lines.length === 0 ? [] : [writeNoteFor(shop, invoice, lines, { kind, reason, money })];
    });
  });

/** Returns the total that the documents credit once the pieces that arrived now have their credit note. */
export async function sumReturned(
  shop: Shop,
  order: InvoicedOrder,
  { earlier, now }: { earlier: readonly ReturnedItem[]; now: readonly ReturnedItem[] },
): Promise<Paise> {
  const { current, notes, documented } = await findDocumented(shop, order);
  if (current.length === 0) {
    const { gstOnServices: services } = await getSettings(shop);
    const untaxed = { isTaxed: false, isRegistered: false, isInterstate: false, services };
    return sumCredit(writeLines(order, untaxed), [...earlier, ...now], { isOnTop: false });
  }
  let left = now;
  const lines = current.flatMap(({ id, content }) => {
    const ofInvoice = notes.filter(({ correctsId }) => correctsId === id).map((each) => toCorrection(each));
    const credit = creditLines(content.lines, ofInvoice, left, { isOnTop: content.gst > 0 });
    left = withoutItems(left, toReturnedItems({ lines: credit }));
    return credit;
  });
  return paise(documented + sum(lines.map(lineGross)));
}

type NewNote = {
  kind?: 'credit-note' | 'debit-note';
  reason: string;
  money: MoneyAtIssue;
  isCancellation?: true;
  key?: string;
};

/** Issues the credit notes of invoices. `noteAt` returns the content of each. */
export async function creditNotesFor(
  shop: Shop,
  invoices: readonly DocumentRow[],
  returned: 'all' | readonly ReturnedItem[],
  noteAt: (at: number) => NewNote,
): Promise<NewDocument[]> {
  if (invoices.length === 0) return [];
  const corrections = await findNotesOn(shop, invoices);
  const notes: NewDocument[] = [];
  let left = returned;
  for (const invoice of invoices) {
    const { lines: invoiced, gst, total } = invoice.content;
    const lines = creditLines(invoiced, corrections.get(invoice.id) ?? [], left, { isOnTop: gst > 0 });
    if (left !== 'all') left = withoutItems(left, toReturnedItems({ lines }));
    const isNothing = total > 0 && sum(lines.map(lineGross)) === NOTHING;
    if (lines.length > 0 && !isNothing) notes.push(writeNoteFor(shop, invoice, lines, noteAt(notes.length)));
  }
  return notes;
}

export function writeNoteFor(
  shop: Shop,
  invoice: DocumentRow,
  lines: DocumentLine[],
  { kind = 'credit-note', reason, money, ...rest }: NewNote,
): NewDocument {
  const isTooLate = kind === 'credit-note' && isTooLateToCredit(invoice.financialYear, shop.now);
  const content = writeNote({ ...invoice, ...numberAndTitle(invoice) }, lines, { reason, money, isTooLate });
  return { orderId: invoice.orderId, kind, content, correctsId: invoice.id, ...rest };
}

const findOrderMoney = async (shop: Shop, order: { id: string; paymentMethod: PaymentMethod }): Promise<MoneyAtIssue> =>
  (await findMoney(shop, [order])).get(order.id)!.atIssue;
