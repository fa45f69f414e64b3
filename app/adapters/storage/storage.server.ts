import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { Storage } from '#app/modules/media/provider.ts';
import type { Config } from '#app/platform/config.server.ts';

/** The shop's picture files: in DATA_DIR/media, or in an S3-compatible bucket when one is configured. */
export async function openStorage(config: Pick<Config, 'dataDirectory' | 's3'>): Promise<Storage> {
  const disk = new Disk(
    config.s3
      ? await bucket(config.s3)
      : new FSDriver({ location: join(config.dataDirectory, 'media'), visibility: 'public' }),
  );
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
