import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GST_RATES } from '#app/basics/gst-rates.ts';
import { NOTHING, paise, sum, times } from '#app/basics/money.ts';
import { grossAmount, gstOn, taxAmount, taxOrder } from '#app/modules/orders/pricing/gst.ts';
import { addGst, price } from '#app/modules/orders/pricing/pricing.ts';
import { DEFAULT_SETTINGS, type Settings } from '#app/modules/store/settings/settings.ts';
import { type Correction, creditLines, sumCredit } from './credit.ts';
import { lineGross, type DocumentLine, type MoneyAtIssue } from './paper.ts';
import { type InvoicedOrder, type WrittenInvoice, writeInvoices } from './write-document.ts';
import { writeNote, writeReceipt, writeRefundVoucher } from './write-note.ts';

const numRuns = Number(process.env.MONEY_CASES ?? 500);
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9));

const GSTIN = '05ABCDE1234F1Z6';
const UNPAID: MoneyAtIssue = { payments: [], claimed: null, received: NOTHING, due: NOTHING, refundDue: NOTHING };
const sellers: Settings['seller'][] = [
  { status: 'unregistered', gstin: null, pricesExcludeGst: false, ownStateOnly: false },
  { status: 'composition', gstin: GSTIN, pricesExcludeGst: false, ownStateOnly: true },
  { status: 'regular', gstin: GSTIN, pricesExcludeGst: false, ownStateOnly: false },
  { status: 'regular', gstin: GSTIN, pricesExcludeGst: true, ownStateOnly: false },
];
const line = fc.record({
  price: fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 100_000_000_000 })).map(paise),
  quantity: fc.integer({ min: 1, max: 12 }),
  gstRate: fc.constantFrom(...GST_RATES),
});
const bought = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 6 }),
  hundredths: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 10_000 })),
  seller: fc.constantFrom(...sellers),
  /** The owner may have changed the settings before the invoice is written. */
  sellerLater: fc.constantFrom(...sellers),
  state: fc.constantFrom('Uttarakhand', 'Kerala'),
  shipping: fc.integer({ min: 0, max: 50_000 }).map(paise),
  codCharge: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 20_000 })).map(paise),
  returned: fc.array(fc.record({ line: fc.nat({ max: 5 }), quantity: fc.integer({ min: 1, max: 12 }) }), {
    maxLength: 4,
  }),
  part: fc.integer({ min: 0, max: 10_000 }),
});
type Bought = typeof bought extends fc.Arbitrary<infer T> ? T : never;

function orderOf({ lines, hundredths, seller, state, shipping, codCharge }: Bought): InvoicedOrder {
  const settings = { ...DEFAULT_SETTINGS, seller, flatShipping: { cost: shipping, freeAbove: null } };
  const included = price({ lines, discountPercentage: hundredths / 100, codCharge, settings });
  const taxed = lines.map(({ gstRate, ...each }) => ({ ...each, gst_rate: gstRate }));
  // Older orders have GST on top of their prices.
  const totals = seller.pricesExcludeGst ? addGst(included, taxed) : included;
  const exact = BigInt(totals.subtotal) * BigInt(hundredths);
  const error = BigInt(totals.discountAmount) * 10_000n - exact;
  check(error > -5_000n && error <= 5_000n, 'the discount is the percentage, rounded half up');
  check(totals.subtotal === sum(lines.map((each) => times(each.price, each.quantity))), 'the lines are the subtotal');
  check(
    totals.total ===
      totals.subtotal - totals.discountAmount + totals.shippingCost + totals.codCharge + totals.gstAmount,
    'the parts are the total',
  );
  check(seller.pricesExcludeGst || totals.gstAmount === 0, 'GST is on top only of older orders');
  return {
    id: 'order',
    orderNumber: 'BV-7K3M-9QX2',
    items: lines.map((each, at) => ({
      artwork_id: `artwork ${at}`,
      title: `Artwork ${at}`,
      price: each.price,
      quantity: each.quantity,
      gst_rate: each.gstRate,
      hsn: '9701',
    })),
    ...totals,
    couponCode: null,
    handedOver: false,
    customerName: 'Asha Rawat',
    customerEmail: 'asha@example.in',
    shippingAddress: {
      name: 'Asha Rawat',
      email: 'asha@example.in',
      phone: '9876543210',
      street: '14 Mall Road',
      city: 'Almora',
      state,
      zipCode: '263601',
      country: 'India',
    },
    firm: null,
    paymentMethod: 'manual',
    paymentReferenceId: null,
    createdAt: new Date('2026-11-21T10:00:00Z'),
  };
}

