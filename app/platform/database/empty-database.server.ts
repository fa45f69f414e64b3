import { mkdir, readFile } from 'node:fs/promises';
import type { Migration } from './migrations.server.ts';

/**
 * What `npm run build` makes: the directory of an embedded database that has its tables and nothing in them, and the checksums of the
 * migrations it has seen. To make one from nothing takes ten seconds of both cores, at the first start and at each restore.
 */
export const EMPTY_DATABASE = { archive: 'build/empty-database.tar.gz', migrations: 'build/empty-database.json' };

/** Unpacks it into this directory; false where none is built, or one that has seen other migrations than these. */
export async function unpackEmptyDatabase(directory: string, migrations: Migration[]): Promise<boolean> {
  const list = await readFile(EMPTY_DATABASE.migrations, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!list) return false;
  const wanted = new Map(migrations.map(({ name, checksum }) => [name, checksum]));
  const seen = Object.entries(JSON.parse(list) as Record<string, string>);
  // One that has seen fewer is brought up to date like any other.
  if (seen.some(([name, checksum]) => wanted.get(name) !== checksum)) return false;
  const { extract } = await import('tar');
  await mkdir(directory, { mode: 0o700 });
  await extract({ file: EMPTY_DATABASE.archive, cwd: directory, strict: true });
  return true;
}
