import { expect, test } from 'vitest';
import { explain, simulate } from '#tests/simulation/simulate.ts';

const MINUTES = Number(process.env.SIMULATION_MINUTES ?? 20);
const HOURS = Number(process.env.SIMULATED_HOURS ?? 3);
/** Number of seeds; by default, as many as time allows. `SEED` is the first. */
const SEEDS = Number(process.env.SEEDS ?? (process.env.SEED === undefined ? Infinity : 1));
const first = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9));

test('new seeds: the books equal those of the observer', { timeout: (MINUTES + 20) * 60_000 }, async () => {
  const began = performance.now();
  const total = { seeds: 0, hours: 0, steps: 0, statements: 0, orders: 0, mails: 0, crashes: 0 };
  while (total.seeds < SEEDS && performance.now() - began < MINUTES * 60_000) {
    const run = await simulate(first + total.seeds, { hours: HOURS });
    if (run.failure) expect.fail(await explain(run));
    total.seeds += 1;
    for (const name of ['hours', 'steps', 'statements', 'orders', 'mails', 'crashes'] as const)
      total[name] += run[name];
  }
  const seconds = (performance.now() - began) / 1000;
  console.log(`${JSON.stringify(total)} from seed ${first}, ${(seconds / total.hours).toFixed(1)} s a simulated hour`);
});
