import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '#app/platform/database/database.server.ts';
import { migrationsDirectory } from '#tests/support/database.ts';
import { unconfirmedRecipients } from './tables.server.ts';

const TOKENS = ['9f0a6f0e-8a3f-4d1b-9c59-5a1a4a7f2d10', '0b8c3a1e-6f0d-4b1a-9f43-27c1d0b5e9aa'];

test('migration 0077 gives each link that stops mails a longer token, and knows the one in mails already sent', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'bisvar-migration-'));
  await cp(migrationsDirectory, directory, { recursive: true });
  await writeFile(
    join(directory, '0073-what-was-there.sql'),
    TOKENS.map(
      (token, n) => `insert into unconfirmed_recipients (email, token) values ('${n}@a.in', '${token}');`,
    ).join(''),
  );
  const log = { info() {}, warn() {}, error() {} };
  const opened = await openDatabase({ inMemory: true, dataDirectory: '', migrationsDirectory: directory, log });
  const rows = await opened.database.select().from(unconfirmedRecipients).orderBy(unconfirmedRecipients.email);
  expect(rows.map(({ earlierToken }) => earlierToken)).toEqual(TOKENS);
  for (const { token } of rows) expect(token).toMatch(/^[\da-f]{64}$/);
  expect(new Set(rows.map(({ token }) => token)).size).toBe(2);
  await opened.close();
  await rm(directory, { recursive: true, force: true });
}, 120_000);
