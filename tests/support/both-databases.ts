import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';
import { openDatabase } from '#app/platform/database/database.server.ts';
import { migrationsDirectory, openTestDatabase, type TestDatabase } from './database.ts';
import { databasesOf, startPostgresServer } from './postgres-server.ts';

export async function openServerDatabase(): Promise<TestDatabase> {
  const shared = inject('sharedServer');
  const own = shared ? undefined : await startPostgresServer();
  const databases = own ?? databasesOf(shared!.url, shared!.migratedDatabase);
  const { DATABASE_URL: databaseUrl, DATABASE_OWNER_URL: databaseOwnerUrl } = await databases.createServedDatabase();
  const opened = await openDatabase({ databaseUrl, databaseOwnerUrl, dataDirectory: '', migrationsDirectory });
  const owner = await openDatabase({ databaseUrl: databaseOwnerUrl, dataDirectory: '' });
  return {
    ...opened,
    owner: owner.database,
    close: async () => {
      await Promise.all([opened.close(), owner.close()]);
      if (!own) return;
      await untilNobodyIsConnected(own.url);
      await own.stop();
    },
  };
}

/** Closed connections remain for a moment and would report a stopped server. */
async function untilNobodyIsConnected(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const others = `select 1 from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`;
  for (let tries = 0; tries < 100 && (await client.query(others)).rows.length > 0; tries += 1) await wait(50);
  await client.end();
}

/** The server shows races of many connections, and the embedded database those of one. */
export const bothDatabases: [kind: string, open: () => Promise<TestDatabase>][] = [
  ['embedded', openTestDatabase],
  ['server', openServerDatabase],
];
