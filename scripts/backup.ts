// `npm run backup -- FILE`: database and media in one archive. The embedded database serves one process at a time, so
// there the shop must be stopped first; with a PostgreSQL server it may go on.
import { chmod, mkdir, mkdtemp, open, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { create } from 'tar';
import { downloadFiles } from '#app/adapters/storage/storage.server.ts';
import { confirmBackup } from '#app/modules/opening/opening.server.ts';
import { writeRows } from '#app/platform/database/backup.server.ts';
import { command, openFor, readSettings, SetupError, shopAt, usage } from './shop-data.ts';

async function backup(file: string): Promise<void> {
  const config = readSettings();
  const target = resolve(file);
  await mkdir(dirname(target), { recursive: true });
  // Beside the archive, where there must be room for it anyway; only its owner may look in.
  const staging = await mkdtemp(join(dirname(target), '.bisvar-backup-'));
  const { database, close } = await openFor(config);
  try {
    await mkdir(join(staging, 'database'));
    const contents = await writeRows(database, join(staging, 'database'));
    await writeFile(
      join(staging, 'backup.json'),
      JSON.stringify({ format: 1, madeAt: new Date(), ...contents }, undefined, 1),
    );
    if (config.s3) await downloadFiles(config, join(staging, 'media'));
    else {
      await mkdir(join(config.dataDirectory, 'media'), { recursive: true });
      await symlink(join(config.dataDirectory, 'media'), join(staging, 'media'));
    }
    const unfinished = join(staging, 'archive.tar.gz');
    await create({ gzip: true, file: unfinished, cwd: staging, portable: true, follow: true }, [
      'backup.json',
      'database',
      'media',
    ]);
    await chmod(unfinished, 0o600);
    const handle = await open(unfinished);
    await handle.sync();
    await handle.close();
    await rename(unfinished, target);
    await confirmBackup(shopAt(config, database), { note: target });
    const rows = contents.tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(`${file}: ${contents.tables.length} tables, ${rows} rows, and the media.`);
  } finally {
    await close();
    await rm(staging, { recursive: true, force: true });
  }
}

const [file, ...rest] = process.argv.slice(2);
if (!file || file.startsWith('-') || rest.length > 0) usage('npm run backup -- FILE');
await command(async () => {
  try {
    await backup(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EACCES' || code === 'ENOSPC' || code === 'EISDIR')
      throw new SetupError(`${file} can't be written: ${(error as Error).message}`);
    throw error;
  }
});
