// Replaces app/platform/failpoints.server.ts under `--conditions=failpoints`. It must not import the shop.
import { readFileSync } from 'node:fs';

export type Fault = { at: string; passage: number };

export const FAILPOINTS = true;

let armed: { text: string; fault?: Fault; passages: number } = { text: '', passages: 0 };

/** Kills the process as the JSON in `FAILPOINT_FILE` says. Passages count from when the file was written. */
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
