import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { bugsToPlant } from './tests/simulation/plant-bugs.ts';
import { BLANK_SETTINGS } from './tests/support/blank-settings.ts';

/** Optimizing the embedded database takes longer than most tests need it. */
const BASELINE_ONLY = ['--liftoff-only'];

/** `isolate`: whether each file needs its own process. */
const kind = (
  name: string,
  include: string[],
  seconds: number,
  {
    isolate,
    execArgv = BASELINE_ONLY,
    ...more
  }: {
    isolate: boolean;
    execArgv?: string[];
    env?: Record<string, string>;
    setupFiles?: string[];
    globalSetup?: string[];
  },
) => ({
  extends: true as const,
  test: { name, include, testTimeout: seconds * 1000, hookTimeout: 120_000, isolate, execArgv, ...more },
});

/** React's development mode takes half of a page's time. */
const AS_SERVED = { env: { NODE_ENV: 'production' }, globalSetup: ['tests/support/build.ts'] };
const QUICK_PASSWORDS = { setupFiles: ['tests/support/quick-passwords.ts'] };

const LONG_FILES = [
  'tests/durability/backup.test.ts',
  'tests/durability/kills-at-points.test.ts',
  'tests/durability/kill.test.ts',
  'tests/requests/hostile-requests.test.ts',
  'tests/durability/connections.test.ts',
  'tests/durability/outage.test.ts',
  'tests/simulation/simulation.test.ts',
  'tests/deploy/first-sale.test.ts',
  'tests/soak/soak.test.ts',
  'tests/durability/restore-kills.test.ts',
  'app/modules/operations/backups/backups.test.ts',
];

/** Otherwise a long file would run alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG_FILES.some((name) => moduleId.endsWith(`/${name}`));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    pool: 'forks',
    // Tests wait for their database, so this is more than the number of cores.
    maxWorkers: 3,
    restoreMocks: true,
    // Request tests import the build, so source changes run them again.
    forceRerunTriggers: [
      ...configDefaults.forceRerunTriggers,
      ...(process.env.WATCHES_SOURCES ? [`${import.meta.dirname}/{app,server,database}/**`] : []),
    ],
    expect: { poll: { timeout: 15_000 } },
    env: { ...BLANK_SETTINGS, TZ: 'UTC', LOG_LEVEL: 'warn' },
    projects: [
      kind('unit', ['{app,server,samples,tests/support}/**/*.test.{ts,tsx}', 'scripts/**/*.test.{mjs,ts}'], 30, {
        isolate: false,
        ...QUICK_PASSWORDS,
        execArgv: [],
      }),
      kind('requests', ['tests/requests/**/*.test.ts'], 30, { isolate: false, ...AS_SERVED, ...QUICK_PASSWORDS }),
      kind('races', ['tests/races/**/*.test.ts'], 60, {
        isolate: false,
        ...AS_SERVED,
        ...QUICK_PASSWORDS,
        globalSetup: ['tests/support/build.ts', 'tests/support/shared-postgres.ts'],
      }),
      { ...kind('simulation', ['tests/simulation/*.test.ts'], 120, { isolate: true }), plugins: [bugsToPlant()] },
      // Only for `npm run test:long`.
      kind('long', ['tests/deploy/{walk,image,failover,machine-tools}.test.ts'], 60, { isolate: false }),
      {
        ...kind('simulation-long', ['tests/simulation/long/*.test.ts'], 120, { isolate: true }),
        plugins: [bugsToPlant()],
      },
      kind('durability', ['tests/{durability,soak}/**/*.test.ts', 'tests/deploy/{install,first-sale}.test.ts'], 120, {
        isolate: true,
        ...AS_SERVED,
      }),
    ],
  },
});
