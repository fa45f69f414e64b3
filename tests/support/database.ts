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

/** `owner` owns the tables. On a server, the shop has another role, which only reads and writes rows. */
export type TestDatabase = OpenedDatabase & { owner: Database };

/** A new database takes both cores for seconds, so closed ones are used again. */
const closed: OpenedDatabase[] = [];

/** Opens an empty, migrated in-memory database. A test that changes a table must restore it. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const reused = closed.pop();
  if (reused) await truncateAll(reused.database);
  const opened = reused ?? (await openNewDatabase());
  let isOpen = true;
  const close = async () => {
    if (isOpen) closed.push(opened);
    isOpen = false;
  };
  // The shop caches by its database object, so this is a copy.
  return { ...opened, database: Object.create(opened.database) as Database, owner: opened.database, close };
}

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
  // Renamed at the end, so that no other test reads half a file.
  await writeFile(`${path}.${process.pid}`, dump);
  await rename(`${path}.${process.pid}`, path);
  return dump;
}

/** Creating an embedded database takes ten seconds, so this copies a migrated one. */
export async function makeDataDirectory(dataDirectory: string, migrations = migrationsDirectory): Promise<void> {
  const cached = await cachePath('data', migrations);
  if (!existsSync(cached)) {
    const made = `${cached}.${process.pid}`;
    await rm(made, { recursive: true, force: true });
    const { close } = await openDatabase({ dataDirectory: made, migrationsDirectory: migrations });
    await close();
    await rename(made, cached).catch(async (error: NodeJS.ErrnoException) => {
      if (!existsSync(cached)) throw error;
      await rm(made, { recursive: true });
    });
  }
  copyTree(join(cached, 'database'), join(dataDirectory, 'database'));
}

/** One recursive copy is five times faster than copying single files. */
export const copyTree = (from: string, to: string): void => cpSync(from, to, { recursive: true });

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

/** Deleting is cheaper than TRUNCATE for small tables, but leaves gaps in larger ones. */
export async function truncateAll(database: Database): Promise<void> {
  await database.transaction(async (database) => {
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

export async function removePapers(database: Database): Promise<void> {
  await database.transaction(async (database) => {
    await database.execute(sql`set local session_replication_role = replica`);
    await database.execute(sql`truncate papers, paper_counters`);
  });
}

export async function liftUnmatchedLimit(database: Database): Promise<void> {
  const value = JSON.stringify({ orders: 1000, artworks: 10_000, artworksPerNetwork: 1_000_000 });
  await database.execute(
    sql`insert into settings (key, value) values ('unmatched_orders', ${value}::jsonb) on conflict do nothing`,
  );
}
