// `npm run restore -- ADDRESS [--replace]` restores a file, or the newest backup of a folder or s3://BUCKET. --replace
// allows the command to replace a shop.
import { mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { bucketPlace, folderPlace } from '#app/adapters/storage/backup-places.server.ts';
import { uploadFiles } from '#app/adapters/storage/storage.server.ts';
import {
  fillDatabase,
  isEncrypted,
  newerMigrations,
  unpackArchive,
} from '#app/modules/operations/backups/archive.server.ts';
import {
  BACKUP_KEY_FILE,
  backupMoment,
  readKey,
  UNFINISHED_RESTORE_FILE,
} from '#app/modules/operations/backups/backup.ts';
import type { Config } from '#app/platform/config.server.ts';
import { dropEverything, isEmpty } from '#app/platform/database/backup.server.ts';
import { isDatabaseThere } from '#app/platform/database/database.server.ts';
import { FAILPOINTS, reachFailpoint } from '#app/platform/failpoints.server.ts';
import { MIGRATIONS, openFor, readSettings, runCommand, SetupError, usage } from './shop-data.ts';

export async function restore(args: string[]): Promise<void> {
  const replaces = args.includes('--replace');
  const [address, ...rest] = args.filter((arg) => arg !== '--replace');
  if (!address || address.startsWith('-') || rest.length > 0) throw usage('npm run restore -- ADDRESS [--replace]');

  const config = asOwner(readSettings());
  await mkdir(config.dataDirectory, { recursive: true, mode: 0o700 });
  await removeUnfinished(config.dataDirectory);
  // The folder is beside the media, so that files are moved instead of copied.
  const staging = await mkdtemp(join(config.dataDirectory, STAGING_PREFIX));
  try {
    const { file, name } = await findArchive(address, { config, staging });
    const key = await keyFor(file, config);
    const contents = await unpackArchive(file, { directory: staging, key }).catch((error: Error) => {
      throw new SetupError(`${name} is not a backup of this shop, or is incomplete: ${error.message}`);
    });
    const newer = await newerMigrations(contents, MIGRATIONS);
    if (newer.length > 0)
      throw new SetupError(
        `${name} was made by a newer version of the shop (${newer.join(', ')}). Install that version first.`,
      );

    // Creates the tables as they were when the backup was made. Later migrations run after that, as usual.
    const fill = async (target: Pick<Config, 'dataDirectory' | 'databaseUrl' | 'databaseDirectUrl'>) => {
      await fillDatabase(target, { contents, directory: staging, migrationsDirectory: MIGRATIONS });
      await (await openFor({ ...config, ...target })).close();
    };

    const media = join(config.dataDirectory, 'media');
    const unfinished = join(config.dataDirectory, UNFINISHED_RESTORE_FILE);
    const fillOrRefuse = (target: Parameters<typeof fill>[0]) =>
      fill(target).catch((error: unknown) => {
        throw new SetupError(`Can't restore ${name}: ${reasonOf(error)}. Nothing was changed.`);
      });
    let isFree: boolean;
    // Opened without migrations, because a later version may have migrated it.
    const present = (await isDatabaseThere(config)) ? await openFor(config, { migrates: false }) : undefined;
    try {
      const files = config.s3 ? [] : await readdir(media).catch(() => []);
      // After an aborted restore, the shop is neither complete nor empty.
      const isUnfinished = (await stat(unfinished).catch(() => undefined)) !== undefined;
      isFree = !isUnfinished && files.length === 0 && (!present || (await isEmpty(present.database)));
      if (!isFree && !replaces && !isUnfinished)
        throw new SetupError('There is already a shop here. To replace it with the backup, add --replace.');
      // Before anything is deleted, the backup is restored into a separate database, with all rules and migrations.
      if (!isFree)
        await fillOrRefuse({
          dataDirectory: join(staging, 'trial'),
          databaseUrl: undefined,
          databaseDirectUrl: undefined,
        });
      if (FAILPOINTS) await reachFailpoint('restore.tried');
      await writeFile(unfinished, name, { flush: true });
      if (present) await dropEverything(present.database);
      if (FAILPOINTS) await reachFailpoint('restore.dropped');
    } finally {
      await present?.close();
    }
    if (isFree)
      await fillOrRefuse(config).catch(async (error: unknown) => {
        await rm(unfinished);
        throw error;
      });
    else await fill(config);
    if (FAILPOINTS) await reachFailpoint('restore.filled');

    if (config.s3) await uploadFiles(config, join(staging, 'media'));
    else {
      const aside = `${media}.replaced-${new Date().toISOString().replaceAll(':', '-')}`;
      await rename(media, aside).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
      await rename(join(staging, 'media'), media);
    }
    if (key !== undefined) await storeKey(key, config);
    await rm(unfinished);
    console.log(`Restored ${name}: ${contents.tables.reduce((sum, { rows }) => sum + rows, 0)} rows and the media.`);
  } finally {
    await rm(staging, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

/** A restore recreates the tables, so it connects as the tables' owner. */
function asOwner({ databaseOwnerUrl, ...config }: Config): Config {
  return databaseOwnerUrl ? { ...config, databaseUrl: databaseOwnerUrl, databaseDirectUrl: undefined } : config;
}

const STAGING_PREFIX = 'restore-';

async function removeUnfinished(dataDirectory: string): Promise<void> {
  for (const entry of await readdir(dataDirectory, { withFileTypes: true }))
    if (entry.isDirectory() && entry.name.startsWith(STAGING_PREFIX))
      await rm(join(dataDirectory, entry.name), { recursive: true });
}

async function findArchive(
  address: string,
  { config, staging }: { config: Config; staging: string },
): Promise<{ file: string; name: string }> {
  const [, bucketName, wanted] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(address) ?? [];
  if (!bucketName && !(await isDirectory(address))) {
    const isThere = await stat(address).catch(() => undefined);
    if (!isThere) throw new SetupError(`${address} does not exist`);
    return { file: address, name: address };
  }
  if (bucketName && !config.backupS3) throw new SetupError(`${address} needs the BACKUP_S3_… settings`);
  const place = bucketName ? await bucketPlace({ ...config.backupS3!, bucket: bucketName }) : folderPlace(address);
  const newest =
    wanted ||
    (await place.list())
      .filter((name) => backupMoment(name))
      .toSorted()
      .at(-1);
  if (!newest) throw new SetupError(`There is no backup in ${address}`);
  const file = join(staging, 'fetched');
  await place.fetch(newest, file).catch((error: Error) => {
    throw new SetupError(`Can't download ${newest} from ${address}: ${error.message}`);
  });
  return { file, name: newest };
}

const isDirectory = async (path: string) => (await stat(path).catch(() => undefined))?.isDirectory() === true;

async function keyFor(file: string, { backupKey }: Config): Promise<string | undefined> {
  if (!(await isEncrypted(file))) return undefined;
  if (backupKey !== undefined) return readKey(backupKey);
  if (!process.stdin.isTTY) throw new SetupError('This backup is encrypted: set BACKUP_KEY to its key');
  const asked = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return readKey(await asked.question('Enter the key of your backups, from your printout: '));
  } finally {
    asked.close();
  }
}

/** Stores the key for later backups, so that the key that the owner wrote down stays valid. */
async function storeKey(key: string, { dataDirectory }: Config): Promise<void> {
  await writeFile(join(dataDirectory, BACKUP_KEY_FILE), key, { mode: 0o600, flush: true });
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.message.startsWith('Failed query') && error.cause instanceof Error ? error.cause.message : error.message;
};

if (import.meta.main) await runCommand(restore);
