import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { HOLES } from './adversary-bugs.ts';
import { ACT_NAMES, type AdversaryRun, runAdversary } from './adversary.ts';
import { plantBug } from './plant-bugs.ts';

/** Seeds 81 to 160 perform every act. `test:long` runs new seeds for `ADVERSARY_MINUTES`. */
const RUNS = Number(process.env.ADVERSARY_RUNS ?? 80);
const MINUTES = Number(process.env.ADVERSARY_MINUTES ?? 45);
const FIRST = Number(
  process.env.SEED ?? (process.env.ADVERSARY_RUNS === undefined ? 81 : Math.floor(Math.random() * 1e9)),
);

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop?.close());
afterEach(() => plantBug());

const explain = ({ seed, failure }: AdversaryRun) =>
  [`seed ${seed}`, ...failure!.violations, '', ...failure!.events].join('\n');

test('an adversary breaks no rule of stock, money or accounts', { timeout: (MINUTES + 5) * 60_000 }, async () => {
  const began = performance.now();
  const done = new Set<string>();
  let runs = 0;
  for (; runs < RUNS && performance.now() - began < MINUTES * 60_000; runs += 1) {
    const run = await runAdversary(shop, FIRST + runs);
    if (run.failure) expect.fail(explain(run));
    for (const act of run.done) done.add(act);
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(`${runs} runs of the adversary from seed ${FIRST} in ${seconds} s (SEED=${FIRST} repeats them)`);
  if (runs >= 80) expect([...ACT_NAMES].filter((act) => !done.has(act))).toEqual([]);
});

describe('the adversary finds', () => {
  test.each(HOLES)('$name', async (hole) => {
    plantBug(hole);
    const { failure } = await runAdversary(shop, hole.seed);
    expect(failure?.violations[0]).toMatch(hole.found);
  });
});
