import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DatabaseSettings, openDatabase, type OpenedDatabase } from '#app/platform/database/database.server.ts';
import { migrationsDirectory } from './database.ts';
import { startPostgresServer } from './postgres-server.ts';

/**
 * Opens a database whose migration `number` was this SQL. Uses a server by default, because migrating the embedded
 * database takes ten seconds.
 */
export async function openOldShop(
  number: string,
  rows: string,
  place?: Pick<DatabaseSettings, 'databaseUrl' | 'inMemory'>,
): Promise<OpenedDatabase> {
  const directory = await mkdtemp(join(tmpdir(), 'bisvar-migration-'));
  await cp(migrationsDirectory, directory, { recursive: true });
  await writeFile(join(directory, `${number}-what-was-there.sql`), rows);
  const server = place ? undefined : await startPostgresServer();
  const settings = place ?? { databaseUrl: await server!.createDatabase() };
  const log = { info() {}, warn() {}, error() {} };
  const opened = await openDatabase({ ...settings, dataDirectory: '', migrationsDirectory: directory, log });
  await rm(directory, { recursive: true });
  const close = async () => {
    await opened.close();
    await server?.stop();
  };
  return { ...opened, close };
}
