import { mkdir, readFile } from 'node:fs/promises';
import type { Migration } from './migrations.server.ts';

/** Creating a database takes ten seconds, so `npm run build` prepares an empty, migrated database. */
export const EMPTY_DATABASE = { archive: 'build/empty-database.tar.gz', migrations: 'build/empty-database.json' };

/** Returns false when the prepared database is missing or has other migrations. */
export async function unpackEmptyDatabase(directory: string, migrations: Migration[]): Promise<boolean> {
  const list = await readFile(EMPTY_DATABASE.migrations, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!list) return false;
  const wanted = new Map(migrations.map(({ name, checksum }) => [name, checksum]));
  const seen = Object.entries(JSON.parse(list) as Record<string, string>);
  // The archive may have fewer migrations, because the missing ones run later.
  if (seen.some(([name, checksum]) => wanted.get(name) !== checksum)) return false;
  const { extract } = await import('tar');
  await mkdir(directory, { mode: 0o700 });
  await extract({ file: EMPTY_DATABASE.archive, cwd: directory, strict: true });
  return true;
}
