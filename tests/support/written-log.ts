import fs from 'node:fs';
import { vi } from 'vitest';

type Line = Record<string, unknown>;
const STDOUT = 1;

/** Also returns lines of a logger that was loaded before. */
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
  const writeLater = fs.write.bind(fs) as (...all: unknown[]) => void;
  vi.spyOn(fs, 'write').mockImplementation(((...all: unknown[]) => {
    if (all[0] !== STDOUT || !take(all[1])) return writeLater(...all);
    (all.at(-1) as (error: null, written: number) => void)(null, Buffer.byteLength(all[1] as string));
  }) as typeof fs.write);
  return lines;
}
