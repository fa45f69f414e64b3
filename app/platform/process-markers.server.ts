import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export type ProcessMarker = {
  crashedAt: Date | undefined;
  touch: () => Promise<void>;
  remove: () => Promise<void>;
};

/** Keeps a file named by process id while this process runs, and removes the files of dead processes. */
export async function markProcess(directory: string): Promise<ProcessMarker> {
  await mkdir(directory, { recursive: true });
  let crashedAt: Date | undefined;
  for (const name of await readdir(directory)) {
    const pid = Number(name);
    // In a container, the previous process may have had the same id.
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
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
