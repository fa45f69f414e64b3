import { mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { inTransactionOn, isReadOnlyDatabase, openDatabase } from '#app/platform/database/database.server.ts';
import { diskStateOf } from '#app/platform/database/upkeep.server.ts';
import { copyTree, makeDataDirectory, migrationsDirectory as shopMigrations } from '#tests/support/database.ts';
import { migrationsDirectory } from './soundness.ts';

const megabyte = 1024 * 1024;
const quiet = { info() {}, warn() {}, error() {} };

describe('the embedded database on a disk', () => {
  let made: string;
  let dataDirectory: string;
  beforeAll(async () => {
    made = await mkdtemp(join(tmpdir(), 'bisvar-database-'));
    await makeDataDirectory(made, migrationsDirectory);
  });
  afterAll(() => rm(made, { recursive: true, force: true }));
  beforeEach(async () => {
    dataDirectory = await mkdtemp(join(tmpdir(), 'bisvar-database-'));
    copyTree(made, dataDirectory);
  });
  afterEach(() => rm(dataDirectory, { recursive: true, force: true }));

  const parcel = (id: number) => sql`insert into parcels values (${id}, ${`parcel ${id}`}, '', 0)`;
  const neverEnding = sql`select count(*) from generate_series(1, 1000000) a, generate_series(1, 1000000) b`;

  test('reopens after a hung query, keeping acknowledged writes only', async () => {
    const times = { deadlineMillis: 1_500, waitMillis: 60_000 };
    const opened = await openDatabase({ dataDirectory, migrationsDirectory, ...times, log: quiet });
    try {
      const heard: string[] = [];
      await opened.listen('bell', (payload) => heard.push(payload));
      await opened.database.execute(parcel(1));
      const hanging = inTransactionOn(opened.database, async (tx) => {
        await tx.execute(parcel(2));
        await tx.execute(neverEnding);
      });
      const next = opened.database.execute(sql`select id from parcels`).catch((error: unknown) => error);
      await expect(hanging).rejects.toMatchObject({
        cause: { name: 'UnreachableDatabase', cause: { name: 'EmbeddedDatabaseEnded' } },
      });
      expect(await next).toMatchObject({ rows: [{ id: 1 }] });
      await opened.database.execute(parcel(3));
      await opened.database.execute(sql`select pg_notify('bell', 'still')`);
      expect(heard).toEqual(['still']);
      expect((await opened.database.execute(sql`select id from parcels order by id`)).rows).toEqual([
        { id: 1 },
        { id: 3 },
      ]);
    } finally {
      await opened.close();
    }
  });

  test('is read-only on a nearly full disk, and writable afterwards', async () => {
    let free = 150 * megabyte;
    const said: string[] = [];
    const log = {
      ...quiet,
      warn: (_: object, message: string) => said.push(message),
      error: (_: object, message: string) => said.push(message),
    };
    vi.useFakeTimers({ toFake: ['setInterval'] });
    const opened = await openDatabase({ dataDirectory, migrationsDirectory, freeBytes: async () => free, log });
    try {
      expect(said).toEqual([expect.stringContaining('filling up')]);
      await opened.database.execute(parcel(1));
      free = 99 * megabyte;
      await vi.advanceTimersByTimeAsync(10_000);
      expect(opened.writable()).toBe(false);
      expect(await opened.ping()).toBe(true);
      const refused = await opened.database.execute(parcel(2)).catch((error: unknown) => error);
      expect(isReadOnlyDatabase(refused)).toBe(true);
      const inTransaction = await inTransactionOn(opened.database, (tx) => tx.execute(parcel(2))).catch(
        (error: unknown) => error,
      );
      expect(isReadOnlyDatabase(inTransaction)).toBe(true);
      expect((await opened.database.execute(sql`select id from parcels`)).rows).toEqual([{ id: 1 }]);
      free = 300 * megabyte;
      await vi.advanceTimersByTimeAsync(10_000);
      expect(opened.writable()).toBe(true);
      await opened.database.execute(parcel(2));
    } finally {
      vi.useRealTimers();
      await opened.close();
    }
  });

  test('opens on a full disk, for reading', async () => {
    const opened = await openDatabase({ dataDirectory, migrationsDirectory, freeBytes: async () => 0, log: quiet });
    expect(opened.writable()).toBe(false);
    expect((await opened.database.execute(sql`select id from parcels`)).rows).toEqual([]);
    await opened.close();
  });

  test('moves a foreign database aside without deleting it', async () => {
    await rename(join(dataDirectory, 'database/bisvar.json'), join(dataDirectory, 'database/precious'));
    // The shop’s migrations are unpacked from a file; others take ten seconds.
    const opened = await openDatabase({ dataDirectory, migrationsDirectory: shopMigrations, log: quiet });
    await opened.database.execute(sql`insert into settings (key, value) values ('shop_name', '"Bisvar"')`);
    await opened.close();
    const aside = (await readdir(dataDirectory)).filter((name) => name.startsWith('database.aside-'));
    expect(aside).toHaveLength(1);
    expect(await readFile(join(dataDirectory, aside[0]!, 'precious'), 'utf8')).toContain('bisvar');
    expect(await readFile(join(dataDirectory, aside[0]!, 'cluster/PG_VERSION'), 'utf8')).toBe('18\n');
  });

  test('checkpoints 5 minutes after a write, and vacuums hourly', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'Date'] });
    const opened = await openDatabase({
      dataDirectory,
      migrationsDirectory,
      log: { ...quiet, error: (details) => expect.fail(JSON.stringify(details)) },
    });
    const { database } = opened;
    const pass = async (minutes: number) => {
      for (let tenSeconds = 0; tenSeconds < minutes * 6; tenSeconds += 1) {
        await vi.advanceTimersByTimeAsync(10_000);
        await database.execute(sql`select 1`);
      }
    };
    const redo = async () =>
      (await database.execute<{ redo: string }>(sql`select redo_lsn::text as redo from pg_control_checkpoint()`))
        .rows[0]!.redo;
    try {
      await pass(1);
      const before = await redo();
      await database.execute(parcel(1));
      await database.execute(sql`select pg_stat_force_next_flush()`);
      await pass(3);
      expect(await redo()).toBe(before);
      await pass(3);
      await vi.waitFor(async () => expect(await redo()).not.toBe(before));
      const after = await redo();
      await pass(20);
      expect(await redo()).toBe(after);
      await pass(35);
      await vi.waitFor(async () => {
        const { rows } = await database.execute(
          sql`select relname::text from pg_stat_user_tables where vacuum_count > 0 and analyze_count > 0`,
        );
        expect(rows).toContainEqual({ relname: 'parcels' });
      });
    } finally {
      vi.useRealTimers();
      await opened.close();
    }
  });

  test('counts free space in megabytes: low under 200, full under 100', () => {
    expect([200, 199, 100, 99].map((free) => diskStateOf(free * megabyte))).toEqual([
      'enough',
      'little',
      'little',
      'full',
    ]);
  });
});
