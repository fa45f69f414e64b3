import { existsSync } from 'node:fs';
import { copyFile, link, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, extname, join, relative } from 'node:path';
import { Readable } from 'node:stream';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { Storage } from '#app/modules/catalogue/media/provider.ts';
import type { Bucket, Config } from '#app/platform/config.server.ts';

type Where = Pick<Config, 'dataDirectory' | 's3'>;

/**
 * Opens DATA_DIR/media or an S3-compatible bucket. Tries each request to a bucket twice; an attempt fails after 15
 * seconds without data.
 */
export async function openStorage(config: Where, patience?: Patience): Promise<Storage> {
  const disk = await openDisk(config, patience);
  const keyOf = keysIn(config);
  return {
    put: (name, bytes, contentType) =>
      disk.put(keyOf(name), bytes, { contentType, cacheControl: cacheControlOf(name) }),
    async open(name) {
      const key = keyOf(name);
      if (!(await disk.exists(key))) return undefined;
      const { contentLength } = await disk.getMetaData(key);
      return { stream: Readable.toWeb(await disk.getStream(key)) as ReadableStream<Uint8Array>, size: contentLength };
    },
    async remove(names) {
      await Promise.all(names.map((name) => disk.delete(keyOf(name))));
    },
  };
}

/** Copies or links every file for a backup. Skips existing files, because file names are never reused. */
export async function copyFiles(config: Where, directory: string): Promise<void> {
  if (!config.s3) return linkFiles(join(config.dataDirectory, 'media'), directory);
  const disk = await openDisk(config);
  await mkdir(directory, { recursive: true });
  let page: string | undefined;
  do {
    const listed = await disk.listAll('', { recursive: true, paginationToken: page });
    for (const file of listed.objects) {
      if (!file.isFile) continue;
      const path = join(directory, nameOf(file.key));
      if (existsSync(path)) continue;
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, await disk.getBytes(file.key));
    }
    page = listed.paginationToken;
  } while (page);
}

async function linkFiles(from: string, directory: string): Promise<void> {
  await mkdir(from, { recursive: true });
  await mkdir(directory, { recursive: true });
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const source = join(entry.parentPath, entry.name);
    const target = join(directory, relative(from, source));
    await mkdir(dirname(target), { recursive: true });
    try {
      await link(source, target).catch((error: NodeJS.ErrnoException) => {
        // This file system cannot create the link.
        if (['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP'].includes(error.code ?? '')) return copyFile(source, target);
        throw error;
      });
    } catch (error) {
      // The file exists already, or was deleted.
      if (!['EEXIST', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  }
}

export async function uploadFiles(config: Where, directory: string): Promise<void> {
  const disk = await openDisk(config);
  const keyOf = keysIn(config);
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const name = relative(directory, path).replaceAll('\\', '/');
    await disk.put(keyOf(name), await readFile(path), {
      contentType: CONTENT_TYPES[extname(name)],
      cacheControl: cacheControlOf(name),
    });
  }
}

/** Pictures have their own folder, so that a bucket rule that publishes them exposes nothing else. */
const PUBLIC_FOLDER = 'media/';
const isPublic = (name: string) => !name.includes('/');
const keysIn = (config: Where) => (name: string) => (config.s3 && isPublic(name) ? PUBLIC_FOLDER + name : name);
const nameOf = (key: string) => (key.startsWith(PUBLIC_FOLDER) ? key.slice(PUBLIC_FOLDER.length) : key);

const cacheControlOf = (name: string) => (isPublic(name) ? 'public, max-age=31536000, immutable' : undefined);

const CONTENT_TYPES: Record<string, string> = { '.avif': 'image/avif', '.webp': 'image/webp', '.jpg': 'image/jpeg' };

const openDisk = async (config: Where, patience?: Patience) =>
  new Disk(
    config.s3
      ? await bucket(config.s3, patience)
      : new FSDriver({ location: join(config.dataDirectory, 'media'), visibility: 'public' }),
  );

type Patience = { answersWithinMs: number };

const ANSWERS_WITHIN_MS = 15_000;
const CONNECTS_WITHIN_MS = 5_000;

/** The S3 client is larger than the rest of the shop, so it is loaded only on first use. */
export async function bucket(s3: Bucket, { answersWithinMs }: Patience = { answersWithinMs: ANSWERS_WITHIN_MS }) {
  const { S3Driver } = await import('flydrive/drivers/s3');
  return new S3Driver({
    credentials: { accessKeyId: s3.accessKeyId, secretAccessKey: s3.secretAccessKey },
    endpoint: s3.endpoint,
    region: s3.region,
    bucket: s3.bucket,
    forcePathStyle: true,
    supportsACL: false,
    visibility: 'private',
    // Some storages do not accept signed chunks of streams.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    // The limit applies only to time without data, so a large file may take longer.
    requestHandler: { connectionTimeout: CONNECTS_WITHIN_MS, socketTimeout: answersWithinMs },
    maxAttempts: 2,
  });
}
