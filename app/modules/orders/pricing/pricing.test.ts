import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NOTHING, paise, rupees } from '#app/basics/money.ts';
import { DEFAULT_SETTINGS } from '#app/modules/store/settings/settings.ts';
import { price } from './pricing.ts';

const settings = DEFAULT_SETTINGS;
const line = fc.record({
  price: fc.integer({ min: 1, max: 100_000_000_000 }).map(paise),
  quantity: fc.integer({ min: 1, max: 1000 }),
});
const cart = fc.array(line, { minLength: 1, maxLength: 20 });
const percentage = fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100);

test('matches the cart’s mock-up: two soaps and an oil, 15% off', () => {
  expect(
    price({
      lines: [
        { price: rupees(9800), quantity: 1 },
        { price: rupees(180), quantity: 2 },
      ],
      discountPercentage: 15,
      settings,
    }),
  ).toEqual({
    subtotal: rupees(10_160),
    discountAmount: rupees(1524),
    shippingCost: NOTHING,
    codCharge: NOTHING,
    gstAmount: NOTHING,
    total: rupees(8636),
  });
});

test('shipping depends on the discounted amount, exactly at 2000', () => {
  expect(price({ lines: [{ price: rupees(2000), quantity: 1 }], settings }).total).toBe(rupees(2150));
  expect(price({ lines: [{ price: paise(200_001), quantity: 1 }], settings }).total).toBe(200_001);
  expect(price({ lines: [{ price: rupees(2200), quantity: 1 }], discountPercentage: 10, settings }).shippingCost).toBe(
    rupees(150),
  );
});

test('an empty cart costs nothing, shipping included', () => {
  expect(price({ lines: [], settings }).total).toBe(0);
});

test('half a paisa is rounded up', () => {
  expect(price({ lines: [{ price: paise(5), quantity: 1 }], discountPercentage: 10, settings }).discountAmount).toBe(1);
  expect(price({ lines: [{ price: paise(1), quantity: 1 }], discountPercentage: 49.99, settings }).discountAmount).toBe(
    0,
  );
});

test.each([
  ['no quantity', { lines: [{ price: rupees(1), quantity: 0 }], settings }],
  ['a negative quantity', { lines: [{ price: rupees(1), quantity: -3 }], settings }],
  ['half a piece', { lines: [{ price: rupees(1), quantity: 0.5 }], settings }],
  ['a negative price', { lines: [{ price: paise(-1), quantity: 1 }], settings }],
  ['more than everything off', { lines: [], discountPercentage: 100.01, settings }],
  ['a surcharge', { lines: [], discountPercentage: -1, settings }],
  ['no number', { lines: [], discountPercentage: Number.NaN, settings }],
])('%s throws', (_, input) => {
  expect(() => price(input)).toThrow(RangeError);
});

test('no amount is negative, and parts add up to the total', () => {
  fc.assert(
    fc.property(
      cart,
      percentage,
      fc.constantFrom('flat' as const, 'zones' as const),
      fc.option(fc.integer({ min: 100_000, max: 899_999 }), { nil: undefined }),
      (lines, discountPercentage, shippingMode, pin) => {
        const totals = price({
          lines,
          discountPercentage,
          settings: { ...settings, shippingMode },
          destination: pin ? { zipCode: String(pin) } : undefined,
        });
        for (const amount of Object.values(totals)) expect(Number.isSafeInteger(amount) && amount >= 0).toBe(true);
        expect(totals.total).toBe(totals.subtotal - totals.discountAmount + totals.shippingCost + totals.gstAmount);
        expect(totals.discountAmount).toBeLessThanOrEqual(totals.subtotal);
        expect(totals.gstAmount).toBe(0);
      },
    ),
  );
});

test('the discount is the exact percentage, rounded half up', () => {
  fc.assert(
    fc.property(cart, fc.integer({ min: 0, max: 10_000 }), (lines, hundredths) => {
      const { subtotal, discountAmount } = price({ lines, discountPercentage: hundredths / 100, settings });
      const exact = BigInt(subtotal) * BigInt(hundredths);
      const error = BigInt(discountAmount) * 10_000n - exact;
      expect(error > -5_000n && error <= 5_000n).toBe(true);
    }),
  );
});

test('order and splitting of lines do not change the total', () => {
  fc.assert(
    fc.property(cart, percentage, (lines, discountPercentage) => {
      const split = lines.flatMap(({ price: each, quantity }) =>
        quantity > 1
          ? [
              { price: each, quantity: 1 },
              { price: each, quantity: quantity - 1 },
            ]
          : [{ price: each, quantity }],
      );
      expect(price({ lines: split.reverse(), discountPercentage, settings })).toEqual(
        price({ lines, discountPercentage, settings }),
      );
    }),
  );
});
