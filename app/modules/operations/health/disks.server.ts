import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { diskStateOf, freeBytesOf } from '#app/platform/database/upkeep.server.ts';
import type { Disk } from './watch.ts';

const ANSWERS_WITHIN_MS = 2_000;

type FreeSpace = { device: number; freeBytes: number };
type Unreadable = { problem: string };

/** What is being read: a network share that hangs takes one thread, not one for each that asks. */
const reading = new Map<string, Promise<FreeSpace>>();

/** The room on the disks of the data and the backups: one where both lie on the same. A disk that can't be read says so. */
export async function readDisks({ data, backups }: { data: string; backups: string | undefined }): Promise<Disk[]> {
  if (backups === undefined) return [diskOf(data, ['data'], await readFreeSpace(data))];
  const [ofData, ofBackups] = await Promise.all([readFreeSpace(data), readFreeSpace(backups)]);
  return 'device' in ofData && 'device' in ofBackups && ofData.device === ofBackups.device
    ? [diskOf(data, ['data', 'backups'], ofData)]
    : [diskOf(data, ['data'], ofData), diskOf(backups, ['backups'], ofBackups)];
}

const diskOf = (directory: string, holds: Disk['holds'], found: FreeSpace | Unreadable): Disk =>
  'problem' in found
    ? { directory, holds, problem: found.problem }
    : { directory, holds, freeBytes: found.freeBytes, state: diskStateOf(found.freeBytes) };

async function readFreeSpace(directory: string): Promise<FreeSpace | Unreadable> {
  let running = reading.get(directory);
  if (!running) {
    running = findFreeSpace(directory).finally(() => reading.delete(directory));
    reading.set(directory, running);
  }
  const waiting = new AbortController();
  try {
    return await Promise.race([
      running,
      wait(ANSWERS_WITHIN_MS, { problem: 'no answer' }, { signal: waiting.signal, ref: false }),
    ]);
  } catch (error) {
    return { problem: (error as NodeJS.ErrnoException).code ?? String(error) };
  } finally {
    waiting.abort();
  }
}

/** Of a folder that isn't made yet, the disk on which it would be. */
async function findFreeSpace(directory: string): Promise<FreeSpace> {
  try {
    const [{ dev: device }, freeBytes] = await Promise.all([stat(directory), freeBytesOf(directory)]);
    return { device, freeBytes };
  } catch (error) {
    const parent = dirname(directory);
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && parent !== directory) return findFreeSpace(parent);
    throw error;
  }
}
