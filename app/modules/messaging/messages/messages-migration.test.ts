import { expect, test } from 'vitest';
import { openOldShop } from '#tests/support/old-shop.ts';
import { unconfirmedRecipients } from './tables.server.ts';

const TOKENS = ['9f0a6f0e-8a3f-4d1b-9c59-5a1a4a7f2d10', '0b8c3a1e-6f0d-4b1a-9f43-27c1d0b5e9aa'];
const BEFORE = TOKENS.map(
  (token, n) => `insert into unconfirmed_recipients (email, token) values ('${n}@a.in', '${token}');`,
).join('');

test('migration 0077 lengthens unsubscribe tokens and still accepts those already sent', async () => {
  const opened = await openOldShop('0073', BEFORE);
  const rows = await opened.database.select().from(unconfirmedRecipients).orderBy(unconfirmedRecipients.email);
  expect(rows.map(({ earlierToken }) => earlierToken)).toEqual(TOKENS);
  for (const { token } of rows) expect(token).toMatch(/^[\da-f]{64}$/);
  expect(new Set(rows.map(({ token }) => token)).size).toBe(2);
  await opened.close();
}, 120_000);
