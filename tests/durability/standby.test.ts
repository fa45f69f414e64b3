import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  isUnreachableDatabase,
  openDatabase,
  type OpenedDatabase,
  waitForDatabaseOnce,
} from '#app/platform/database/database.server.ts';
import { migrationsDirectory } from '#tests/support/database.ts';
import { openLine } from '#tests/support/line.ts';
import { type PostgresServer, startPostgresServer } from '#tests/support/postgres-server.ts';

const silentLog = { info: () => {}, warn: () => {}, error: () => {} };
const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (isUnreachableDatabase(error) ? 'away' : error),
  );

let server: PostgresServer;
let primaryPort: number;
let standbyPort: number;
let line: Awaited<ReturnType<typeof openLine>>;
let opened: OpenedDatabase;
beforeAll(async () => {
  server = await startPostgresServer();
  standbyPort = await server.startStandby();
});
afterAll(() => server.stop());
beforeEach(async () => {
  const address = new URL(await server.createDatabase());
  primaryPort = Number(address.port);
  line = await openLine(primaryPort);
  address.port = String(line.port);
  opened = await openDatabase({ databaseUrl: address.href, dataDirectory: '', migrationsDirectory, log: silentLog });
  await opened.database.execute(sql`create table written (number int)`);
});
afterEach(async () => {
  await opened.close();
  await line.cut();
});
const write = (number: number) => outcomeOf(opened.database.execute(sql`insert into written values (${number})`));
const written = async () => (await opened.database.execute<{ number: number }>(sql`select number from written`)).rows;

test('a standby instead of the primary counts as an outage', async () => {
  expect(await write(1)).toBe('done');
  await line.cut();
  line.leadTo(standbyPort);
  await line.mend();
  await expect.poll(() => write(2)).toBe('away');
  expect(await opened.ping()).toBe(false);
  expect(await outcomeOf(written())).toBe('away');
  line.leadTo(primaryPort);
  expect(await write(3)).toBe('done');
  expect(await opened.ping()).toBe(true);
  expect(await written()).toEqual([{ number: 1 }, { number: 3 }]);
});

test('drops a connection whose server turned read-only', async () => {
  const idOf = async () =>
    (await opened.database.execute<{ id: number }>(sql`select pg_backend_pid() as id`)).rows[0]!.id;
  const before = await idOf();
  await opened.database.execute(sql`set default_transaction_read_only = on`);
  expect(await write(1)).toBe('away');
  expect(await write(1)).toBe('done');
  expect(await idOf()).not.toBe(before);
});

test('listeners behind a standby are warned and resume', async () => {
  const heard: string[] = [];
  let lost = 0;
  await opened.listen(
    'news',
    (payload) => heard.push(payload),
    () => (lost += 1),
  );
  await line.cut();
  line.leadTo(standbyPort);
  await line.mend();
  await wait(1_500);
  line.leadTo(primaryPort);
  await expect.poll(() => heard, { timeout: 10_000 }).toEqual(['']);
  expect(lost).toBe(1);
  await opened.database.execute(sql`select pg_notify('news', 'all is well')`);
  await expect.poll(() => heard).toEqual(['', 'all is well']);
});

test('waits for a silent server once per request, then fails at once', { timeout: 60_000 }, async () => {
  expect(await write(1)).toBe('done');
  line.silence();
  await waitForDatabaseOnce(async () => {
    const began = performance.now();
    expect(await write(2)).toBe('away');
    const refusedAt = performance.now();
    expect(refusedAt - began).toBeGreaterThan(5_000);
    expect(await Promise.all([write(3), outcomeOf(written())])).toEqual(['away', 'away']);
    expect(performance.now() - refusedAt).toBeLessThan(4_000);
  });
  expect(await waitForDatabaseOnce(() => write(4))).toBe('done');
});

test('gives up a silent server and its listeners', { timeout: 60_000 }, async () => {
  const heard: string[] = [];
  await opened.listen('news', (payload) => heard.push(payload));
  expect(await write(1)).toBe('done');
  line.silence();
  const began = performance.now();
  expect(await write(2)).toBe('away');
  expect(performance.now() - began).toBeLessThan(12_000);
  expect(await write(3)).toBe('done');
  await expect.poll(() => heard, { timeout: 20_000 }).toEqual(['']);
  await opened.database.execute(sql`select pg_notify('news', 'all is well')`);
  await expect.poll(() => heard).toEqual(['', 'all is well']);
});
