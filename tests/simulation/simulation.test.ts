import { expect, test } from 'vitest';
import { simulate } from './simulate.ts';

test('runs', { timeout: 600_000 }, async () => {
  for (const seed of (process.env.SEED ?? '1,1').split(',').map(Number)) {
    const t0 = performance.now();
    const run = await simulate(seed, { hours: Number(process.env.SIMULATED_HOURS ?? 1) });
    console.log(JSON.stringify({ ...run, failure: undefined }), Math.round(performance.now() - t0), 'ms', run.failure?.violations, run.failure?.events.join('\n'));
  }
  expect(1).toBe(1);
});
