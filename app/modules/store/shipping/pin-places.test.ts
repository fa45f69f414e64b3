import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { placeOfPin } from './pin-places.server.ts';

let shop: TestShop;
beforeAll(async () => void (shop = await openTestShop()));
beforeEach(() => shop.empty());
afterAll(() => shop.close());

const place = async (pin: string) => {
  const found = await placeOfPin(shop.as.guest(), pin);
  if (!found.ok) throw new Error(found.reason);
  return found.value && `${found.value.city}, ${found.value.state}`;
};

test.each([
  ['263601', 'Almora, Uttarakhand'],
  ['110001', 'New Delhi, Delhi'],
  ['400001', 'Mumbai, Maharashtra'],
  ['560001', 'Bengaluru, Karnataka'],
  ['500001', 'Hyderabad, Telangana'],
  ['517501', 'Chittoor, Andhra Pradesh'],
  ['194101', 'Leh, Ladakh'],
  ['396210', 'Daman, Dadra and Nagar Haveli and Daman and Diu'],
  ['605001', 'Puducherry, Puducherry'],
])('finds PIN %s in %s', async (pin, expected) => expect(await place(pin)).toBe(expected));

test('finds no place for unknown or invalid codes', async () => {
  for (const pin of ['999999', '', '263', 'constructor', '26360112']) expect(await place(pin)).toBeUndefined();
});

test('limits visitors who ask too often, and no others', async () => {
  const asked = await Promise.all(Array.from({ length: 70 }, () => placeOfPin(shop.as.guest(), '263601')));
  expect(asked.filter((one) => one.ok)).toHaveLength(60);
  expect((await placeOfPin({ ...shop.as.guest(), visitorAddress: '198.51.100.9' }, '263601')).ok).toBe(true);
});
