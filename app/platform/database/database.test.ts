import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { bothDatabases } from '#tests/support/both-databases.ts';
import type { TestDatabase } from '#tests/support/database.ts';
import { startPostgresServer } from '#tests/support/postgres-server.ts';
import { writeRows } from './backup.server.ts';
import {
  type Database,
  type DatabaseSettings,
  inTransactionOn,
  isCheckViolation,
  isUnreachableDatabase,
  isUniqueViolation,
  openDatabase,
  pipeline,
} from './database.server.ts';
import { readMigrations, RENAMED_MIGRATIONS } from './migrations.server.ts';

const parcelMigrations = join(import.meta.dirname, '../../../tests/durability/migrations');
const quiet = { info() {}, warn() {}, error() {} };

const numbersIn = async (database: Database) =>
  (await database.execute<{ n: number }>(sql`select n from numbers order by n`)).rows.map(({ n }) => n);

describe.each(bothDatabases)('the %s database', (kind, open) => {
  let opened: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    opened = await open();
    database = opened.database;
    await opened.owner.execute(sql`create table numbers (n integer primary key constraint small check (n < 1000))`);
  });
  beforeEach(() => database.execute(sql`delete from numbers`));
  afterAll(async () => {
    await opened.owner.execute(sql`drop table numbers`);
    await opened.close();
  });

  test('a full disk is a write error, and the process survives', async () => {
    await database.execute(sql`insert into numbers (n) select generate_series(1, 500)`);
    await expect(writeRows(database, '/there/is/no/such/directory')).rejects.toThrow('ENOENT');
  });

  test('names the database, and whether it exists and accepts writes', async () => {
    expect(opened.kind).toBe(kind);
    expect(await opened.ping()).toBe(true);
    expect(opened.writable()).toBe(true);
  });

  test('returns times in UTC', async () => {
    const { rows } = await database.execute(sql`select '2026-11-21T15:30:00+05:30'::timestamptz::text as time`);
    expect(rows).toEqual([{ time: '2026-11-21 10:00:00+00' }]);
  });

  test('identifies duplicates and failed checks by constraint name', async () => {
    await database.execute(sql`insert into numbers values (1)`);
    const duplicate = await database.execute(sql`insert into numbers values (1)`).catch((error: unknown) => error);
    expect(isUniqueViolation(duplicate)).toBe(true);
    expect(isUniqueViolation(duplicate, 'numbers_pkey')).toBe(true);
    expect(isUniqueViolation(duplicate, 'another')).toBe(false);
    expect(isCheckViolation(duplicate)).toBe(false);
    const tooLarge = await database.execute(sql`insert into numbers values (1000)`).catch((error: unknown) => error);
    expect(isCheckViolation(tooLarge, 'small')).toBe(true);
    expect(isUniqueViolation(tooLarge)).toBe(false);
    expect(isUniqueViolation(new Error('something else'))).toBe(false);
  });

  test('rolls back a transaction that throws, and passes on the error', async () => {
    const failing = inTransactionOn(database, async (tx) => {
      await tx.execute(sql`insert into numbers values (1)`);
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    expect(await numbersIn(database)).toEqual([]);
  });

  test('sends statements together in order; one failure undoes them all', async () => {
    const insert = (tx: Database, n: number) => tx.execute(sql`insert into numbers values (${n})`);
    const both = async (tx: Database, first: number, second: number) => {
      await insert(tx, first);
      await insert(tx, second);
    };
    const seen = await inTransactionOn(database, async (tx) => {
      const [, , found] = await pipeline([
        () => insert(tx, 1),
        () => both(tx, 2, 3),
        () => tx.execute(sql`select n from numbers`),
      ]);
      return found.rows;
    });
    expect(seen).toEqual([{ n: 1 }, { n: 2 }]);
    const failed = inTransactionOn(database, (tx) =>
      pipeline([() => both(tx, 4, 5), () => insert(tx, 1000), () => both(tx, 6, 7)]),
    );
    expect(isCheckViolation(await failed.catch((error: unknown) => error), 'small')).toBe(true);
    const inside = inTransactionOn(database, (tx) =>
      pipeline([() => pipeline([() => insert(tx, 1000), () => insert(tx, 8)]), () => insert(tx, 9)]),
    );
    expect(isCheckViolation(await inside.catch((error: unknown) => error), 'small')).toBe(true);
    expect(await numbersIn(database)).toEqual([1, 2, 3]);
  });

  test('answers a repeated statement the same on a new connection', async () => {
    const ask = (n: number) => database.execute(sql`select ${n}::int + 1 as n`);
    for (let n = 0; n < 20; n += 1) expect((await ask(n)).rows).toEqual([{ n: n + 1 }]);
    await database.execute(sql`begin`);
    for (let n = 0; n < 20; n += 1) expect((await ask(n)).rows).toEqual([{ n: n + 1 }]);
  });

  test('runs several statements in one text, however often', async () => {
    for (let n = 0; n < 20; n += 1) await database.execute(sql`select 1; select 2`);
  });

  test('rolls back only the inner of two nested transactions', async () => {
    await inTransactionOn(database, async (tx) => {
      await tx.execute(sql`insert into numbers values (1)`);
      const inner = inTransactionOn(tx, async (innerTx) => {
        await innerTx.execute(sql`insert into numbers values (2)`);
        throw new Error('on purpose');
      });
      await expect(inner).rejects.toThrow('on purpose');
      await tx.execute(sql`insert into numbers values (3)`);
    });
    expect(await numbersIn(database)).toEqual([1, 3]);
  });

  const failWith = (code: string) => sql.raw(`do $$ begin raise exception using errcode = '${code}'; end $$`);

  test.each(['40001', '40P01'])('retries a transaction that failed with %s, three times', async (code) => {
    let tries = 0;
    await inTransactionOn(database, async (tx) => {
      tries += 1;
      await tx.execute(sql`insert into numbers values (${tries})`);
      if (tries < 4) await tx.execute(failWith(code));
    });
    expect(await numbersIn(database)).toEqual([4]);
    let more = 0;
    const hopeless = inTransactionOn(database, async (tx) => {
      more += 1;
      await tx.execute(failWith(code));
    });
    await expect(hopeless).rejects.toMatchObject({ cause: { code } });
    expect(more).toBe(4);
  });

  test('retries the outermost transaction, never a nested one', async () => {
    const tries = { whole: 0, inner: 0 };
    await inTransactionOn(database, async (tx) => {
      tries.whole += 1;
      await inTransactionOn(tx, async (innerTx) => {
        tries.inner += 1;
        if (tries.inner < 3) await innerTx.execute(failWith('40001'));
      });
    });
    expect(tries).toEqual({ whole: 3, inner: 3 });
  });

  test('does not retry a transaction that failed for another reason', async () => {
    let tries = 0;
    const failing = inTransactionOn(database, async (tx) => {
      tries += 1;
      await tx.execute(failWith('22012'));
    });
    await expect(failing).rejects.toMatchObject({ cause: { code: '22012' } });
    expect(tries).toBe(1);
  });

  test('refuses the outer database inside a transaction instead of deadlocking', async () => {
    const misused = inTransactionOn(database, () => database.execute(sql`select 1`));
    await expect(misused).rejects.toMatchObject({ cause: { name: 'OuterDatabaseUsed' } });
    const nested = database.transaction(() => database.transaction(async () => {}));
    await expect(nested).rejects.toThrow('use the one the transaction hands in');
  });

  test('allows the outer database after the transaction ends', async () => {
    let later: Promise<unknown> | undefined;
    const over = Promise.withResolvers<void>();
    await inTransactionOn(database, async () => {
      later = over.promise.then(() => database.execute(sql`insert into numbers values (7)`));
    });
    over.resolve();
    await later;
    expect(await numbersIn(database)).toEqual([7]);
  });

  test('never reuses a connection that was left inside a transaction', async () => {
    await database.execute(sql.raw('begin; insert into numbers values (1)'));
    expect(await numbersIn(database)).toEqual([]);
  });

  test('gives each of many simultaneous queries its own answer', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) => database.execute<{ n: number }>(sql`select ${n}::int as n`)),
    );
    expect(answers.map(({ rows }) => rows[0]!.n)).toEqual(Array.from({ length: 200 }, (_, n) => n));
  });

  test('sends and returns a megabyte', async () => {
    const long = 'aipan ಅ '.repeat(130_000);
    const { rows } = await database.execute<{ text: string }>(sql`select ${long}::text as text`);
    expect(rows[0]!.text === long).toBe(true);
  });

  test('notifies listeners after the commit, never of a rollback', async () => {
    const heard: string[] = [];
    const stop = await opened.listen('Bell "1"', (payload) => heard.push(payload));
    await inTransactionOn(database, async (tx) => {
      await tx.execute(sql`select pg_notify('Bell "1"', 'undone')`);
      throw new Error('on purpose');
    }).catch(() => {});
    await inTransactionOn(database, (tx) => tx.execute(sql`select pg_notify('Bell "1"', 'kept')`));
    await vi.waitFor(() => expect(heard).toEqual(['kept']));
    await stop();
    await database.execute(sql`select pg_notify('Bell "1"', 'late')`);
    await opened.ping();
    expect(heard).toEqual(['kept']);
  });

  test('continues to listen after a failed query', async () => {
    const heard: string[] = [];
    const stop = await opened.listen('bell', (payload) => heard.push(payload));
    await expect(database.execute(sql`select 1 / 0`)).rejects.toThrow();
    await expect(inTransactionOn(database, (tx) => tx.execute(sql`select 1 / 0`))).rejects.toThrow();
    await database.execute(sql`select pg_notify('bell', 'still')`);
    await vi.waitFor(() => expect(heard).toEqual(['still']));
    await stop();
  });
});

