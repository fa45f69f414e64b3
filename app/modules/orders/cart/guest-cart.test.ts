import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  createGuestCart,
  guestLineId,
  itemOfGuestLine,
  MAX_GUEST_LINES,
  MAX_OF_ONE_LINE,
  NO_GUEST_CART,
  parseGuestCart,
  findQuantity,
  serialiseGuestCart,
  withQuantity,
} from './guest-cart.ts';

const ids = Array.from({ length: 80 }, () => randomUUID());
const variantIds = Array.from({ length: 80 }, () => randomUUID());
const id = ids[0]!;
const lines = fc.array(
  fc.record(
    {
      artworkId: fc.constantFrom(...ids),
      quantity: fc.integer({ min: 1, max: MAX_OF_ONE_LINE }),
      variantId: fc.constantFrom(...variantIds),
    },
    { requiredKeys: ['artworkId', 'quantity'] },
  ),
  { maxLength: 60 },
);

test('reads back what it wrote', () => {
  fc.assert(
    fc.property(lines, (wanted) => {
      const cart = createGuestCart(wanted);
      expect(parseGuestCart(serialiseGuestCart(cart))).toEqual(cart);
    }),
  );
});

test('reads garbage as an empty cart, and skips invalid lines', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.anything(),
        fc
          .array(fc.constantFrom('~', '*', id, '3', '-1', 'key-key-key', '9e9', '%'))
          .map((cartItems) => cartItems.join('')),
      ),
      (text) => {
        for (const line of parseGuestCart(text).lines) {
          expect(ids).toContain(line.artworkId);
          expect(line.quantity).toBeGreaterThanOrEqual(1);
          expect(line.quantity).toBeLessThanOrEqual(MAX_OF_ONE_LINE);
        }
      },
    ),
  );
});

test.each([
  ['nothing', undefined],
  ['no text', 7],
  ['no key', `${id}*2`],
  ['a key only', 'key-key-key'],
  ['a negative quantity', `key-key-key~${id}*-2`],
  ['half a piece', `key-key-key~${id}*0.5`],
  ['an id of something else', 'key-key-key~1*2'],
])('%s is an empty cart', (_, text) => {
  expect(parseGuestCart(text)).toEqual(NO_GUEST_CART);
});

test('keeps a valid line among invalid ones', () => {
  expect(parseGuestCart(`key-key-key~nonsense~${id}*2~*~~${id}*1`)).toEqual({
    key: 'key-key-key',
    lines: [{ artworkId: id, quantity: 3 }],
  });
});

test('keeps at most fifty artworks, which fit a cookie', () => {
  const cart = createGuestCart(ids.map((artworkId) => ({ artworkId, quantity: 999 })));
  expect(cart.lines).toHaveLength(MAX_GUEST_LINES);
  expect(serialiseGuestCart(cart).length * (4 / 3)).toBeLessThan(3800);
});

test('fifty variants fit a cookie too', () => {
  const cart = createGuestCart(ids.map((artworkId, at) => ({ artworkId, variantId: variantIds[at]!, quantity: 999 })));
  expect(cart.lines).toHaveLength(MAX_GUEST_LINES);
  expect(serialiseGuestCart(cart).length * (4 / 3)).toBeLessThan(3800);
});

test('treats two variants and the plain artwork as three lines', () => {
  const [one, two] = variantIds as [string, string];
  const items = [{ artworkId: id, variantId: one }, { artworkId: id, variantId: two }, { artworkId: id }];
  const cart = items.reduce((all, item, at) => withQuantity(all, item, at + 1), NO_GUEST_CART);
  expect(cart.lines.map(({ quantity }) => quantity)).toEqual([1, 2, 3]);
  expect(items.map((item) => itemOfGuestLine(guestLineId(item)))).toEqual(
    items.map(({ variantId, ...item }) => ({ ...item, variantId })),
  );
  expect(withQuantity(cart, items[1]!, 0).lines.map(({ quantity }) => quantity)).toEqual([1, 3]);
});

test('every change has its own key, and 0 removes the line', () => {
  const one = withQuantity(NO_GUEST_CART, { artworkId: id }, 1);
  const two = withQuantity(one, { artworkId: id }, 2);
  expect(findQuantity(two, { artworkId: id })).toBe(2);
  expect(new Set([one.key, two.key]).size).toBe(2);
  expect(withQuantity(two, { artworkId: id }, 0)).toEqual(NO_GUEST_CART);
  expect(serialiseGuestCart(NO_GUEST_CART)).toBe('');
});
