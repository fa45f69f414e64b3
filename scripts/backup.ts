import { resolve } from 'node:path';
import { copyFiles } from '#app/adapters/storage/storage.server.ts';
import { writeArchive } from '#app/modules/operations/backups/archive.server.ts';
import { confirmBackup } from '#app/modules/operations/health/checklist.server.ts';
import { openPresent, readSettings, runCommand, SetupError, shopAt, usage } from './shop-data.ts';

async function writeBackup(file: string): Promise<void> {
  const config = readSettings();
  const target = resolve(file);
  const { database, close } = await openPresent(config);
  try {
    const copyPictures = (directory: string) => copyFiles(config, directory);
    const { tables, rows } = await writeArchive({ database, copyPictures }, { file: target });
    // A backup made by an update does not count, because it never leaves the machine and is deleted two updates later.
    if (process.env['BACKUP_BY'] !== 'update') await confirmBackup(shopAt(config, database), { note: target });
    console.log(`Backup written to ${file}: ${tables} tables, ${rows} rows and the media.`);
  } finally {
    await close();
  }
}

export async function backup([file, ...rest]: string[]): Promise<void> {
  if (!file || file.startsWith('-') || rest.length > 0) throw usage('npm run backup -- FILE');
  try {
    await writeBackup(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EACCES' || code === 'ENOSPC' || code === 'EISDIR')
      throw new SetupError(`Can't write ${file}: ${(error as Error).message}`);
    throw error;
  }
}

if (import.meta.main) await runCommand(backup);
