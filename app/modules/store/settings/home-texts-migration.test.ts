import { expect, test } from 'vitest';
import { openOldShop } from '#tests/support/old-shop.ts';
import { DEFAULT_SETTINGS, settingsFrom } from './settings.ts';
import { settings } from './tables.server.ts';

const storedIn = async (before: string) => {
  const { database, close } = await openOldShop('0156', before);
  const rows = await database.select({ key: settings.key, value: settings.value }).from(settings);
  await close();
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
};

test('migration 0160 keeps the sentences of an open shop', { timeout: 120_000 }, async () => {
  const open = await storedIn('insert into opening (opened_at) values (now());');
  const { home, about, footer } = DEFAULT_SETTINGS;
  expect(open).toEqual({ home, about, footer });
  expect(settingsFrom('live', open)).toMatchObject({ home, about, footer });
});

test('migration 0160 does not change an unopened shop', { timeout: 120_000 }, async () => {
  expect(await storedIn('select 1;')).toEqual({});
});
