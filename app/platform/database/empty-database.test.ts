import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrationsDirectory } from '#tests/support/database.ts';
import { openDatabase } from './database.server.ts';
import { unpackEmptyDatabase } from './empty-database.server.ts';
import { readMigrations } from './migrations.server.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'bisvar-empty-'));
});
afterEach(() => rm(home, { recursive: true }));

test('a new database starts from the built one plus later migrations', async () => {
  const directory = join(home, 'migrations');
  await cp(migrationsDirectory, directory, { recursive: true });
  await writeFile(join(directory, '9999-parcels.sql'), 'create table parcels (id integer);');
  const logged: unknown[] = [];
  const opened = await openDatabase({
    dataDirectory: home,
    migrationsDirectory: directory,
    log: { info: (facts) => void logged.push(facts), warn() {}, error() {} },
  });
  try {
    expect(logged).toEqual([{ directory: join(home, 'database') }, { migration: '9999-parcels.sql' }]);
    const { rows } = await opened.database.execute(sql`select name from schema_migrations order by name`);
    expect(rows.map(({ name }) => name)).toEqual((await readMigrations(directory)).map(({ name }) => name));
    expect((await opened.database.execute(sql`select * from orders`)).rows).toEqual([]);
  } finally {
    await opened.close();
  }
});

test('is not used when its migrations are unknown or changed', async () => {
  const migrations = await readMigrations(migrationsDirectory);
  const cluster = join(home, 'cluster');
  expect(await unpackEmptyDatabase(cluster, migrations.slice(1))).toBe(false);
  const changed = migrations.map((migration, place) => (place === 0 ? { ...migration, checksum: 'other' } : migration));
  expect(await unpackEmptyDatabase(cluster, changed)).toBe(false);
  expect(await readdir(home)).toEqual([]);
  expect(await unpackEmptyDatabase(cluster, migrations)).toBe(true);
});
