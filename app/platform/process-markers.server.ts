import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export type ProcessMarker = {
  /** When processes that left a marker behind were last seen: they ended without being stopped. */
  crashedAt: Date | undefined;
  /** Says that this process still runs. */
  touch: () => Promise<void>;
  remove: () => Promise<void>;
};

/** Leaves a file in `directory` for as long as this process runs, named by its id, and takes those of dead ones away. */
export async function markProcess(directory: string): Promise<ProcessMarker> {
  await mkdir(directory, { recursive: true });
  let crashedAt: Date | undefined;
  for (const name of await readdir(directory)) {
    const pid = Number(name);
    // In a container the process of before had this very id.
    if (!Number.isInteger(pid) || (pid !== process.pid && isRunning(pid))) continue;
    const { mtime } = await stat(join(directory, name));
    if (!crashedAt || mtime < crashedAt) crashedAt = mtime;
    await rm(join(directory, name));
  }
  const file = join(directory, String(process.pid));
  await writeFile(file, '');
  return {
    crashedAt,
    touch: async () => {
      const now = new Date();
      await utimes(file, now, now);
    },
    remove: () => rm(file, { force: true }),
  };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
