// What takes the place of app/platform/failpoints.server.ts in a build with failpoints, and in a script that is started with
// `--conditions=failpoints`. It must not import anything of the shop.
import { readFileSync } from 'node:fs';

/** Where the process is killed: at a failpoint, at which passage of it, from 1. */
export type Fault = { at: string; passage: number };

export const FAILPOINTS = true;

let armed: { text: string; fault?: Fault; passages: number } = { text: '', passages: 0 };

/**
 * Kills the process where the file named by `FAILPOINT_FILE` says, which holds one `Fault` as JSON, or nothing; passages count from when
 * the file was written.
 */
export async function reachFailpoint(point: string): Promise<void> {
  const text = readArmed(process.env.FAILPOINT_FILE);
  if (text !== armed.text) armed = { text, fault: text === '' ? undefined : (JSON.parse(text) as Fault), passages: 0 };
  const { fault } = armed;
  if (fault?.at !== point) return;
  armed.passages += 1;
  if (armed.passages === fault.passage) process.kill(process.pid, 'SIGKILL');
}

function readArmed(file: string | undefined): string {
  try {
    return file === undefined ? '' : readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
