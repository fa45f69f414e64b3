import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import { auditLog } from '#app/platform/audit/tables.server.ts';
import { NotFound } from '#app/platform/errors.server.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { DEFAULT_SETTINGS } from './settings.ts';
import { settings } from './tables.server.ts';
import { changeSettings, getSettings, getSettingsToChange, updateSettings } from './settings.server.ts';

let shop: TestShop;
beforeAll(async () => void (shop = await openTestShop()));
beforeEach(async () => {
  await shop.empty();
  await shop.database.delete(settings);
});
afterAll(() => shop.close());

test('a new shop reads the defaults', async () => {
  expect(await getSettings(shop.as.guest())).toEqual(DEFAULT_SETTINGS);
});

test('an admin’s change is visible to everyone, and changes nothing else', async () => {
  await updateSettings(shop.as.admin(), { shippingMode: 'zones', flatShipping: { cost: rupees(99), freeAbove: null } });
  await updateSettings(shop.as.admin(), { flatShipping: { cost: rupees(80), freeAbove: null } });
  expect(await getSettings(shop.as.guest())).toEqual({
    ...DEFAULT_SETTINGS,
    shippingMode: 'zones',
    flatShipping: { cost: rupees(80), freeAbove: null },
  });
});

test('keeps a text that looks like a number, a list or nothing', async () => {
  for (const tagline of ['2024', '1e309', 'true', 'null', '[]', '"so"', '{"a":1}', '9'.repeat(30)]) {
    await updateSettings(shop.as.admin(), { tagline });
    expect((await getSettings(shop.as.guest())).tagline).toBe(tagline);
  }
});

test('customers and guests cannot change settings', async () => {
  await expect(updateSettings(shop.as.customer(), { shippingMode: 'zones' })).rejects.toThrow(NotFound);
  await expect(updateSettings(shop.as.guest(), { shippingMode: 'zones' })).rejects.toThrow(NotFound);
  expect(await getSettings(shop.as.guest())).toEqual(DEFAULT_SETTINGS);
});

test('a value that breaks the shape is not stored', async () => {
  await expect(updateSettings(shop.as.admin(), { shippingZones: [] })).rejects.toThrow();
  expect(await getSettings(shop.as.guest())).toEqual(DEFAULT_SETTINGS);
});

test('refuses the second of two simultaneous changes, and writes nothing', async () => {
  const { versions } = await getSettingsToChange(shop.as.admin());
  const seen = { shopName: versions.shopName, tagline: versions.tagline };
  const answers = await Promise.all([
    changeSettings(shop.as.admin(), { shopName: 'First', tagline: 'By the first' }, seen),
    changeSettings(shop.as.admin(), { shopName: 'Second', tagline: 'By the second' }, seen),
  ]);
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  const { shopName, tagline } = await getSettings(shop.as.guest());
  expect(tagline).toBe(`By the ${shopName.toLowerCase()}`);
  const again = await getSettingsToChange(shop.as.admin());
  expect(await changeSettings(shop.as.admin(), { shopName: 'Third' }, again.versions)).toMatchObject({ ok: true });
});

test('logs an owner’s change, before and after; helpers may do neither', async () => {
  await changeSettings(shop.as.admin(), { shopName: 'Aipan House' });
  expect(await shop.database.select().from(auditLog)).toMatchObject([
    {
      action: 'settings.save',
      subjectId: 'shop_name',
      before: { shopName: 'Bisvar' },
      after: { shopName: 'Aipan House' },
    },
  ]);
  await expect(getSettingsToChange(shop.as.helper())).rejects.toThrow(NotFound);
  await expect(changeSettings(shop.as.helper(), { shopName: 'Mine' })).rejects.toThrow(NotFound);
});

test('unchanged values are no change, and numbers can be cleared', async () => {
  const { seller: before } = DEFAULT_SETTINGS;
  const seller = { ...before, status: 'regular', gstin: '05ABCDE1234F1Z6' } as const;
  await changeSettings(shop.as.admin(), { seller: before, shopName: 'Bisvar' }, { seller: 0, shopName: 0 });
  expect(await shop.database.select().from(auditLog)).toEqual([]);
  await changeSettings(shop.as.admin(), { seller }, { seller: 0 });
  expect(await changeSettings(shop.as.admin(), { seller: before }, { seller: 0 })).toMatchObject({ ok: false });
  expect(await changeSettings(shop.as.admin(), { seller: before }, { seller: 1 })).toMatchObject({ ok: true });
  expect((await getSettings(shop.as.guest())).seller.gstin).toBeNull();
});