describe('migrations', () => {
  let directory: string;
  let settings: DatabaseSettings;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'bisvar-migrations-'));
    await writeFile(join(directory, '0001-one.sql'), 'create table one (id integer); insert into one values (1);');
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  let server: Awaited<ReturnType<typeof startPostgresServer>>;
  beforeAll(async () => {
    server = await startPostgresServer();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    settings = {
      databaseUrl: await server.createDatabase(),
      dataDirectory: '',
      migrationsDirectory: directory,
      log: quiet,
    };
  });
  const opening = async () => {
    const opened = await openDatabase(settings);
    await opened.close();
  };

  test('are applied once, despite simultaneous processes', async () => {
    await Promise.all([opening(), opening(), opening()]);
    const opened = await openDatabase(settings);
    expect((await opened.database.execute(sql`select * from one`)).rows).toEqual([{ id: 1 }]);
    await opened.close();
  });

  test('refuses to start when an applied migration changed or is missing', async () => {
    await opening();
    await writeFile(join(directory, '0001-one.sql'), 'create table other (id integer);');
    await expect(opening()).rejects.toThrow('migration 0001-one.sql was changed');
    await rm(join(directory, '0001-one.sql'));
    await expect(opening()).rejects.toThrow(
      'migration 0001-one.sql was applied to this database but is not in this shop',
    );
  });

  test('recognises renamed migrations by their earlier name', async () => {
    await rename(join(directory, '0001-one.sql'), join(directory, '0001-the-shop.sql'));
    await opening();
    await rename(join(directory, '0001-the-shop.sql'), join(directory, '0001-first-tables.sql'));
    await opening();
    await writeFile(join(directory, '0001-first-tables.sql'), 'create table other (id integer);');
    await expect(opening()).rejects.toThrow('migration 0001-first-tables.sql was changed');
  });

  test('exist only under their new names once renamed', async () => {
    const files = (await readMigrations(join(import.meta.dirname, '../../../database/migrations'))).map(
      ({ name }) => name,
    );
    for (const [before, now] of Object.entries(RENAMED_MIGRATIONS)) {
      expect(files).toContain(now);
      expect(files).not.toContain(before);
      expect(now.slice(0, 5)).toBe(before.slice(0, 5));
    }
  });

  test('undo one that fails, and name it', async () => {
    await writeFile(join(directory, '0002-two.sql'), 'create table two (id integer); select nonsense;');
    await expect(opening()).rejects.toThrow('migration 0002-two.sql failed: column "nonsense" does not exist');
    await writeFile(join(directory, '0002-two.sql'), 'create table two (id integer);');
    await opening();
  });

  test('refuse a file without its own number', async () => {
    await writeFile(join(directory, '0001-again.sql'), 'select 1;');
    await expect(opening()).rejects.toThrow('needs a number of its own');
  });
});

