import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { getSettings, updateSettings } from '#app/modules/store/settings/settings.server.ts';
import { DEFAULT_SETTINGS, type Settings } from '#app/modules/store/settings/settings.ts';
import { ADDRESS, checkoutOf, putIntoCart } from '#tests/support/checkout.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { openCheckout, placeOrder, quoteDelivery } from './checkout.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  shop.suppliers.payment = {};
});
beforeEach(() => shop.empty());
afterAll(() => shop.close());

const quote = async (zipCode: string, changes: Partial<Settings> = {}, amount = rupees(300)) =>
  quoteDelivery(shop.as.guest(), {
    settings: { ...DEFAULT_SETTINGS, ...changes },
    zipCode,
    amount,
  });

test('delivery to a PIN code has its place, charge and days', async () => {
  expect(await quote('110001', { shippingMode: 'zones' })).toEqual({
    zipCode: '110001',
    place: { city: 'New Delhi', state: 'Delhi' },
    terms: {
      cost: rupees(100),
      freeAbove: rupees(2000),
      arrives: { from: '2026-11-26', to: '2026-11-30' },
      takesCash: false,
    },
  });
  expect((await quote('999999')).place).toBeUndefined();
  expect((await quote('110001', {}, rupees(2001))).terms?.cost).toBe(0);
});

test('is possible within the owner’s limits, delivery included', async () => {
  const takesCash = async (zipCode: string, amount: number, changes: Partial<Settings> = {}) => {
    const { cashOnDelivery } = DEFAULT_SETTINGS;
    const limits = { ...cashOnDelivery, maxTotal: rupees(400), pinPrefixes: ['11'] };
    const on: Partial<Settings> = { paymentMethods: ['manual', 'cod'], cashOnDelivery: limits };
    return (await quote(zipCode, { ...on, ...changes }, rupees(amount))).terms?.takesCash;
  };
  expect(await takesCash('110001', 250)).toBe(true);
  expect(await takesCash('110001', 251)).toBe(false);
  expect(await takesCash('263601', 250)).toBe(false);
  expect(await takesCash('110001', 250, { paymentMethods: ['manual'] })).toBe(false);
  expect(await takesCash('110001', 250, { unservedPinPrefixes: ['110'] })).toBeUndefined();
});

test('days begin at midnight in India', async () => {
  shop.clock.now = new Date('2026-11-23T19:00:00Z');
  expect((await quote('110001')).terms?.arrives).toEqual({ from: '2026-11-28', to: '2026-12-02' });
});

test('refuses an unserved PIN code by name, and saves nothing', async () => {
  const artwork = await shop.makeArtwork();
  const customer = shop.as.customer();
  await putIntoCart(customer, artwork.id);
  const checkout = await checkoutOf(customer, { shippingAddress: { ...ADDRESS, zipCode: '744101' } });
  await updateSettings(shop.as.shop(), { unservedPinPrefixes: ['744'] });
  expect(await placeOrder(customer, checkout)).toEqual({
    ok: false,
    reason: 'not-served',
    data: { zipCode: '744101' },
  });
  expect(await shop.database.select().from(orders)).toEqual([]);
  expect(await shop.stockOf(artwork.id)).toBe(3);
  expect((await openCheckout(customer)).key).toBe(checkout.key);

  expect(await placeOrder(customer, { ...checkout, shippingAddress: ADDRESS })).toMatchObject({ ok: true });
  expect((await getSettings(customer)).unservedPinPrefixes).toEqual(['744']);
});

test('answers a repeated order although its PIN code is now unserved', async () => {
  const artwork = await shop.makeArtwork();
  const customer = shop.as.customer();
  await putIntoCart(customer, artwork.id);
  const checkout = await checkoutOf(customer);
  const placed = await placeOrder(customer, checkout);
  const shippingZones = DEFAULT_SETTINGS.shippingZones.map((zone) => ({ ...zone, unserved: true }));
  await updateSettings(shop.as.shop(), { shippingZones });
  expect(await placeOrder(customer, checkout)).toEqual(placed);
});
