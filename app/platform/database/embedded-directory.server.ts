import { constants } from 'node:fs';
import { mkdir, open, readFile, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Log } from './log.server.ts';

export class DatabaseInUse extends Error {
  override name = 'DatabaseInUse';
}

const postgresMajor = '18';
const markerName = 'bisvar.json';

/**
 * Locks the directory with a transaction on a tiny SQLite file. The lock ends with the process. Throws DatabaseInUse.
 */
export async function lockDirectory(dataDirectory: string): Promise<() => Promise<void>> {
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  const holderPath = join(dataDirectory, 'database.holder');
  const lock = new DatabaseSync(join(dataDirectory, 'database.lock'), { timeout: 0 });
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== 5) throw error;
    const holder = await readFile(holderPath, 'utf8').catch(() => 'another process');
    throw new DatabaseInUse(
      `The database in ${dataDirectory} is already open in ${holder}. Stop that one first, choose another DATA_DIR, or use DATABASE_URL to share a PostgreSQL server.`,
      { cause: error },
    );
  }
  await writeFile(holderPath, `process ${process.pid}`);
  return async () => {
    await rm(holderPath, { force: true });
    lock.close();
  };
}

export const hasCluster = async (dataDirectory: string): Promise<boolean> =>
  (await readdir(join(dataDirectory, 'database')).catch(nothingThere))?.includes(markerName) === true;

/**
 * Finds or creates the cluster. A new one is renamed into place when complete, so that a killed start leaves nothing.
 * Throws for another PostgreSQL version.
 */
export async function findOrMakeCluster(
  dataDirectory: string,
  makeCluster: (directory: string) => Promise<void>,
  log: Log,
): Promise<string> {
  const home = join(dataDirectory, 'database');
  const unfinished = join(dataDirectory, 'database.unfinished');
  const cluster = join(home, 'cluster');

  const names = await readdir(home).catch(nothingThere);
  if (names?.includes(markerName)) {
    const version = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim();
    if (version !== postgresMajor)
      throw new Error(
        `The database in ${home} was written by PostgreSQL ${version}, but this shop uses ${postgresMajor}. Restore a backup into an empty DATA_DIR.`,
      );
    return cluster;
  }
  if (names?.length === 0) await rmdir(home);
  else if (names) {
    const aside = join(dataDirectory, `database.aside-${new Date().toISOString().replaceAll(':', '-')}`);
    await rename(home, aside);
    log.warn({ from: home, to: aside }, 'a directory that is not a database of this shop was moved aside');
  }

  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  await makeCluster(join(unfinished, 'cluster'));
  await writeFile(
    join(unfinished, markerName),
    `${JSON.stringify({ createdBy: 'bisvar', postgres: Number(postgresMajor), madeAt: new Date() })}\n`,
  );
  await syncTree(unfinished);
  await rename(unfinished, home);
  await syncOne(dataDirectory);
  log.info({ directory: home }, 'made the embedded database');
  return cluster;
}

const nothingThere = (error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOENT') return undefined;
  throw error;
};

async function syncOne(path: string) {
  const handle = await open(path, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function syncTree(directory: string) {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const waiting = entries.map((entry) => join(entry.parentPath, entry.name));
  const syncSome = async () => {
    for (let path = waiting.pop(); path; path = waiting.pop()) await syncOne(path);
  };
  await Promise.all([syncSome(), syncSome(), syncSome(), syncSome()]);
  await syncOne(directory);
}
