import { expect, test } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import { startingPrices } from './custom-order.ts';

test.each([
  [4200, 2600, 'Painting from ₹4,200, stitching from ₹2,600'],
  [4200, null, 'Painting from ₹4,200'],
  [null, 2600, 'Stitching from ₹2,600'],
  [null, null, undefined],
])('with %s and %s the starting prices are %s', (painting, stitching, expected) => {
  const toPaise = (amount: number | null) => (amount === null ? null : rupees(amount));
  expect(startingPrices({ paintingFrom: toPaise(painting), stitchingFrom: toPaise(stitching) })).toBe(expected);
});
