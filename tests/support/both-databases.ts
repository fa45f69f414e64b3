import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { openDatabase } from '#app/platform/database/database.server.ts';
import { migrationsDirectory, openTestDatabase, type TestDatabase } from './database.ts';
import { startPostgresServer } from './postgres-server.ts';

/** A real server, migrated, stopped when the database is closed. */
export async function openServerDatabase(): Promise<TestDatabase> {
  const server = await startPostgresServer();
  const { DATABASE_URL: databaseUrl, DATABASE_OWNER_URL: databaseOwnerUrl } = await server.createServedDatabase();
  const opened = await openDatabase({ databaseUrl, databaseOwnerUrl, dataDirectory: '', migrationsDirectory });
  const owner = await openDatabase({ databaseUrl: databaseOwnerUrl, dataDirectory: '' });
  return {
    ...opened,
    owner: owner.database,
    close: async () => {
      await Promise.all([opened.close(), owner.close()]);
      await untilNobodyIsConnected(server.url);
      await server.stop();
    },
  };
}

/** Connections that were closed here live on there for a moment, and would complain of a server that stops under them. */
async function untilNobodyIsConnected(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const others = `select 1 from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`;
  for (let tries = 0; tries < 100 && (await client.query(others)).rows.length > 0; tries += 1) await wait(50);
  await client.end();
}

/** Races show on a server with many connections; on the embedded one they show what happens with a single one. */
export const bothDatabases: [kind: string, open: () => Promise<TestDatabase>][] = [
  ['embedded', openTestDatabase],
  ['server', openServerDatabase],
];
