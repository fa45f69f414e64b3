import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import { NotFound } from '#app/platform/trouble.server.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { DEFAULT_SETTINGS } from './settings.ts';
import { getSettings, updateSettings } from './settings.server.ts';

let the: TestShop;
beforeAll(async () => void (the = await openTestShop()));
beforeEach(() => the.empty());
afterAll(() => the.close());

test('a new shop reads the defaults', async () => {
  expect(await getSettings(the.as.guest())).toEqual(DEFAULT_SETTINGS);
});

test('what an admin changes is read by everybody, and nothing else changes', async () => {
  await updateSettings(the.as.admin(), { shippingMode: 'zones', flatShipping: { cost: rupees(99), freeAbove: null } });
  await updateSettings(the.as.admin(), { flatShipping: { cost: rupees(80), freeAbove: null } });
  expect(await getSettings(the.as.guest())).toEqual({
    ...DEFAULT_SETTINGS,
    shippingMode: 'zones',
    flatShipping: { cost: rupees(80), freeAbove: null },
  });
});

test('to a customer and a guest there is nothing to change', async () => {
  await expect(updateSettings(the.as.customer(), { shippingMode: 'zones' })).rejects.toThrow(NotFound);
  await expect(updateSettings(the.as.guest(), { shippingMode: 'zones' })).rejects.toThrow(NotFound);
  expect(await getSettings(the.as.guest())).toEqual(DEFAULT_SETTINGS);
});

test('a value that breaks the shape is not stored', async () => {
  await expect(updateSettings(the.as.admin(), { shippingZones: [] })).rejects.toThrow();
  expect(await getSettings(the.as.guest())).toEqual(DEFAULT_SETTINGS);
});
