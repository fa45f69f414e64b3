import { afterEach, describe, expect, test } from 'vitest';
import { BUGS } from '#tests/simulation/bugs.ts';
import { plantBug } from '#tests/simulation/plant-bugs.ts';
import { explain, type Run, simulate } from '#tests/simulation/simulate.ts';

const SEEDS = [1, 2, 3, 4, 5, 6];
const HOURS = 3;

afterEach(() => plantBug());

describe('the simulation finds', () => {
  test.each(BUGS)('$name', { timeout: 20 * 60_000 }, async (bug) => {
    plantBug(bug);
    let found: Run | undefined;
    for (const seed of SEEDS) {
      const run = await simulate(seed, { hours: HOURS });
      if (!run.failure) continue;
      found = run;
      break;
    }
    if (!found) return expect.fail(`not found in ${SEEDS.length} seeds`);
    console.log(`${bug.name}: seed ${found.seed}, step ${found.failure!.step}: ${found.failure!.violations[0]}`);
    expect(found.failure!.violations[0]).toMatch(bug.found);
  });
});

test('finds nothing without planted bugs: the same seeds pass', { timeout: 20 * 60_000 }, async () => {
  for (const seed of SEEDS) {
    const run = await simulate(seed, { hours: HOURS });
    if (run.failure) expect.fail(await explain(run));
  }
});
