import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { userProfiles } from '#app/modules/identity/accounts/tables.server.ts';
import { authTwoFactors } from '#app/modules/identity/sign-in/tables.server.ts';
import { outbox } from '#app/platform/outbox/tables.server.ts';
import { openDatabase } from '#app/platform/database/database.server.ts';
import { makeDataDirectory } from '#tests/support/database.ts';
import { runHere } from '#tests/support/run-command.ts';
import { openTestShop } from '#tests/support/test-shop.ts';
import { admin } from './admin.ts';

let directory: string;
const open = () =>
  openDatabase({ dataDirectory: join(directory, 'data'), migrationsDirectory: resolve('database/migrations') });
const settings = () => ({ DATA_DIR: join(directory, 'data'), DATABASE_URL: '' });
const changing = (...args: string[]) => runHere(admin, args, settings());

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'bisvar-admin-'));
  await makeDataDirectory(join(directory, 'data'));
  const shop = await openTestShop(open);
  await shop.close();
});
afterAll(() => rm(directory, { recursive: true, force: true }));

test('a registered person becomes an admin', { timeout: 60_000 }, async () => {
  expect((await changing('grant', 'Customer1@Bisvar.example')).stdout).toContain('is now an owner');
  const { database, close } = await open();
  const rows = await database.select().from(userProfiles);
  await close();
  expect(
    rows
      .filter((row) => row.isAdmin)
      .map((row) => row.email)
      .toSorted(),
  ).toEqual(['admin@bisvar.example', 'customer1@bisvar.example']);
});

test('reports an unknown address', { timeout: 60_000 }, async () => {
  expect(await changing('grant', 'nobody@example.in')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('No account uses nobody@example.in'),
  });
});

test('reports a missing shop, and creates none', async () => {
  const nowhere = join(directory, 'nowhere');
  expect(
    await runHere(admin, ['grant', 'customer1@bisvar.example'], { ...settings(), DATA_DIR: nowhere }),
  ).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`There is no shop in ${nowhere}`),
  });
  expect(existsSync(nowhere)).toBe(false);
});

test(
  'removes a lost second factor, signs out elsewhere, and emails the person',
  {
    timeout: 60_000,
  },
  async () => {
    const before = await open();
    await before.database.execute(
      sql`update auth_users set two_factor_enabled = true where email = 'admin@bisvar.example'`,
    );
    await before.database.execute(sql`insert into auth_two_factors (secret, backup_codes, user_id)
    select 'x', 'y', id from auth_users where email = 'admin@bisvar.example'`);
    await before.close();
    expect((await changing('reset-two-step', 'admin@bisvar.example')).stdout).toContain('with the password only');
    const { database, close } = await open();
    const { rows } = await database.execute(sql`select email from auth_users where two_factor_enabled`);
    const announced = await database.select({ name: outbox.name }).from(outbox);
    const factors = await database.$count(authTwoFactors);
    await close();
    expect([rows, factors]).toEqual([[], 0]);
    expect(announced).toContainEqual({ name: 'accounts.second-factor-changed' });
  },
);

test('shows its usage after an unknown command', { timeout: 60_000 }, async () => {
  const asked = { code: 2, stderr: expect.stringContaining('npm run admin -- grant EMAIL') };
  expect(await changing('promote', 'customer1@bisvar.example')).toMatchObject(asked);
  const env = { PATH: process.env.PATH, ...settings() };
  await expect(promisify(execFile)(process.execPath, ['scripts/admin.ts'], { env })).rejects.toMatchObject(asked);
});
