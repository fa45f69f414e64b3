import { parse } from 'csv-parse/sync';
import { asc, eq, gte } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GST_RATES } from '#app/basics/gst-rates.ts';
import { NOTHING, type Paise, paise, percentageOf, sum, times } from '#app/basics/money.ts';
import { coupons } from '#app/modules/orders/coupons/tables.server.ts';
import { checkLedger } from '#app/modules/operations/health/ledger-check.server.ts';
import { outstanding, refundOwed } from '#app/modules/orders/ledger/ledger.ts';
import { balanceOfOrder, recordPayment } from '#app/modules/orders/ledger/ledger.server.ts';
import { ORDER_LIFE } from '#app/modules/orders/orders/order-life.ts';
import {
  correctAddress,
  createOrder,
  getOrder,
  issueFirstInvoice,
  lockOrder,
  setOrderStatus,
  transition,
} from '#app/modules/orders/orders/orders.server.ts';
import { taxReport, taxYears } from '#app/modules/orders/reports/tax-report.server.ts';
import {
  answerReturn,
  askReturn,
  findReturns,
  getReturn,
  getReturnable,
  receiveReturn,
} from '#app/modules/orders/returns/returns.server.ts';
import { isRight } from '#app/modules/payments/tax-export/checks.ts';
import { sumColumn, type Table } from '#app/modules/payments/tax-export/csv-table.ts';
import { readTaxExport } from '#app/modules/payments/tax-export/tax-export.server.ts';
import { listTaxYears } from '#app/modules/payments/tax-export/tax-period.ts';
import { issueReceipts } from '#app/modules/payments/invoice-documents/invoice-documents.server.ts';
import { paymentsAndRefunds, refundOrder, takeBackRefund } from '#app/modules/payments/payments/refunds.server.ts';
import { getSettings, updateSettings } from '#app/modules/store/settings/settings.server.ts';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import { inTransaction, type Shop, signedIn } from '#app/platform/shop.server.ts';
import { ADDRESS, newReference } from '#tests/support/checkout.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { documentLabel, documentNumber, INVOICE_KINDS, lineGross, sumLines, toFinancialYear } from './paper.ts';
import { papers } from './tables.server.ts';

const DISCOUNTS = [0, 0, 15, 33];
const numRuns = Number(process.env.TAX_YEARS ?? 8);
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9));

let shop: TestShop;
let artworkIds: string[];
let documentCount = 0;
const open = async () => {
  shop = await openTestShop();
  for (const discountPercentage of DISCOUNTS.filter((each) => each > 0))
    await shop.database
      .insert(coupons)
      .values({ code: `OFF${discountPercentage}`, discountPercentage, validFrom: '2026-01-01' });
  artworkIds = [];
  for (let n = 0; n < 4; n += 1) artworkIds.push((await shop.makeArtwork({ stockCount: 1_000_000 })).id);
};
beforeAll(open);
afterAll(() => shop?.close());

/** Years after 2098 need a new shop, because financial years of the next century look like months. */
async function beginNextYear(): Promise<void> {
  const year = Number(toFinancialYear(shop.clock.now).slice(0, 4)) + 1;
  if (year <= 2098) return void (shop.clock.now = new Date(`${year}-04-01T06:00:00Z`));
  expect(await checkLedger(shop.as.admin())).toEqual([]);
  await shop.close();
  await open();
}

