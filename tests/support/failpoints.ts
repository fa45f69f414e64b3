// What takes the place of app/platform/failpoints.server.ts in a build with failpoints, and in a script that is started with
// `--conditions=failpoints`. It must not import anything of the shop.
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** What may happen at a failpoint: the process is killed, the disk is full, a bug, or `hang` for so many milliseconds. */
export type Fault = { at: string; passage: number; what: 'kill' | 'enospc' | 'throw' } | HangFault;
type HangFault = { at: string; passage: number; what: 'hang'; milliseconds: number };

export const FAILPOINTS = true;

let armed: { text: string; fault?: Fault; passages: number } = { text: '', passages: 0 };

/**
 * Fails as the file named by `FAILPOINT_FILE` says, which holds one `Fault` as JSON, or nothing: at its `passage`-th passage (from 1) since the
 * file was written, once.
 */
export async function reachFailpoint(point: string): Promise<void> {
  const text = readArmed(process.env.FAILPOINT_FILE);
  if (text !== armed.text) armed = { text, fault: text === '' ? undefined : (JSON.parse(text) as Fault), passages: 0 };
  const { fault } = armed;
  if (fault?.at !== point) return;
  armed.passages += 1;
  if (armed.passages !== fault.passage) return;
  if (fault.what === 'kill') process.kill(process.pid, 'SIGKILL');
  if (fault.what === 'hang') await wait(fault.milliseconds);
  if (fault.what === 'throw') throw new Error(`the failpoint ${point} was told to throw`);
  if (fault.what === 'enospc')
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' });
}

function readArmed(file: string | undefined): string {
  try {
    return file === undefined ? '' : readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
