import fs from 'node:fs';
import { vi } from 'vitest';

type Line = Record<string, unknown>;
const STDOUT = 1;

/**
 * The lines that this process writes to its log from now on, until the test ends; none of them is shown. They are taken where they
 * leave, since another test of this process may have loaded the log before.
 */
export function readLog(): Line[] {
  const lines: Line[] = [];
  const take = (text: unknown): boolean => {
    if (typeof text !== 'string' || !text.startsWith('{"level":')) return false;
    lines.push(
      ...text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Line),
    );
    return true;
  };
  const write = process.stdout.write.bind(process.stdout) as (...all: unknown[]) => boolean;
  vi.spyOn(process.stdout, 'write').mockImplementation((...all: unknown[]) => take(all[0]) || write(...all));
  const writeSync = fs.writeSync.bind(fs) as (...all: unknown[]) => number;
  vi.spyOn(fs, 'writeSync').mockImplementation((...all: unknown[]) =>
    all[0] === STDOUT && take(all[1]) ? Buffer.byteLength(all[1] as string) : writeSync(...all),
  );
  return lines;
}
