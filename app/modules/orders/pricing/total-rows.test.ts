import { expect, test } from 'vitest';
import { NOTHING, rupees } from '#app/basics/money.ts';
import { totalRows } from './total-rows.ts';

const totals = {
  subtotal: rupees(1_000),
  discountAmount: NOTHING,
  shippingCost: NOTHING,
  codCharge: NOTHING,
  gstAmount: NOTHING,
  total: rupees(1_000),
};

test('has a row per part, total last, discount only where given', () => {
  expect(totalRows(totals)).toEqual([
    { label: 'Subtotal', amount: '₹1,000' },
    { label: 'Shipping', amount: 'Free' },
    { label: 'Total', amount: '₹1,000', kind: 'total' },
  ]);
  const lowered = { ...totals, discountAmount: rupees(100), shippingCost: rupees(150), total: rupees(1_050) };
  expect(totalRows(lowered).map(({ label, amount }) => `${label} ${amount}`)).toEqual([
    'Subtotal ₹1,000',
    'Discount −₹100',
    'Shipping ₹150',
    'Total ₹1,050',
  ]);
});

test('has a GST row where it is added or requested', () => {
  const labelsOf = (rows: ReturnType<typeof totalRows>) => rows.map(({ label }) => label);
  expect(labelsOf(totalRows({ ...totals, gstAmount: rupees(50) }))).toContain('GST');
  expect(labelsOf(totalRows(totals, { showsGst: true }))).toContain('GST');
});

test('shows the GST within the total below it', () => {
  const rows = totalRows(totals, { includedGst: rupees(75.6), showsGst: true });
  expect(rows.slice(-2)).toEqual([
    { label: 'Total', amount: '₹1,000', kind: 'total' },
    { label: 'Includes GST', amount: '₹75.60', kind: 'part' },
  ]);
  expect(rows.map(({ label }) => label)).not.toContain('GST');
  expect(totalRows(totals, { includedGst: NOTHING }).at(-1)).toMatchObject({ kind: 'total' });
});

test('a screen may use its own labels', () => {
  const labels = { discount: 'Discount, FAIR10', shipped: 'None', total: 'Grand total' };
  const rows = totalRows({ ...totals, discountAmount: rupees(100) }, labels);
  expect(rows.map(({ label }) => label)).toEqual(['Subtotal', 'Discount, FAIR10', 'Shipping', 'Grand total']);
  expect(rows[2]).toMatchObject({ amount: 'None' });
});
