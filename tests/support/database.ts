import { createHash } from 'node:crypto';
import { cpSync, existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import {
  type Database,
  dumpMigrated,
  openDatabase,
  type OpenedDatabase,
} from '#app/platform/database/database.server.ts';
import { readMigrations } from '#app/platform/database/migrations.server.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
export const migrationsDirectory = join(root, 'database/migrations');

/** `owner` owns the tables, for what tests do to them; on a server the shop itself is another role, which reads and writes rows only. */
export type TestDatabase = OpenedDatabase & { owner: Database };

/** Those that files of this process have closed: an empty one is ready at once, a new one takes seconds of both cores. */
const closed: OpenedDatabase[] = [];

/** An embedded database in memory, migrated and empty. Closing it leaves it to the next file, so a test that changes a table changes it back. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const reused = closed.pop();
  if (reused) await truncateAll(reused.database);
  const opened = reused ?? (await openNewDatabase());
  let isOpen = true;
  const close = async () => {
    if (isOpen) closed.push(opened);
    isOpen = false;
  };
  // Another object, as what the shop keeps in memory is kept by its database.
  return { ...opened, database: Object.create(opened.database) as Database, owner: opened.database, close };
}

/** The same, but made anew, and gone once it is closed. */
export const openNewDatabase = async (): Promise<OpenedDatabase> =>
  openDatabase({ inMemory: true, dataDirectory: '', migrationsDirectory, fromDump: await migratedDump() });

async function migratedDump(): Promise<Uint8Array> {
  const path = `${await cachePath('migrated', migrationsDirectory)}.tar`;
  const cached = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (cached) return cached;
  const dump = await dumpMigrated({ migrationsDirectory });
  // Renamed, so that a test beside this one never reads half of it.
  await writeFile(`${path}.${process.pid}`, dump);
  await rename(`${path}.${process.pid}`, path);
  return dump;
}

/**
 * Puts an embedded database into a data directory, migrated and empty, as the shop would when it first opens: copied, as a new one takes
 * ten seconds of both cores.
 */
export async function makeDataDirectory(dataDirectory: string, migrations = migrationsDirectory): Promise<void> {
  const cached = await cachePath('data', migrations);
  if (!existsSync(cached)) {
    const made = `${cached}.${process.pid}`;
    await rm(made, { recursive: true, force: true });
    const { close } = await openDatabase({ dataDirectory: made, migrationsDirectory: migrations });
    await close();
    await rename(made, cached).catch(async (error: NodeJS.ErrnoException) => {
      // A test beside this one was first.
      if (!existsSync(cached)) throw error;
      await rm(made, { recursive: true });
    });
  }
  copyTree(join(cached, 'database'), join(dataDirectory, 'database'));
}

/** Copies a directory with all that is in it: by itself, as one file after the other takes Node five times as long. */
export const copyTree = (from: string, to: string): void => cpSync(from, to, { recursive: true });

/** Where something is kept from run to run that is made of these migrations. */
async function cachePath(name: string, migrations: string): Promise<string> {
  const { dependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const hash = createHash('sha256').update(dependencies['@electric-sql/pglite']!);
  for (const { name, checksum } of await readMigrations(migrations)) hash.update(`${name} ${checksum}`);
  const directory = join(root, 'node_modules/.cache/bisvar');
  await mkdir(directory, { recursive: true });
  return join(directory, `${name}-${hash.digest('hex').slice(0, 16)}`);
}

/**
 * Empties every table but the migrations' own; cheaper than TRUNCATE, which makes every file of a table anew. One of several pages is
 * truncated: where rows were deleted new ones go wherever there is room, and what is read without an order comes in another. Those of the
 * people, who are put in again at once, take nearly all others with them: they are truncated when they have grown.
 */
export async function truncateAll(database: Database): Promise<void> {
  await database.transaction(async (database) => {
    // On a crowded machine it may take longer than a request of the shop.
    await database.execute(sql`set local statement_timeout = '60s'`);
    await database.execute(sql`do $$
    declare emptied text;
    begin
      set local session_replication_role = replica;
      for emptied in select format('%I', tablename) from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations' loop
        continue when pg_relation_size(emptied::regclass) = 0;
        if pg_relation_size(emptied::regclass) > (case when emptied in ('auth_users', 'user_profiles') then 65536 else 8192 end) then
          execute 'truncate ' || emptied || ' cascade';
        else
          execute 'delete from ' || emptied;
        end if;
      end loop;
    end $$`);
  });
}

/** Removes the invoices and their numbers, which the triggers of the tables refuse to the shop. */
export async function removePapers(database: Database): Promise<void> {
  await database.transaction(async (database) => {
    await database.execute(sql`set local session_replication_role = replica`);
    await database.execute(sql`truncate papers, paper_counters`);
  });
}

/** A customer of the tests orders as often as they like, though nobody ever finds their payments; the test of that limit sets it. */
export async function liftUnmatchedLimit(database: Database): Promise<void> {
  const value = JSON.stringify({ orders: 1000, artworks: 10_000, artworksPerNetwork: 1_000_000 });
  await database.execute(
    sql`insert into settings (key, value) values ('unmatched_orders', ${value}::jsonb) on conflict do nothing`,
  );
}
