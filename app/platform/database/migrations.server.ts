import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Connections } from './connections.server.ts';
import type { Log } from './log.server.ts';
import { grantRows } from './privileges.server.ts';

export type Migration = { name: string; text: string; checksum: string };

const migrationLock = 7_203_051_861;

/** Databases and backups still contain these former file names. */
export const RENAMED_MIGRATIONS: Record<string, string> = {
  '0001-the-shop.sql': '0001-first-tables.sql',
  '0002-owner-and-helpers.sql': '0002-admin-roles.sql',
  '0003-safer-sign-in.sql': '0003-known-devices-and-lockout.sql',
  '0004-the-dashboard.sql': '0004-addresses-deletion-shared-wishlists.sql',
  '0005-how-payments-end.sql': '0005-payment-failures-and-claims.sql',
  '0006-papers-and-returns.sql': '0006-invoices-and-returns.sql',
  '0007-the-owners-catalogue.sql': '0007-orphaned-files-artwork-indexes.sql',
  '0008-the-desk.sql': '0008-draft-orders-refunds-statements.sql',
  '0010-people.sql': '0010-invitations-anonymising-search.sql',
};

export const migrationName = (name: string) => RENAMED_MIGRATIONS[name] ?? name;

/** Returns the files `NNNN-name.sql` in order. Throws for other `.sql` files and repeated numbers. */
export async function readMigrations(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  const numbers = new Set<string>();
  return Promise.all(
    names.map(async (name) => {
      const number = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1];
      if (!number || numbers.has(number))
        throw new Error(`migration ${name}: needs a number of its own and a name, like 0002-more-colours.sql`);
      numbers.add(number);
      const text = await readFile(join(directory, name), 'utf8');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

/**
 * Runs new migrations, one process at a time, and grants `servingRole` access to rows. Throws when a migration fails,
 * or a file was changed or is missing.
 */
export async function migrate(
  connections: Connections,
  migrations: Migration[],
  { log, servingRole }: { log: Log; servingRole?: string | undefined },
): Promise<void> {
  await connections.withLongTimeout(async (client) => {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    // Without new migrations, even a read-only database can be opened.
    const { rows: table } = await client.query<{ there: boolean }>(
      `select to_regclass('schema_migrations') is not null as there`,
    );
    if (!table[0]!.there) {
      await client.query(
        `create table schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
      );
    }
    if (servingRole) await grantRows(client, servingRole);
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from schema_migrations',
    );
    const applied = new Map(rows.map(({ name, checksum }) => [migrationName(name), checksum]));
    const fileNames = new Set(migrations.map(({ name }) => name));
    for (const name of applied.keys())
      if (!fileNames.has(name))
        throw new Error(
          `migration ${name} was applied to this database but is not in this shop: the database is newer`,
        );
    for (const { name, text, checksum } of migrations) {
      if (applied.has(name)) {
        if (applied.get(name) !== checksum)
          throw new Error(`migration ${name} was changed after it had been applied to this database`);
        continue;
      }
      try {
        await client.query('begin');
        await client.query(text);
        await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
        await client.query('commit');
      } catch (error) {
        throw new Error(`migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
          cause: error,
        });
      }
      log.info({ migration: name }, 'applied a migration');
    }
  });
}