describe('a PostgreSQL server', () => {
  test('survives dropped connections, and warns listeners of missed notifications', async () => {
    const server = await startPostgresServer();
    const opened = await openDatabase({
      databaseUrl: await server.createDatabase(),
      dataDirectory: '',
      migrationsDirectory: parcelMigrations,
      log: quiet,
    });
    try {
      const heard: string[] = [];
      await opened.listen('bell', (payload) => heard.push(payload));
      const cut = inTransactionOn(opened.database, async (tx) => {
        await tx.execute(
          sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
        );
        await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
      });
      await expect(cut).rejects.toThrow();
      await vi.waitFor(() => expect(heard).toEqual(['']), 5_000);
      await opened.database.execute(sql`select pg_notify('bell', 'again')`);
      await vi.waitFor(() => expect(heard).toEqual(['', 'again']));
    } finally {
      await opened.close();
      await server.stop();
    }
  });

  test('ends queries after 5 seconds and lock waits after 3', async () => {
    const server = await startPostgresServer();
    const opened = await openDatabase({
      databaseUrl: server.url,
      dataDirectory: '',
      migrationsDirectory: parcelMigrations,
      log: quiet,
    });
    const codeOf = (error: { cause?: { cause?: { code?: string } } }) =>
      isUnreachableDatabase(error) && error.cause?.cause?.code;
    try {
      const slow = opened.database.execute(sql`select pg_sleep(20)`).catch(codeOf);
      const locked = Promise.withResolvers<void>();
      const locking = inTransactionOn(opened.database, async (tx) => {
        await tx.execute(sql`lock table parcels`);
        locked.resolve();
        await tx.execute(sql`select pg_sleep(4.5)`);
      });
      await locked.promise;
      expect(await opened.database.execute(sql`select * from parcels`).catch(codeOf)).toBe('55P03');
      expect(await slow).toBe('57014');
      await locking;
    } finally {
      await opened.close();
      await server.stop();
    }
  });
});
