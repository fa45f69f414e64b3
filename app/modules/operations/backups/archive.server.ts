import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { z } from 'zod';
import type { Config } from '#app/platform/config.server.ts';
import { readRows, writeRows } from '#app/platform/database/backup.server.ts';
import { type Database, openDatabase } from '#app/platform/database/database.server.ts';
import { migrationName, readMigrations } from '#app/platform/database/migrations.server.ts';

const contentsSchema = z.object({
  format: z.literal(1),
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), rows: z.number(), hash: z.string().optional() })),
  /** Missing in older archives. */
  files: z.array(z.object({ name: z.string(), hash: z.string() })).optional(),
});
export type ArchiveContents = z.output<typeof contentsSchema>;

/** The random key has 118 bits, so a low work factor is enough. */
const SCRYPT_WORK_FACTOR = 12;
const AGE_HEADER = 'age-encryption.org/v1';

/**
 * Writes database and pictures, encrypted with age if the shop has a key (decision 33). The file appears only when
 * complete.
 */
export async function writeArchive(
  { database, copyPictures }: { database: Database; copyPictures: (directory: string) => Promise<void> },
  { file, key, signal }: { file: string; key?: string | undefined; signal?: AbortSignal | undefined },
): Promise<{ tables: number; rows: number; files: number; bytes: number }> {
  const { create } = await import('tar');
  await mkdir(dirname(file), { recursive: true });
  // The folder is on the archive's disk, which must have space. No other system user can read it.
  const staging = await mkdtemp(join(dirname(file), STAGING_PREFIX));
  try {
    await mkdir(join(staging, 'database'));
    const media = join(staging, 'media');
    // Pictures may be deleted or added in the meantime, so they are copied before and after the rows.
    await copyPictures(media);
    const contents = await writeRows(database, join(staging, 'database'), signal);
    await copyPictures(media);
    const files = await hashFiles(media, signal);
    await writeFile(
      join(staging, 'backup.json'),
      JSON.stringify({ format: 1, madeAt: new Date(), ...contents, files }, undefined, 1),
    );
    const unfinished = join(staging, 'archive');
    const packed = Readable.from(
      create({ gzip: true, cwd: staging, portable: true }, ['backup.json', 'database', 'media']),
      { objectMode: false },
    );
    await pipeline(key === undefined ? packed : await encrypt(packed, key), createWriteStream(unfinished), {
      signal,
    });
    await chmod(unfinished, 0o600);
    const handle = await open(unfinished);
    await handle.sync();
    const { size } = await handle.stat();
    await handle.close();
    await rename(unfinished, file);
    const rows = contents.tables.reduce((sum, table) => sum + table.rows, 0);
    return { tables: contents.tables.length, rows, files: files.length, bytes: size };
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

export const STAGING_PREFIX = '.bisvar-backup-';

/** Throws when the archive is invalid, incomplete, changed, or needs another key. */
export async function unpackArchive(
  file: string,
  { directory, key, signal }: { directory: string; key?: string | undefined; signal?: AbortSignal | undefined },
): Promise<ArchiveContents> {
  const { extract } = await import('tar');
  let plain = file;
  if (await isEncrypted(file)) {
    if (key === undefined) throw new Error('it is encrypted, and no key was given');
    plain = join(directory, 'archive.tar.gz');
    await decrypt(file, { key, target: plain });
  }
  await extract({ file: plain, cwd: directory, strict: true });
  if (plain !== file) await rm(plain);
  const contents = contentsSchema.parse(JSON.parse(await readFile(join(directory, 'backup.json'), 'utf8')));
  await checkPictures(contents, join(directory, 'media'), signal);
  return contents;
}

async function checkPictures(
  { files }: ArchiveContents,
  directory: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (!files) return;
  const found = new Map((await hashFiles(directory, signal)).map(({ name, hash }) => [name, hash]));
  for (const { name, hash } of files) if (found.get(name) !== hash) throw new Error(`the picture ${name} has changed`);
  if (found.size !== files.length) throw new Error(`it has ${found.size} pictures, not ${files.length}`);
}

export async function isEncrypted(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(AGE_HEADER.length), 0, AGE_HEADER.length, 0);
    return buffer.subarray(0, bytesRead).toString() === AGE_HEADER;
  } finally {
    await handle.close();
  }
}

/** Inserts the rows into a new database. Later migrations run when the shop opens it. */
export async function fillDatabase(
  target: Pick<Config, 'dataDirectory' | 'databaseUrl' | 'databaseDirectUrl'>,
  { contents, directory, migrationsDirectory, signal, use }: Unpacked & { use?: (database: Database) => Promise<void> },
): Promise<void> {
  const migrations = join(directory, 'migrations');
  await mkdir(migrations, { recursive: true });
  for (const name of contents.migrations.map(migrationName))
    await copyFile(join(migrationsDirectory, name), join(migrations, name));
  const opened = await openDatabase({
    ...target,
    migrationsDirectory: migrations,
    log: { info() {}, warn: console.warn, error: console.error },
  });
  try {
    await readRows(opened.database, join(directory, 'database'), contents, signal);
    await use?.(opened.database);
  } finally {
    await opened.close();
  }
}

type Unpacked = {
  contents: ArchiveContents;
  directory: string;
  migrationsDirectory: string;
  signal?: AbortSignal | undefined;
};

export async function newerMigrations({ migrations }: ArchiveContents, migrationsDirectory: string): Promise<string[]> {
  const knownMigrations = (await readMigrations(migrationsDirectory)).map(({ name }) => name);
  return migrations.filter((name) => !knownMigrations.includes(migrationName(name)));
}

/** Restores into a temporary directory. Throws at the first table or picture that differs. */
export async function checkArchive(
  file: string,
  {
    key,
    directory,
    migrationsDirectory,
    signal,
  }: { key: string; directory: string; migrationsDirectory: string; signal?: AbortSignal | undefined },
): Promise<void> {
  const contents = await unpackArchive(file, { directory, key, signal });
  await fillDatabase(
    { dataDirectory: join(directory, 'restored') },
    {
      contents,
      directory,
      migrationsDirectory,
      signal,
      use: async (database) => {
        const again = join(directory, 'again');
        await mkdir(again);
        const { tables } = await writeRows(database, again, signal);
        for (const { name, rows, hash } of contents.tables) {
          const table = tables.find((each) => each.name === name);
          if (table?.rows !== rows || table.hash !== hash) throw new Error(`the table ${name} has changed`);
        }
      },
    },
  );
}

async function hashFiles(directory: string, signal?: AbortSignal): Promise<{ name: string; hash: string }[]> {
  const files: { name: string; hash: string }[] = [];
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    signal?.throwIfAborted();
    const path = join(entry.parentPath, entry.name);
    const hash = createHash('sha256');
    await pipeline(createReadStream(path), hash);
    files.push({ name: relative(directory, path).replaceAll('\\', '/'), hash: hash.digest('hex') });
  }
  return files;
}

async function encrypt(plain: Readable, key: string): Promise<Readable> {
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  encrypter.setScryptWorkFactor(SCRYPT_WORK_FACTOR);
  encrypter.setPassphrase(key);
  const stream = await encrypter.encrypt(Readable.toWeb(plain) as ReadableStream<Uint8Array>);
  return Readable.fromWeb(stream as NodeReadableStream);
}

async function decrypt(file: string, { key, target }: { key: string; target: string }): Promise<void> {
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  decrypter.addPassphrase(key);
  const stream = await decrypter.decrypt(Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>);
  await pipeline(Readable.fromWeb(stream as NodeReadableStream), createWriteStream(target, { mode: 0o600 }));
}
