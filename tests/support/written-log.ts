import { vi } from 'vitest';

/** The lines that this process writes to its log from now on, until the test ends; none of them is shown. */
export function readLog(): Record<string, unknown>[] {
  const lines: Record<string, unknown>[] = [];
  const write = process.stdout.write.bind(process.stdout) as (...all: unknown[]) => boolean;
  vi.spyOn(process.stdout, 'write').mockImplementation((...all: unknown[]) => {
    const [text] = all;
    if (typeof text !== 'string' || !text.startsWith('{"level":')) return write(...all);
    for (const line of text.trimEnd().split('\n')) lines.push(JSON.parse(line) as Record<string, unknown>);
    return true;
  });
  return lines;
}