/** `expect` is too slow for a million calls. */
function check(holds: boolean, what: string): void {
  if (!holds) throw new Error(`not so: ${what}`);
}

function checkLines(lines: readonly DocumentLine[], isTaxed: boolean): void {
  for (const each of lines) {
    const amounts = [each.amount, each.taxable, each.cgst, each.sgst, each.igst];
    check(
      amounts.every((amount) => Number.isSafeInteger(amount) && amount >= 0),
      'no amount is negative or a fraction',
    );
    check(each.cgst === each.sgst, 'CGST is SGST');
    check(each.igst === 0 || each.cgst === 0, 'tax is within the state or across');
    check(isTaxed || each.cgst + each.sgst + each.igst === 0, 'who may not collect tax shows none');
  }
}

const totalsOf = (lines: readonly DocumentLine[]) =>
  (['taxable', 'cgst', 'sgst', 'igst'] as const).map((name) => sum(lines.map((each) => each[name])));

test('any order’s invoice equals its total, and credit notes undo it', { timeout: 3_600_000 }, () => {
  fc.assert(
    fc.property(bought, (cart) => {
      const order = orderOf(cart);
      const settings = { ...DEFAULT_SETTINGS, seller: cart.sellerLater };
      const [{ content: invoice }] = writeInvoices(settings, order, { percentage: null, money: UNPAID }) as [
        WrittenInvoice,
      ];
      checkLines(invoice.lines, invoice.isTaxed);
      const taken = invoice.discount?.amount ?? 0;
      check(taken === order.discountAmount, 'the discount is the order’s');
      const charges = invoice.shipping + invoice.codCharge!;
      check(invoice.subtotal - taken + charges + invoice.gst === invoice.total, 'its sums are its total');
      check(
        sum(invoice.lines.map(lineGross)) === order.total && invoice.total === order.total,
        'it is the order’s total',
      );

      const credited: Correction[] = [];
      const cameBack: { artworkId: string; quantity: number }[] = [];
      let undone = 0;
      for (const back of [...cart.returned, 'all' as const]) {
        const returned =
          back === 'all'
            ? ('all' as const)
            : [{ artworkId: `artwork ${back.line % cart.lines.length}`, quantity: back.quantity }];
        const lines = creditLines(invoice.lines, credited, returned, { isOnTop: invoice.gst > 0 });
        const issued = { title: 'Invoice', number: 'BV/2026-27/0001', issuedAt: new Date(0), content: invoice };
        const note = writeNote(issued, lines, { reason: 'came back', money: UNPAID });
        checkLines(lines, invoice.isTaxed);
        check(note.total === sum(lines.map(lineGross)), 'a credit note is its lines');
        const off = note.discount?.amount ?? 0;
        const isEven =
          cart.hundredths === 0 && back !== 'all' && invoice.isTaxed && lines.every(({ rate }) => rate > 1);
        const worth = sum(lines.map((each) => (invoice.gst > 0 ? each.taxable : lineGross(each))));
        check(!isEven || worth === note.subtotal, 'without a discount an item is worth its price');
        const charged = note.shipping + note.codCharge!;
        check(off >= 0 && note.subtotal - off + charged + note.gst === note.total, 'its sums are its total');
        credited.push({ lines });
        undone += note.total;
        if (returned !== 'all') {
          cameBack.push(...returned);
          const worthInAll = sumCredit(invoice.lines, cameBack, { isOnTop: invoice.gst > 0 });
          check(worthInAll === undone, 'what came back is worth what its credit notes say');
        }
        check(undone <= invoice.total, 'no more is undone than was invoiced');
      }
      check(undone === invoice.total, 'all of it is undone');
      check(
        String(totalsOf(credited.flatMap(({ lines }) => lines))) === String(totalsOf(invoice.lines)),
        'and so is each tax',
      );
      check(creditLines(invoice.lines, credited, 'all').length === 0, 'nothing is left');
    }),
    { numRuns, seed },
  );
  expect(numRuns).toBeGreaterThan(0);
});

