import { expect, test } from 'vitest';
import { NOTHING, rupees } from '#app/basics/money.ts';
import { orderTotals } from './order-details.tsx';

const order = {
  subtotal: rupees(1_000),
  discountAmount: rupees(100),
  shippingCost: NOTHING,
  codCharge: NOTHING,
  gstAmount: NOTHING,
  total: rupees(900),
};

test('a discount names its coupon, if it has one', () => {
  expect(orderTotals({ ...order, couponCode: 'FAIR10' })[1]).toMatchObject({ label: 'Discount, FAIR10' });
  expect(orderTotals({ ...order, couponCode: null })[1]).toMatchObject({ label: 'Discount' });
});
