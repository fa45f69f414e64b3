// Compares complete checkouts, 16 at the same time, with an earlier version on both databases.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { endWithProcess } from '#scripts/end-with-process.mjs';
import { earlierDirectory } from './earlier.ts';
import { databaseName, type Figure, median, saveFigures } from './figures.ts';

const ROUNDS = 3;
const SECONDS = 6;

const source = await readFile(new URL('checkout-shop.ts', import.meta.url), 'utf8');

async function checkoutsOf(directory: string, database: string): Promise<number> {
  const program = ['--input-type=module-typescript', '--no-warnings', '-e', source, database, String(SECONDS)];
  const running = promisify(execFile)(process.execPath, program, { cwd: directory, maxBuffer: 1e8 });
  endWithProcess(running.child, 'SIGTERM');
  const { stdout } = await running;
  return (JSON.parse(stdout.trim().split('\n').at(-1)!) as { perSecond: number }).perSecond;
}

const figures: Figure[] = [];
for (const database of ['server', 'embedded']) {
  const [now, before]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    before.push(await checkoutsOf(earlierDirectory(), database));
    now.push(await checkoutsOf(process.cwd(), database));
  }
  figures.push({
    figure: `checkouts on ${databaseName(database)}, 16 at once`,
    value: median(now),
    unit: '/s',
    reference: { name: 'the earlier version', value: median(before) },
    ratio: median(now) / median(before),
    target: 'at least 3 ×',
  });
}
await saveFigures('checkout', figures);
