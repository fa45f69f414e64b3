import type { TestProject } from 'vitest/node';
import { openDatabase } from '#app/platform/database/database.server.ts';
import { migrationsDirectory } from './database.ts';
import { startPostgresServer } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    sharedServer: { url: string; migratedDatabase: string };
  }
}

export default async function startSharedServer(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgresServer();
  const migratedDatabase = await server.createDatabase();
  const log = { info() {}, warn() {}, error() {} };
  const opened = await openDatabase({ databaseUrl: migratedDatabase, dataDirectory: '', migrationsDirectory, log });
  await opened.close();
  project.provide('sharedServer', { url: server.url, migratedDatabase });
  return () => server.stop();
}
