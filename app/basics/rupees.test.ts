import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { artworkFormSchema } from '#app/modules/catalogue/artworks/forms.ts';
import { formatRupees, paise } from './money.ts';
import { readRupees, rupeesText } from './rupees.ts';

const anyAmount = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }).map(paise);

describe('a typed amount', () => {
  test('is read back exactly in any notation', () => {
    fc.assert(
      fc.property(anyAmount, (amount) => {
        expect(readRupees(rupeesText(amount))).toBe(amount);
        if (amount < 1e14) expect(readRupees(formatRupees(amount))).toBe(amount);
      }),
    );
    expect(readRupees('90071992547409.91')).toBe(Number.MAX_SAFE_INTEGER);
  });

  test.each(['', '-1', '1.005', '1.', '1,25', '1.250,00', '1e3', 'free', '90071992547409.92'])('rejects %j', (text) => {
    expect(readRupees(text)).toBeUndefined();
  });

  test('reads an artwork’s price by the same rule, without rounding decimals', () => {
    const priceOf = (price: string) =>
      artworkFormSchema.safeParse({ title: 'T', price, medium: 'oil', category: 'C', images: '/media/a.webp' }).data
        ?.price;
    expect(priceOf('1,25,000.10')).toBe(12_500_010);
    expect(priceOf('10.005')).toBeUndefined();
    expect(priceOf('1,00,00,00,000.01')).toBeUndefined();
  });
});