test('tax is equal in every state, within a paisa per line', { timeout: 3_600_000 }, () => {
  fc.assert(
    fc.property(bought, fc.boolean(), (cart, isOnTop) => {
      const lines = cart.lines.map((each) => ({ amount: times(each.price, each.quantity), gstRate: each.gstRate }));
      const subtotal = sum(lines.map(({ amount }) => amount));
      const afterDiscount = paise(subtotal - Math.floor((subtotal / 10_000) * cart.hundredths));
      const taxed = taxOrder({
        lines,
        afterDiscount,
        shippingCost: cart.shipping,
        codCharge: cart.codCharge,
        isOnTop,
      });
      const parts = [...taxed.lines, ...taxed.shipping, ...taxed.codCharge];
      const gross = sum(parts.map(grossAmount));
      const net = afterDiscount + cart.shipping + cart.codCharge;
      check(gross === net + (isOnTop ? gstOn(taxed) : 0), 'lines and charges are all there is');
      for (const { gstRate, taxable, tax } of parts) {
        const exact = (taxable * gstRate) / 200;
        check(Math.abs(tax / 2 - exact) <= 1 + exact * 1e-9, 'half of the tax is half of the rate');
      }
      for (const [at, { amount }] of lines.entries())
        check(
          (isOnTop ? taxed.lines[at]!.taxable : grossAmount(taxed.lines[at]!)) <= amount,
          'a line is never more than before',
        );
    }),
    { numRuns, seed },
  );
  expect(numRuns).toBeGreaterThan(0);
});

test('IGST within a price is the rate of its taxable value, rounded half up', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), fc.constantFrom(...GST_RATES), (taxable, gstRate) => {
      const tax = Number((BigInt(taxable) * BigInt(Math.round(gstRate * 100)) * 2n + 10_000n) / 20_000n);
      const split = taxAmount(paise(taxable + tax), gstRate, { isInterstate: true });
      expect(split).toEqual({ gstRate, taxable, tax });
    }),
    { numRuns, seed },
  );
});

test('a voucher equals its payment, and its refund voucher too', { timeout: 3_600_000 }, () => {
  fc.assert(
    fc.property(bought, (cart) => {
      const order = orderOf(cart);
      const settings = { ...DEFAULT_SETTINGS, seller: cart.sellerLater };
      const amount = paise(Math.floor((order.total / 10_000) * cart.part));
      const receipt = writeReceipt(settings, order, {
        amount,
        reference: 'X',
        due: paise(order.total - amount),
        invoices: [],
      });
      checkLines(receipt.lines, receipt.isTaxed);
      const isPlain = cart.sellerLater.status === 'unregistered';
      check(receipt.total === amount && receipt.lines.length > 0 !== isPlain, 'plain, or with its lines');
      check(isPlain || sum(receipt.lines.map(lineGross)) === amount, 'they are what was paid');
      if (isPlain) return;
      const issued = { title: 'Receipt voucher', number: 'RV/2026-27/0001', issuedAt: new Date(0), content: receipt };
      const refund = writeRefundVoucher(issued, { amount, reference: null, earlier: [] });
      check(String(totalsOf(refund.lines)) === String(totalsOf(receipt.lines)), 'what is returned is what was taken');
    }),
    { numRuns, seed },
  );
  expect(numRuns).toBeGreaterThan(0);
});
