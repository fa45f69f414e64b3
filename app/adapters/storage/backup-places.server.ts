import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Disk } from 'flydrive';
import type { BackupPlace } from '#app/modules/operations/backups/provider.ts';
import type { Bucket } from '#app/platform/config.server.ts';
import { bucket } from './storage.server.ts';

export const folderPlace = (directory: string): BackupPlace => ({
  address: directory,
  async list() {
    const entries = await readdir(directory, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  },
  async put(name, file) {
    const target = join(directory, name);
    if (file === target) return;
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const unfinished = `${target}.part`;
    await copyFile(file, unfinished);
    const handle = await open(unfinished);
    await handle.sync();
    await handle.close();
    await rename(unfinished, target);
  },
  fetch: (name, file) => copyFile(join(directory, name), file),
  remove: (name) => rm(join(directory, name), { force: true }),
});

export async function bucketPlace(s3: Bucket): Promise<BackupPlace> {
  const disk = new Disk(await bucket(s3));
  return {
    address: `s3://${s3.bucket}`,
    async list() {
      const names: string[] = [];
      let page: string | undefined;
      do {
        const listed = await disk.listAll('', { paginationToken: page });
        for (const file of listed.objects) if (file.isFile) names.push(file.key);
        page = listed.paginationToken;
      } while (page);
      return names;
    },
    put: (name, file) => disk.putStream(name, createReadStream(file)),
    fetch: async (name, file) => pipeline(await disk.getStream(name), createWriteStream(file, { mode: 0o600 })),
    remove: (name) => disk.delete(name),
  };
}
