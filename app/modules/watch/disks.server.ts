import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { diskStateOf, freeBytesOf } from '#app/platform/database/upkeep.server.ts';
import type { Disk } from './watch.ts';

const ANSWERS_WITHIN_MS = 2_000;

type Found = { device: number; freeBytes: number };

/** What is being read: a share of the network that hangs may take one thread, not one for each that asks. */
const reading = new Map<string, Promise<Found>>();

/** The room on the disks of the data and the backups: one where both lie on the same. A disk that can't be read says so. */
export async function readDisks({ data, backups }: { data: string; backups: string | undefined }): Promise<Disk[]> {
  const [ofData, ofBackups] = await Promise.all([read(data), backups === undefined ? undefined : read(backups)]);
  if (!ofBackups || backups === undefined) return [diskOf(data, ['data'], ofData)];
  if ('device' in ofData && 'device' in ofBackups && ofData.device === ofBackups.device)
    return [diskOf(data, ['data', 'backups'], ofData)];
  return [diskOf(data, ['data'], ofData), diskOf(backups, ['backups'], ofBackups)];
}

const diskOf = (directory: string, holds: Disk['holds'], found: Found | { problem: string }): Disk =>
  'problem' in found
    ? { directory, holds, problem: found.problem }
    : { directory, holds, freeBytes: found.freeBytes, state: diskStateOf(found.freeBytes) };

async function read(directory: string): Promise<Found | { problem: string }> {
  let running = reading.get(directory);
  if (!running) {
    running = find(directory).finally(() => reading.delete(directory));
    reading.set(directory, running);
  }
  const inTime = new AbortController();
  try {
    return await Promise.race([
      running,
      wait(ANSWERS_WITHIN_MS, { problem: 'no answer' }, { signal: inTime.signal, ref: false }),
    ]);
  } catch (error) {
    return { problem: (error as NodeJS.ErrnoException).code ?? String(error) };
  } finally {
    inTime.abort();
  }
}

/** Of a folder that isn't made yet, the disk on which it would be. */
async function find(directory: string): Promise<Found> {
  try {
    const [{ dev: device }, freeBytes] = await Promise.all([stat(directory), freeBytesOf(directory)]);
    return { device, freeBytes };
  } catch (error) {
    const parent = dirname(directory);
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && parent !== directory) return find(parent);
    throw error;
  }
}
