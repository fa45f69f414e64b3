import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, extname, join, relative } from 'node:path';
import { Readable } from 'node:stream';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { Storage } from '#app/modules/media/provider.ts';
import type { Config } from '#app/platform/config.server.ts';

type Where = Pick<Config, 'dataDirectory' | 's3'>;

/** The shop's picture files: in DATA_DIR/media, or in an S3-compatible bucket when one is configured. */
export async function openStorage(config: Where): Promise<Storage> {
  const disk = await openDisk(config);
  return {
    put: (name, bytes, contentType) => disk.put(name, bytes, { contentType }),
    async open(name) {
      if (!(await disk.exists(name))) return undefined;
      const { contentLength } = await disk.getMetaData(name);
      return { stream: Readable.toWeb(await disk.getStream(name)) as ReadableStream<Uint8Array>, size: contentLength };
    },
    async remove(names) {
      await Promise.all(names.map((name) => disk.delete(name)));
    },
  };
}

/** Copies every file of the bucket into a directory, for a backup. */
export async function downloadFiles(config: Where, directory: string): Promise<void> {
  const disk = await openDisk(config);
  await mkdir(directory, { recursive: true });
  let page: string | undefined;
  do {
    const listed = await disk.listAll('', { recursive: true, paginationToken: page });
    for (const file of listed.objects) {
      if (!file.isFile) continue;
      const path = join(directory, file.key);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, await disk.getBytes(file.key));
    }
    page = listed.paginationToken;
  } while (page);
}

/** Puts every file of a directory into the bucket, under the name it has there. */
export async function uploadFiles(config: Where, directory: string): Promise<void> {
  const disk = await openDisk(config);
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const name = relative(directory, path).replaceAll('\\', '/');
    await disk.put(name, await readFile(path), { contentType: CONTENT_TYPES[extname(name)] });
  }
}

const CONTENT_TYPES: Record<string, string> = { '.avif': 'image/avif', '.webp': 'image/webp', '.jpg': 'image/jpeg' };

const openDisk = async (config: Where) =>
  new Disk(
    config.s3
      ? await bucket(config.s3)
      : new FSDriver({ location: join(config.dataDirectory, 'media'), visibility: 'public' }),
  );

/** Loaded only where it is used: the client of the bucket is larger than the rest of the shop's start. */
async function bucket(s3: NonNullable<Config['s3']>) {
  const { S3Driver } = await import('flydrive/drivers/s3');
  return new S3Driver({
    credentials: { accessKeyId: s3.accessKeyId, secretAccessKey: s3.secretAccessKey },
    endpoint: s3.endpoint,
    region: s3.region,
    bucket: s3.bucket,
    forcePathStyle: true,
    supportsACL: false,
    visibility: 'private',
  });
}