const DEHRADUN = '05ABCDE1234F1Z6';
const MUMBAI = '27AAPFU0939F1ZV';
const seller = (status: Settings['seller']['status'], gstin: string | null): Settings['seller'] => ({
  status,
  gstin,
  pricesExcludeGst: false,
  ownStateOnly: false,
});
const sellers = [
  seller('unregistered', null),
  seller('composition', DEHRADUN),
  seller('regular', DEHRADUN),
  seller('regular', DEHRADUN),
  seller('regular', MUMBAI),
];
const item = fc.record({
  price: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1_000, max: 5_000_000 })).map(paise),
  quantity: fc.integer({ min: 1, max: 3 }),
  gstRate: fc.constantFrom(0, ...GST_RATES),
  isService: fc.boolean(),
});
const sale = fc.record({
  does: fc.constant('sell' as const),
  items: fc.array(item, { minLength: 1, maxLength: 4 }),
  discount: fc.constantFrom(...DISCOUNTS),
  shipping: fc.constantFrom(0, 15_000, 4_999).map(paise),
  codCharge: fc.constantFrom(0, 0, 5_000).map(paise),
  state: fc.constantFrom('Uttarakhand', 'Maharashtra', 'Kerala'),
  firm: fc.constantFrom(
    null,
    { name: 'Rawat Textiles', gstin: MUMBAI },
    {
      name: 'Rawat Textiles',
      gstin: MUMBAI,
      suppliesFirmState: true as const,
    },
  ),
  advance: fc.constantFrom(null, null, 0.5),
});
const nth = fc.nat(3);
const share = fc.double({ min: 0.01, max: 1, noNaN: true });
const act = (...does: string[]) => fc.record({ does: fc.constantFrom(...does), nth, share });
const anAct = act('');
const step = fc.oneof(
  { weight: 1, arbitrary: sale },
  { weight: 6, arbitrary: act('pay', 'pay', 'pay-part', 'deliver', 'deliver') },
  { weight: 5, arbitrary: act('return', 'return', 'ask-return', 'decline-return', 'receive') },
  { weight: 5, arbitrary: act('refund-owed', 'refund-more', 'refund-more', 'undo-refund') },
  { weight: 4, arbitrary: act('cancel', 'cancel-with-fee', 'restore', 'restore', 'move') },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('become' as const), seller: fc.constantFrom(...sellers) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type Sale = typeof sale extends fc.Arbitrary<infer T> ? T : never;
type Act = typeof anAct extends fc.Arbitrary<infer T> ? T : never;
type Year = { orderIds: string[]; requestIds: string[]; since: Date };

function totalsOf({ items, discount, shipping: shippingCost, codCharge }: Sale) {
  const subtotal = sum(items.map((each) => times(each.price, each.quantity)));
  const discountAmount = percentageOf(subtotal, discount);
  const total = paise(subtotal - discountAmount + shippingCost + codCharge);
  return { subtotal, discountAmount, shippingCost, codCharge, gstAmount: NOTHING, total };
}

async function sell(year: Year, sold: Sale): Promise<void> {
  const totals = totalsOf(sold);
  const advance =
    sold.advance === null || totals.total === 0 ? undefined : paise(Math.ceil(totals.total * sold.advance));
  await inTransaction(shop.as.shop(), async (inside) => {
    const created = await createOrder(inside, {
      userId: signedIn(shop.as.customer()).userId,
      items: sold.items.map(({ price, quantity, gstRate, isService }, at) => ({
        artwork_id: artworkIds[at]!,
        title: `Piece ${at}`,
        price,
        quantity,
        image: '/media/s.webp',
        gst_rate: gstRate,
        hsn: isService ? '9988' : '9701',
        ...(isService && { service: true }),
      })),
      totals,
      couponCode: totals.discountAmount > 0 ? `OFF${sold.discount}` : null,
      ...(advance !== undefined && { advance, heldUntil: null }),
      shippingAddress: { ...ADDRESS, state: sold.state },
      firm: sold.firm,
      payment: { method: 'manual', reference: advance === undefined ? newReference() : null, isClaimed: true },
    });
    year.orderIds.push(created!.id);
    if (advance === undefined) await issueFirstInvoice(inside, created!, await getSettings(inside));
  });
}

async function pay(owner: Shop, orderId: string, amount: Paise): Promise<void> {
  if (amount <= 0) return;
  await inTransaction(owner, async (inside) => {
    const order = await lockOrder(inside, orderId);
    const reference = newReference();
    const paid = { orderId, customerId: order.userId, amount, reference };
    await recordPayment(inside, { ...paid, source: 'gateway', verification: 'matched' });
    if (order.status !== 'cancelled' || order.paymentStatus !== 'refunded')
      await transition(inside, order, { type: 'pay', method: 'manual', reference });
  });
  await issueReceipts(owner, orderId);
}

async function ask(year: Year, orderId: string, quantityShare: number): Promise<void> {
  const customer = shop.as.customer();
  const returnable = await getReturnable(customer, orderId);
  if (!returnable.ok) return;
  const { order, left, key } = returnable.value;
  const lines = order.items.flatMap(({ artwork_id: artworkId, quantity }) => {
    const wanted = Math.min(left[artworkId] ?? 0, Math.max(1, Math.round(quantity * quantityShare)));
    return wanted > 0 ? [{ artworkId, quantity: wanted }] : [];
  });
  if (lines.length === 0) return;
  const asked = { orderId, key, kind: 'return', reason: 'not-as-shown', details: '', exchangeFor: '' } as const;
  const answer = await askReturn(customer, { ...asked, lines: quantityShare < 0.6 ? lines.slice(0, 1) : lines });
  if (answer.ok) year.requestIds.push(answer.value.requestId);
}

async function receive(owner: Shop, id: string, fit: boolean): Promise<void> {
  await answerReturn(owner, { id, answer: 'accepted', message: '' });
  const { lines } = await getReturn(owner, id);
  await receiveReturn(owner, {
    id,
    lines: lines.map(({ artworkId, quantity }) => ({ artworkId, quantity, fitForSale: fit ? quantity : 0 })),
  });
}

async function refund(owner: Shop, orderId: string, wanted: Paise): Promise<void> {
  const { payments } = await paymentsAndRefunds(owner, orderId);
  const payment = payments.find(({ left }) => left > 0);
  const amount = paise(Math.min(payment?.left ?? 0, wanted));
  if (!payment || amount <= 0) return;
  const asked = { orderId, paymentId: payment.id, amount, reason: 'A flaw', key: crypto.randomUUID() };
  expect(await refundOrder(owner, { ...asked, reference: newReference() })).toMatchObject({ ok: true });
}

async function take(year: Year, happened: Step): Promise<string | undefined> {
  const owner = shop.as.admin();
  if ('seller' in happened) await updateSettings(owner, { seller: happened.seller });
  if ('items' in happened) await sell(year, happened);
  if (!('nth' in happened)) return year.orderIds.at(-1);
  const orderId = year.orderIds[happened.nth % Math.max(1, year.orderIds.length)];
  if (orderId !== undefined) await touch(year, owner, orderId, happened);
  return orderId;
}

async function touch(year: Year, owner: Shop, orderId: string, { does, share }: Act): Promise<void> {
  const order = await getOrder(owner, orderId);
  const balance = await balanceOfOrder(owner, orderId);
  switch (does) {
    case 'pay':
      return pay(owner, orderId, outstanding(balance));
    case 'pay-part':
      return pay(owner, orderId, paise(Math.round(outstanding(balance) * share)));
    case 'deliver':
      if (order.status === 'processing' || order.status === 'pending')
        await setOrderStatus(owner, { orderId, status: 'delivered', shipUnverified: true, reason: 'By hand' });
      return;
    case 'return':
      await ask(year, orderId, share);
      return void (year.requestIds.length > 0 && (await receive(owner, year.requestIds.at(-1)!, share < 0.5)));
    case 'ask-return':
      return ask(year, orderId, share);
    case 'decline-return':
      return answerReturnIfAny(year, owner);
    case 'receive':
      return void (year.requestIds.length > 0 && (await receive(owner, year.requestIds.at(-1)!, true)));
    case 'refund-owed':
      return refund(owner, orderId, refundOwed(balance));
    case 'refund-more':
      return refund(owner, orderId, paise(refundOwed(balance) + Math.round(balance.due * share)));
    case 'undo-refund': {
      const given = (await paymentsAndRefunds(owner, orderId)).refunds.findLast(({ status }) => status !== 'failed');
      const undone = { orderId, refundId: given?.id ?? '', isMistake: share < 0.7, reason: 'A slip' };
      return void (given && (await takeBackRefund(owner, undone)));
    }
    case 'cancel':
    case 'cancel-with-fee':
      if (order.status === 'cancelled') return;
      if (order.status === 'delivered' || does === 'cancel')
        return void (await setOrderStatus(owner, { orderId, status: 'cancelled', reason: 'A wish' }));
      await inTransaction(owner, async (inside) =>
        transition(inside, await lockOrder(inside, orderId), {
          type: 'cancel',
          reason: 'By the terms',
          cancellationFee: paise(Math.round(balance.received * share)),
        }),
      );
      return;
    case 'restore':
      if (order.status === 'cancelled')
        await setOrderStatus(owner, { orderId, status: 'processing', reason: 'A slip' });
      return;
    default:
      if (ORDER_LIFE[order.status].on['correct-address'])
        await correctAddress(owner, {
          orderId,
          address: { ...ADDRESS, state: share < 0.5 ? 'Kerala' : 'Uttarakhand' },
        });
  }
}

async function answerReturnIfAny({ requestIds }: Year, owner: Shop): Promise<void> {
  const id = requestIds.at(-1);
  if (id) await answerReturn(owner, { id, answer: 'declined', message: 'No' });
}

const COLUMNS = ['taxable', 'cgst', 'sgst', 'igst'] as const;
type Row = typeof papers.$inferSelect;
const isInvoice = ({ kind }: Row) => (INVOICE_KINDS as readonly string[]).includes(kind);
const signOf = ({ kind }: Row) => (kind === 'credit-note' || kind === 'refund-voucher' ? -1 : 1);
const isSale = (row: Row) => isInvoice(row) || row.kind === 'credit-note' || row.kind === 'debit-note';
const netOf = (rows: readonly Row[]) =>
  COLUMNS.map((name) =>
    rows.reduce((all, row) => all + signOf(row) * sum(row.content.lines.map((line) => line[name])), 0),
  );
const netTotal = (rows: readonly Row[]) => rows.reduce((all, row) => all + signOf(row) * row.total, 0);

function checkDocument(row: Row): void {
  const { lines, subtotal, discount, shipping, codCharge = 0, gst, total, isInterstate } = row.content;
  expect(sum(lines.map(lineGross))).toBe(lines.length > 0 ? total : 0);
  if (isSale(row)) expect(subtotal - (discount?.amount ?? 0) + shipping + codCharge + gst).toBe(total);
  if (isSale(row)) expect(sumLines(lines, gst > 0).total).toBe(row.total);
  for (const line of lines) {
    for (const name of [...COLUMNS, 'amount', 'rate'] as const) expect(line[name]).toBeGreaterThanOrEqual(0);
    expect(line.cgst).toBe(line.sgst);
    expect(isInterstate ? line.cgst : line.igst).toBe(0);
    const tax = line.cgst + line.sgst + line.igst;
    if (isInvoice(row))
      expect(Math.abs(tax - (line.taxable * line.gstRate) / 100)).toBeLessThanOrEqual(isInterstate ? 1 : 2);
  }
}

async function checkOrder(orderId: string): Promise<void> {
  const owner = shop.as.admin();
  const rows = await shop.database
    .select()
    .from(papers)
    .where(eq(papers.orderId, orderId))
    .orderBy(asc(papers.sequence));
  for (const row of rows) checkDocument(row);
  const order = await getOrder(owner, orderId);
  const balance = await balanceOfOrder(owner, orderId);
  const sales = rows.filter(isSale);
  const openReturns = await hasOpenReturn(orderId);
  const cancelledIds = new Set(rows.flatMap(({ isCancellation, correctsId }) => (isCancellation ? correctsId : [])));
  const hasInvoice = rows.some((row) => isInvoice(row) && row.key === null && !cancelledIds.has(row.id));
  const mayInvoice = ORDER_LIFE[order.status].isCertain && (order.advance === null || outstanding(balance) === 0);
  // A fully credited invoice does not count after its order was restored.
  if (order.status === 'cancelled') expect(netTotal(sales)).toBe(balance.due);
  else if (hasInvoice && !openReturns && (mayInvoice || netTotal(sales) !== 0))
    expect(netTotal(sales)).toBe(balance.due);
  else if (!mayInvoice && !hasInvoice) expect(netTotal(sales)).toBe(0);
  else expect(hasInvoice).toBe(true);
  for (const invoice of rows.filter((row) => isInvoice(row) && cancelledIds.has(row.id))) {
    const notes = rows.filter(({ correctsId, key }) => correctsId === invoice.id && !key?.startsWith('fee:'));
    expect(netOf([invoice, ...notes.filter(isSale)])).toEqual([0, 0, 0, 0]);
  }
  for (const voucher of rows.filter(({ kind }) => kind === 'receipt-voucher')) {
    const refunded = rows.filter(({ correctsId }) => correctsId === voucher.id);
    expect(netTotal(refunded)).toBeGreaterThanOrEqual(0 - voucher.total);
    if (netTotal(refunded) === 0 - voucher.total) expect(netOf([voucher, ...refunded])).toEqual([0, 0, 0, 0]);
    for (const left of netOf([voucher, ...refunded])) expect(left).toBeGreaterThanOrEqual(0);
  }
}

async function hasOpenReturn(orderId: string): Promise<boolean> {
  const found = (await findReturns(shop.as.customer(), [orderId])).get(orderId) ?? [];
  return found.some(
    ({ kind, status, receivedAt }) =>
      kind === 'return' && receivedAt === null && ['pending', 'accepted'].includes(status),
  );
}

async function checkYear({ since }: Year): Promise<void> {
  const rows = await shop.database
    .select()
    .from(papers)
    .where(gte(papers.issuedAt, since))
    .orderBy(asc(papers.sequence));
  documentCount += rows.length;
  const bySeries = Map.groupBy(rows, ({ kind, gstin, financialYear }) => `${kind} ${gstin} ${financialYear}`);
  for (const series of bySeries.values())
    expect(series.map(({ number }) => number)).toEqual(series.map((_, at) => at + 1));
  for (const row of rows) {
    expect(row.financialYear).toBe(toFinancialYear(row.issuedAt));
    expect(documentNumber(row).length).toBeLessThanOrEqual(16);
  }
  const ofDocuments = new Map<string, number[]>();
  const ofReports = new Map<string, number[]>();
  const add = (sums: Map<string, number[]>, name: string, amounts: number[]) =>
    sums.set(
      name,
      amounts.map((amount, at) => amount + (sums.get(name)?.[at] ?? 0)),
    );
  for (const { kind, content } of rows.filter((each) => isInvoice(each) || each.kind.endsWith('-note')))
    for (const line of content.lines) {
      const [taxable, untaxed] = content.isTaxed ? [line.taxable, 0] : [0, line.taxable];
      const amounts = [taxable, untaxed, line.cgst, line.sgst, line.igst, lineGross(line)];
      add(ofDocuments, documentLabel(kind, content.corrects?.title), amounts);
    }
  const years = new Set(rows.map(({ financialYear }) => financialYear));
  for (const year of await taxYears(shop.as.admin())) {
    if (!years.has(year)) continue;
    for (const [, , title, , , , ...amounts] of (
      parse(await taxReport(shop.as.admin(), year, 'months')) as string[][]
    ).slice(1))
      add(
        ofReports,
        title!,
        amounts.map((each) => Math.round(Number(each) * 100)),
      );
  }
  expect(ofReports).toEqual(ofDocuments);
}

/**
 * Checks the accountant's tables of each month: advances received, less those adjusted, are the advances still open.
 */
async function checkMonths({ since }: Year): Promise<void> {
  const months = listTaxYears(since, shop.clock.now).flatMap((year) => year.months);
  let open = 0;
  for (const { id } of months) {
    const { checks, returns } = await readTaxExport(shop.as.admin(), id);
    expect([id, checks.filter((check) => !isRight(check) && !check.name.includes('HSN code'))]).toEqual([id, []]);
    const amountOf = (tables: Table[], name: string, column: string) =>
      sumColumn(
        tables.find((table) => table.name === name)!,
        column,
      );
    for (const { tables } of returns)
      open +=
        amountOf(tables, 'at.csv', 'Gross Advance Received') - amountOf(tables, 'atadj.csv', 'Gross Advance Adjusted');
  }
  const rows = await shop.database.select().from(papers).where(gte(papers.issuedAt, since));
  const isSettled = ({ orderId, gstin, issuedAt }: Row) =>
    rows.some(
      (row) =>
        isInvoice(row) &&
        row.content.isTaxed &&
        row.gstin === gstin &&
        row.orderId === orderId &&
        row.issuedAt >= issuedAt,
    );
  const unsettled = rows
    .filter((row) => row.kind === 'receipt-voucher' && row.content.isTaxed && !isSettled(row))
    .flatMap((voucher) => [voucher, ...rows.filter(({ correctsId }) => correctsId === voucher.id)]);
  const rated = unsettled.flatMap((row) =>
    row.content.lines.filter(({ gstRate }) => gstRate > 0).map(({ taxable }) => signOf(row) * taxable),
  );
  expect(open).toBe(rated.reduce((all, amount) => all + amount, 0));
}

const days = fc.integer({ min: 0, max: 12 });

test('documents, registers and ledger agree after any year', { timeout: 3_600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...sellers),
      fc.array(sale, { minLength: 2, maxLength: 3 }),
      fc.array(fc.tuple(step, days), { minLength: 18, maxLength: 40, size: 'max' }),
      async (first, sales, steps) => {
        await beginNextYear();
        await updateSettings(shop.as.admin(), { seller: first });
        const year: Year = { orderIds: [], requestIds: [], since: shop.clock.now };
        for (const sold of sales) await sell(year, sold);
        for (const [happened, passed] of steps) {
          const orderId = await take(year, happened);
          if (orderId) await checkOrder(orderId);
          shop.later(passed * passed * 60 + 1);
        }
        for (const orderId of year.orderIds) await checkOrder(orderId);
        await checkYear(year);
        await checkMonths(year);
      },
    ),
    { seed, numRuns, endOnFailure: true },
  );
  expect(await checkLedger(shop.as.admin())).toEqual([]);
  console.info(`${documentCount} documents`);
});
