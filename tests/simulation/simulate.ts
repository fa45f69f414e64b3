import { sql } from 'drizzle-orm';
import { OF_GUESTS } from '#app/modules/identity/accounts/account.ts';
import { CHANGED_BY_CUSTOMER } from '#app/modules/orders/orders/order.ts';
import { keepBooks } from './books.ts';
import { fingerprint } from './database.ts';
import { drawsFrom } from './draws.ts';
import { makeRound, visitShop } from './people.ts';
import { stockShop } from './stock.ts';
import { openWorld, type World } from './world.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** The shop asks about open payments at doubling intervals. */
const MAX_HOURS_TO_SETTLE = 5;

export type Run = {
  seed: number;
  hours: number;
  hash: string;
  steps: number;
  statements: number;
  crashes: number;
  orders: number;
  byGuests: number;
  changes: number;
  mails: number;
  failure?: { violations: string[]; step: number; events: string[] };
};

/** Each plan has its own random numbers, so that removing one leaves the others unchanged. */
type Plan = { at: number; what: 'visit' | 'round' | 'crash'; number: number }[];

function plan(seed: number, hours: number): Plan {
  const draws = drawsFrom(seed + 3);
  const planned: Plan = [];
  const add = (at: number, what: Plan[number]['what']) => planned.push({ at, what, number: planned.length + 1 });
  for (let at = 0; at < hours * HOUR; at += draws.between(20, 200) * SECOND)
    for (let more = draws.weighed({ 1: 70, 2: 20, 4: 10 }) as unknown as number; more > 0; more -= 1) add(at, 'visit');
  for (let at = 5 * MINUTE; at < hours * HOUR; at += draws.between(3, 9) * MINUTE) add(at, 'round');
  for (let at = draws.between(2, 40) * MINUTE; at < hours * HOUR; at += draws.between(5, 40) * MINUTE) add(at, 'crash');
  return planned.toSorted((a, b) => a.at - b.at || a.number - b.number);
}

export async function simulate(
  seed: number,
  { hours = 1, without = new Set<number>() }: { hours?: number; without?: ReadonlySet<number> } = {},
): Promise<Run> {
  const world = await openWorld(seed);
  let steps = 0;
  const books = keepBooks(world);
  const report = async (): Promise<Run> => {
    const { rows } = await world.database.execute<Pick<Run, 'orders' | 'byGuests' | 'changes'>>(sql`
      select count(*)::int as orders,
        (count(*) filter (where user_id in (select id from auth_users where email like ${`%${OF_GUESTS}`})))::int as "byGuests",
        (select count(*)::int from order_history where reason like ${`${CHANGED_BY_CUSTOMER}%`}) as changes
      from orders`);
    const print = await fingerprint(world.database);
    world.addToTrace(print);
    return {
      seed,
      hours,
      hash: world.traceHash(),
      steps,
      statements: world.turns.statementCount(),
      crashes: world.lifeCount() - 1,
      ...rows[0]!,
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
    const onStep = async () => {
      steps += 1;
      await books.check();
    };
    if (!(await live(world, began + hours * HOUR, onStep))) return await report();
    world.calmDown();
    let unsettled: string[] = [];
    for (let waited = 0; waited < MAX_HOURS_TO_SETTLE * HOUR; waited += 20 * MINUTE) {
      if (!(await live(world, world.machine.now() + 20 * MINUTE, onStep))) return await report();
      unsettled = await books.findUnsettled();
      if (unsettled.length === 0) break;
    }
    unsettled.forEach(world.violate);
    return await report();
  } finally {
    await world.close();
  }
}

const MAX_TRIES = 40;

async function shrink({ seed, hours, failure }: Run): Promise<{ without: Set<number>; run: Run } | undefined> {
  const kind = kindOf(failure!.violations);
  let left = plan(seed, hours).map(({ number }) => number);
  const all = [...left];
  let found: { without: Set<number>; run: Run } | undefined;
  let tries = 0;
  for (let size = Math.ceil(left.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let at = 0; at < left.length && tries < MAX_TRIES; tries += 1) {
      const fewer = left.filter((_, place) => place < at || place >= at + size);
      const without = new Set(all.filter((number) => !fewer.includes(number)));
      const run = await simulate(seed, { hours, without });
      if (run.failure && kindOf(run.failure.violations) === kind) {
        found = { without, run };
        left = fewer;
      } else at += size;
    }
  return found;
}

const kindOf = ([first = '']: readonly string[]) => first.split(':')[0];

export async function explain(run: Run): Promise<string> {
  const describe = ({ failure }: Run) => [...failure!.violations.slice(0, 10), '', ...failure!.events].join('\n');
  const again = `SEED=${run.seed} SIMULATED_HOURS=${run.hours} npm run test:long -- simulation`;
  const small = await shrink(run);
  const smaller = small
    ? `\n\nThe same without ${small.without.size} of what people meant to do (step ${small.run.failure!.step}):\n${describe(small.run)}`
    : '';
  return `seed ${run.seed}, step ${run.failure!.step}: ${again}\n${describe(run)}${smaller}`;
}

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
