// `npm run restore -- FILE [--replace]`: brings a backup back. The shop must be stopped. It refuses a shop that isn't
// empty; with --replace what was there goes, its media beside the new ones under another name.
import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { extract } from 'tar';
import { z } from 'zod';
import { uploadFiles } from '#app/adapters/storage/storage.server.ts';
import type { Config } from '#app/platform/config.server.ts';
import { dropEverything, isEmpty, readRows } from '#app/platform/database/backup.server.ts';
import { migrationName, readMigrations } from '#app/platform/database/migrations.server.ts';
import { command, MIGRATIONS, openFor, readSettings, usage, SetupError } from './shop-data.ts';

const contentsSchema = z.object({
  format: z.literal(1),
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), rows: z.number() })),
});

async function restore(file: string, replaces: boolean): Promise<void> {
  const config = readSettings();
  await mkdir(config.dataDirectory, { recursive: true, mode: 0o700 });
  // Beside the media, so that they are moved there and not copied.
  const staging = await mkdtemp(join(config.dataDirectory, 'restore-'));
  try {
    const contents = await unpack(file, staging);
    const known = (await readMigrations(MIGRATIONS)).map(({ name }) => name);
    const newer = contents.migrations.filter((name) => !known.includes(migrationName(name)));
    if (newer.length > 0)
      throw new SetupError(`${file} was made by a newer shop (${newer.join(', ')}). Fetch that version first.`);

    // The tables as they were when the backup was made; what came later is then done to its rows as to any others.
    const migrations = join(staging, 'migrations');
    await mkdir(migrations);
    for (const name of contents.migrations.map(migrationName))
      await copyFile(join(MIGRATIONS, name), join(migrations, name));
    const fill = async (target: Pick<Config, 'dataDirectory' | 'databaseUrl'>) => {
      const asThen = await openFor({ ...config, ...target }, migrations);
      try {
        await readRows(asThen.database, join(staging, 'database'), contents);
      } finally {
        await asThen.close();
      }
      await (await openFor({ ...config, ...target })).close();
    };

    const media = join(config.dataDirectory, 'media');
    const fillOrRefuse = (target: Pick<Config, 'dataDirectory' | 'databaseUrl'>) =>
      fill(target).catch((error: unknown) => {
        throw new SetupError(`${file} can't be restored: ${reasonOf(error)}. Nothing was changed.`);
      });
    let isFree: boolean;
    const present = await openFor(config);
    try {
      const files = config.s3 ? [] : await readdir(media).catch(() => []);
      isFree = files.length === 0 && (await isEmpty(present.database));
      if (!isFree && !replaces)
        throw new SetupError('There is a shop here already. To put the backup in its place, say --replace.');
      // Before anything of the shop goes, every row has passed every rule and migration in a database beside it.
      if (!isFree) await fillOrRefuse({ dataDirectory: join(staging, 'trial'), databaseUrl: undefined });
      await dropEverything(present.database);
    } finally {
      await present.close();
    }
    await (isFree ? fillOrRefuse(config) : fill(config));

    if (config.s3) await uploadFiles(config, join(staging, 'media'));
    else {
      const aside = `${media}.replaced-${new Date().toISOString().replaceAll(':', '-')}`;
      await rename(media, aside).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
      await rename(join(staging, 'media'), media);
    }
    console.log(
      `${file} is restored: ${contents.tables.reduce((sum, { rows }) => sum + rows, 0)} rows, and the media.`,
    );
  } finally {
    // A torn archive may still be writing what it had.
    await rm(staging, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

async function unpack(file: string, staging: string) {
  try {
    await extract({ file, cwd: staging, strict: true });
    return contentsSchema.parse(JSON.parse(await readFile(join(staging, 'backup.json'), 'utf8')));
  } catch (error) {
    throw new SetupError(`${file} is no backup of this shop, or not whole: ${(error as Error).message}`);
  }
}

/** What the database said, or what was found to be missing. */
const reasonOf = (error: unknown): string =>
  error instanceof Error ? (error.cause instanceof Error ? error.cause.message : error.message) : String(error);

const args = process.argv.slice(2);
const replaces = args.includes('--replace');
const [file, ...rest] = args.filter((arg) => arg !== '--replace');
if (!file || file.startsWith('-') || rest.length > 0) usage('npm run restore -- FILE [--replace]');
await command(() => restore(file, replaces));
