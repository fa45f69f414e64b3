// `npm run test:long [-- PART …]` runs tests too long for `npm test`, an hour per part. SEED=… repeats a random run.
import { mkdirSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { findKnownWeaknesses } from './known-weaknesses.mjs';
import { installMachineParts } from './machine.mjs';
import { buildStale, inRoot, installMissing, main, node24, run, runLibrary, SetupError } from './setup.mjs';

const MAX_MINUTES = 60;

const vitest = (projects, filter, env, { oneByOne = false } = {}) => ({
  run: (options) => {
    const named = [projects].flat().flatMap((project) => ['--project', project]);
    const arguments_ = ['run', ...named, ...(oneByOne ? ['--no-file-parallelism'] : []), ...filter];
    return runLibrary('vitest', arguments_, { ...options, env });
  },
  env,
  filter,
});

export const parts = {
  money: {
    about:
      'random lives of orders against the table of states, random carts against the rules of money, and a thousand years of documents against reports and ledger',
    work: () =>
      vitest(
        'unit',
        [
          'orders/life.model',
          'payments/refunds.model',
          'checkout/hold.model',
          'invoices/money.model',
          'invoices/tax-year.model',
        ],
        {
          MODEL_RUNS: process.env.MODEL_RUNS ?? '10000',
          MONEY_CASES: process.env.MONEY_CASES ?? '1000000',
          TAX_YEARS: process.env.TAX_YEARS ?? '1200',
        },
      ),
  },
  adversary: {
    about:
      'people who take stock, money and accounts that aren’t theirs, in any order of acts, and the holes they must find',
    work: () =>
      vitest('simulation', ['simulation/adversary'], { ADVERSARY_RUNS: process.env.ADVERSARY_RUNS ?? '10000' }),
  },
  commissions: {
    about: 'random lives of work made to order, from the first question to the last payment',
    work: () =>
      vitest('unit', ['requests/life.model', 'payments/advance.model'], {
        MODEL_RUNS: process.env.MODEL_RUNS ?? '2000',
      }),
  },
  simulation: {
    about: 'hours of the whole shop by seeds that nobody has seen before, and the bugs that a simulation must find',
    work: () =>
      vitest(['simulation', 'simulation-long'], [], {
        SIMULATION_MINUTES: process.env.SIMULATION_MINUTES ?? '20',
        SIMULATED_HOURS: process.env.SIMULATED_HOURS ?? '3',
      }),
  },
  moving: {
    about: 'a hosted backend with 2,000 people, 5,000 orders and 1,000 pictures, moved in twice',
    work: () =>
      vitest('unit', ['data-import/large-move'], {
        MOVED_PEOPLE: process.env.MOVED_PEOPLE ?? '2000',
        MOVED_ORDERS: process.env.MOVED_ORDERS ?? '5000',
        MOVED_PICTURES: process.env.MOVED_PICTURES ?? '1000',
      }),
  },
  speed: {
    about: 'every benchmark',
    work: () => ({ run: (options) => run(node24(), ['scripts/bench.mjs'], options), env: {} }),
  },
  faults: {
    about: 'power cuts, kills, full disks, restored backups',
    withFailpoints: true,
    work: () =>
      vitest('durability', ['durability/'], {
        POWER_CUTS: process.env.POWER_CUTS ?? '200',
        KILLS: process.env.KILLS ?? '50',
        OUTAGES: process.env.OUTAGES ?? '60',
      }),
  },
  hostile: {
    about: 'hostile requests to every route, form and field by every role',
    work: () =>
      vitest('requests', ['requests/hostile-requests'], {
        HOSTILE_REQUESTS: process.env.HOSTILE_REQUESTS ?? '100000',
      }),
  },
  races: {
    about: 'every two writes that touch the same order, its pieces or the same commission, at the same moment',
    work: () => vitest('races', ['races/pairs-of-'], { RACE_PAIRS: process.env.RACE_PAIRS ?? 'all' }),
  },
  kills: {
    about:
      'the shop killed at named points of its code while it sells, and each restore: on a server and on the embedded database',
    withFailpoints: true,
    work: () =>
      vitest('durability', ['durability/kills-at-points', 'durability/restore-kills'], {
        KILLS_AT_POINTS: process.env.KILLS_AT_POINTS ?? '8',
      }),
  },
  mails: {
    about: 'mails through a mail server, the shop killed in the meantime',
    work: () =>
      vitest('durability', ['durability/mails'], {
        MAILS: process.env.MAILS ?? '500',
        MAIL_KILLS: process.env.MAIL_KILLS ?? '40',
      }),
  },
  screens: {
    about: 'every screen, judged on a laptop too',
    work: () => ({
      run: (options) => runLibrary('playwright', ['test', 'every-screen'], { ...options, env: { MEASURE_ALL: 'yes' } }),
      env: { MEASURE_ALL: 'yes' },
    }),
  },
  deploy: {
    about:
      'the installer on a machine: install, repeat, update, back, remove; the way from a bare machine to the first paid order; the container image',
    work: () =>
      vitest(
        ['durability', 'long'],
        ['deploy/install', 'deploy/walk', 'deploy/image', 'deploy/machine-tools'],
        {},
        { oneByOne: true },
      ),
  },
  failover: {
    about: 'the primary of a cluster killed under load: PostgreSQL alone, and its whole machine',
    work: () => vitest('long', ['deploy/failover'], { FAILOVERS: process.env.FAILOVERS ?? '20' }),
  },
  packages: {
    about: 'whether a package that the shop is served with has a known weakness, asked of the package registry',
    work: () => ({ run: findKnownWeaknesses, env: {} }),
  },
  connections: {
    about: 'connections that are idle, slow or streams, beside shoppers',
    work: () => vitest('durability', ['durability/connections'], { CONNECTIONS: process.env.CONNECTIONS ?? '2000' }),
  },
  soak: {
    about: 'a shop in use for half an hour, which must not grow',
    work: () => vitest('durability', ['soak/'], { SOAK_MINUTES: process.env.SOAK_MINUTES ?? '30' }),
  },
};

export function chooseParts(asked, table = parts) {
  const ready = Object.keys(table).filter((name) => table[name].work() !== undefined);
  for (const name of asked) {
    if (ready.includes(name)) continue;
    const problem = name in table ? `"${name}" has no tests yet.` : `Unknown part: "${name}".`;
    throw new SetupError(`${problem} Available: ${ready.join(', ')}.`);
  }
  return asked.length > 0 ? asked : ready;
}

export const resultPath = (part, moment) => `test-results/long/${moment.toISOString().slice(0, 10)}-${part}.json`;

async function runPart(name) {
  const { about } = parts[name];
  const work = parts[name].work();
  console.log(`\n${name}: ${about}`);
  const began = new Date();
  const { code, output } = await work.run({ minutes: MAX_MINUTES });
  const seconds = Math.round((Date.now() - began) / 1000);
  const { output: commit } = await run('git', ['rev-parse', 'HEAD']).catch(() => ({ output: '' }));
  const path = resultPath(name, began);
  const result = {
    part: name,
    about,
    began: began.toISOString(),
    seconds,
    passed: code === 0,
    endedEarly: seconds >= MAX_MINUTES * 60,
    commit: commit.trim() || undefined,
    settings: { ...work.env, SEED: process.env.SEED },
    output,
  };
  mkdirSync(inRoot('test-results', 'long'), { recursive: true });
  writeFileSync(inRoot(path), `${JSON.stringify(result, null, 2)}\n`);
  if (code !== 0) console.log(output);
  const skipped = /^ *(?:Tests|Benchmarks:) .*?([1-9]\d*) skipped/m.exec(output)?.[1];
  const said = code === 0 ? (skipped ? `passed, ${skipped} skipped (see the report)` : 'passed') : 'FAILED';
  console.log(`  ${said} (${seconds} s), written to ${path}`);
  return code === 0;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main(async () => {
    const chosen = chooseParts(process.argv.slice(2));
    process.env.NO_COLOR = '1';
    await installMissing();
    const missing = await installMachineParts();
    if (missing.length > 0) throw new SetupError(missing.join('\n'));
    await buildStale();
    if (chosen.some((name) => parts[name].withFailpoints)) await buildStale({ withFailpoints: true });
    let failed = 0;
    for (const name of chosen) if (!(await runPart(name))) failed += 1;
    console.log(`\n${chosen.length - failed} passed, ${failed} failed`);
    return failed > 0 ? 1 : 0;
  });
}
