import { keepBooks } from './books.ts';
import { fingerprint } from './database.ts';
import { drawsFrom } from './draws.ts';
import { makeRound, visitShop } from './people.ts';
import { stockShop } from './stock.ts';
import { openWorld, type World } from './world.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

export type Run = {
  seed: number;
  hours: number;
  /** Of everything that happened and everything the tables hold at the end; the same for the same run. */
  hash: string;
  steps: number;
  statements: number;
  crashes: number;
  orders: number;
  mails: number;
  /** What was found wrong first, with what had happened before; undefined when all is well. */
  failure?: { violations: string[]; step: number; events: string[] };
};

/** What people mean to do and when, each with draws of its own, so that leaving some out changes nothing of the others. */
type Plan = { at: number; what: 'visit' | 'round' | 'crash'; number: number }[];

function plan(seed: number, hours: number): Plan {
  const draws = drawsFrom(seed + 3);
  const planned: Plan = [];
  const add = (at: number, what: Plan[number]['what']) => planned.push({ at, what, number: planned.length + 1 });
  for (let at = 0; at < hours * HOUR; at += draws.between(20, 200) * SECOND)
    // Some come in the same moment.
    for (let more = draws.weighed({ 1: 70, 2: 20, 4: 10 }) as unknown as number; more > 0; more -= 1) add(at, 'visit');
  for (let at = 5 * MINUTE; at < hours * HOUR; at += draws.between(3, 9) * MINUTE) add(at, 'round');
  for (let at = draws.between(2, 40) * MINUTE; at < hours * HOUR; at += draws.between(5, 40) * MINUTE) add(at, 'crash');
  return planned.toSorted((a, b) => a.at - b.at || a.number - b.number);
}

/** Lives some hours of a shop's life by one seed; `without` leaves some of what was planned out. */
export async function simulate(seed: number, { hours = 1, without = new Set<number>() }: { hours?: number; without?: ReadonlySet<number> } = {}): Promise<Run> {
  const world = await openWorld(seed);
  let steps = 0;
  const books = keepBooks(world);
  const report = async (): Promise<Run> => {
    const { rows } = await world.database.execute<{ count: number }>('select count(*)::int as count from orders');
    world.note(await fingerprint(world.database));
    return {
      seed,
      hours,
      hash: world.traceHash(),
      steps,
      statements: world.turns.statementCount(),
      crashes: world.lifeCount() - 1,
      orders: rows[0]!.count,
      mails: world.accepted.size,
      ...(world.violations.length > 0 && {
        failure: { violations: [...world.violations], step: steps, events: world.lastEvents(60) },
      }),
    };
  };
  try {
    await stockShop(world.database);
    await world.start();
    world.note(`seed ${seed}`);
    const began = world.machine.now();
    for (const { at, what, number } of plan(seed, hours)) {
      if (without.has(number)) continue;
      const draws = drawsFrom(seed * 100_003 + number);
      world.background(world.machine.wait(at + 1).then(() => act(what, number, draws)));
    }
    const act = async (what: Plan[number]['what'], number: number, draws: ReturnType<typeof drawsFrom>) => {
      if (what === 'visit') await visitShop(world, books, number, draws);
      else if (what === 'round') await makeRound(world, books, number, draws);
      else world.turns.dieSoon({ inStatements: draws.between(1, 400), when: draws.oneOf(['before', 'after']) });
    };
    const isSound = await live(world, began + hours * HOUR, async () => {
      steps += 1;
      await books.check();
    });
    if (!isSound) return await report();
    // Nothing goes wrong and nobody comes any more, until all that was begun has come to its end.
    world.calmDown();
    const isStill = await live(world, world.machine.now() + 3 * HOUR, async () => void (steps += 1));
    if (isStill) await books.checkQuiet();
    return await report();
  } finally {
    await world.close();
  }
}

/** Steps until a moment, and calls `onStep` after each in which something happened; false as soon as something is wrong. */
async function live(world: World, until: number, onStep: () => Promise<void>): Promise<boolean> {
  let seen = -1;
  for (;;) {
    await world.settle();
    if (world.eventCount() !== seen) await onStep();
    seen = world.eventCount();
    if (world.violations.length > 0) return false;
    if (!world.machine.passTime(until)) return true;
  }
}
