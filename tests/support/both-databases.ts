import { type OpenedDatabase, openDatabase } from '#app/platform/database/database.server.ts';
import { migrationsDirectory, openTestDatabase } from './database.ts';
import { startPostgresServer } from './postgres-server.ts';

/** A real server, migrated, stopped when the database is closed. */
export async function openServerDatabase(): Promise<OpenedDatabase> {
  const server = await startPostgresServer();
  const opened = await openDatabase({
    databaseUrl: await server.createDatabase(),
    dataDirectory: '',
    migrationsDirectory,
  });
  return {
    ...opened,
    close: async () => {
      await opened.close();
      await server.stop();
    },
  };
}

/** Races show on a server with many connections; on the embedded one they show what happens with a single one. */
export const bothDatabases: [kind: string, open: () => Promise<OpenedDatabase>][] = [
  ['embedded', openTestDatabase],
  ['server', openServerDatabase],
];
