// `npm test`: everything the shop is held to, in one go; the last line counts all of it. `npm test -- FILE…` runs these files only,
// and `npm run test:watch [-- FILE…]` runs them again after each change.
import { readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runChecks } from './check.mjs';
import { findMemoryDisk, installMachineParts } from './machine.mjs';
import { buildStale, inRoot, installMissing, main, root, runLibrary, SetupError } from './setup.mjs';

const nothing = { passed: 0, failed: 0, skipped: 0 };

/** What Vitest and Playwright report of their last run, each test with how long it took. */
const reports = { vitest: inRoot('test-results', 'vitest.json'), browser: inRoot('test-results', 'browser.json') };

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Counts a run: what its report says, and one more failure when it failed, or found no test, without a failure to show. */
function countOf({ code, output }, count) {
  const isSilentFailure = count.failed === 0 && (code !== 0 || count.passed + count.skipped === 0);
  const total = isSilentFailure ? { ...count, failed: 1 } : count;
  if (total.failed > 0) console.log(output);
  return total;
}

/** Counts what Vitest reports, with the names of failed tests. A file that could not be read is one failure. */
export function countVitest(report) {
  if (!report) return nothing;
  const isUnread = ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0;
  const failures = report.testResults.flatMap((file) => {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
    return (isUnread(file) ? ['cannot be read'] : failed).map((name) => `${relative(root, file.name)} › ${name}`);
  });
  return {
    passed: report.numPassedTests,
    failed: failures.length,
    skipped: report.numPendingTests + report.numTodoTests,
    names: failures.map((name) => `failed: ${name}`),
  };
}

/** Counts what Playwright reports, with the names of tests that failed, or passed only when tried again. */
export function countBrowser(report) {
  if (!report) return nothing;
  const { expected, flaky, unexpected, skipped } = report.stats;
  const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)];
  const listByStatus = (status, word) =>
    specsOf(report)
      .filter(({ tests }) => tests.some((test) => test.status === status))
      .map(({ file, title }) => `${word}: tests/browser/${file} › ${title}`);
  return {
    passed: expected + flaky,
    failed: unexpected,
    skipped,
    names: [...listByStatus('unexpected', 'failed'), ...listByStatus('flaky', 'passed only when tried again')],
  };
}

/** The kinds of tests that Vitest runs, in one go: between two, a core would wait for the last file of the first. */
const kinds = ['unit', 'requests', 'durability', 'races', 'simulation'];

/** Where temporary files of tests go: into memory, unless the environment names a place. */
function temporaryFiles() {
  const memoryDisk = process.env.TMPDIR ? undefined : findMemoryDisk();
  return memoryDisk ? { TMPDIR: memoryDisk } : {};
}

async function vitest() {
  rmSync(reports.vitest, { force: true });
  const projects = kinds.flatMap((kind) => ['--project', kind]);
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${reports.vitest}`];
  const ran = await runLibrary('vitest', ['run', ...projects, ...reporters], { env: temporaryFiles() });
  return countOf(ran, countVitest(readReport(reports.vitest)));
}

async function browser() {
  rmSync(reports.browser, { force: true });
  const ran = await runLibrary('playwright', ['test', '--reporter=list,json'], {
    env: { ...temporaryFiles(), PLAYWRIGHT_JSON_OUTPUT_FILE: reports.browser },
  });
  return countOf(ran, countBrowser(readReport(reports.browser)));
}

/** Readies the machine; what can't be is a failure, told in words. */
async function setUp(work) {
  try {
    const missing = (await work()) ?? [];
    for (const line of missing) console.log(`  ${line}`);
    return { ...nothing, failed: missing.length };
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.log(error.message);
    return { ...nothing, failed: 1 };
  }
}

/** In their order, one after the other: the two kinds of tests would wait for each other's cores. */
const stages = {
  packages: () => setUp(installMissing),
  machine: () => setUp(installMachineParts),
  build: () =>
    setUp(async () => {
      await buildStale();
      await buildStale({ withFailpoints: true });
    }),
  checks: runChecks,
  'unit, module, request, race, durability and simulation tests': vitest,
  'browser tests': browser,
};

async function runStage(name, stage) {
  const began = performance.now();
  const count = await stage();
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`\n${name}\n  ${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped (${seconds} s)`);
  return count;
}

async function runAll() {
  process.env.NO_COLOR = '1';
  const total = { ...nothing };
  const allNames = [];
  for (const [stageName, stage] of Object.entries(stages)) {
    const { names = [], ...count } = await runStage(stageName, stage);
    allNames.push(...names);
    for (const kind of Object.keys(total)) total[kind] += count[kind];
    if (stageName === 'packages' && total.failed > 0) break;
  }
  // Last, since a log that is cut loses its beginning.
  if (allNames.length > 0) console.log(`\n${allNames.join('\n')}`);
  console.log(
    `\n${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`,
  );
  return total.failed > 0 ? 1 : 0;
}

/** The library and its arguments for `npm test -- …` and `npm run test:watch -- …`: files, and options of that library. */
export function chooseRun(asked) {
  const isWatching = asked.includes('--watch');
  const arguments_ = asked.filter((argument) => argument !== '--watch');
  const isSpec = (argument) => argument.includes('.spec.') || /^(\.\/)?tests\/browser\b/.test(argument);
  if (!arguments_.some(isSpec)) {
    if (!isWatching) return ['vitest', ['run', ...arguments_]];
    // Without a name, the tests that need no build: a run of everything takes minutes.
    return ['vitest', ['watch', ...(arguments_.length > 0 ? arguments_ : ['--project', 'unit'])]];
  }
  if (isWatching) throw new SetupError('Playwright watches browser specs in its own window: npx playwright test --ui');
  if (arguments_.some((argument) => argument.includes('.test.')))
    throw new SetupError('Browser specs run apart from other tests: name files of one kind.');
  return ['playwright', ['test', ...arguments_]];
}

async function runAsked(asked) {
  const [library, arguments_] = chooseRun(asked);
  await installMissing();
  for (const line of await installMachineParts()) console.log(line);
  const isWatchingFiles = asked.includes('--watch') && asked.length > 1;
  const env = { ...temporaryFiles(), ...(isWatchingFiles && { WATCHES_SOURCES: 'yes' }) };
  const { code } = await runLibrary(library, arguments_, { shown: true, env });
  return code;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  // Of what the person at the keyboard has set, the rest is emptied by vitest.config.ts and playwright.config.ts.
  delete process.env.NODE_ENV;
  delete process.env.FORCE_COLOR;
  const asked = process.argv.slice(2);
  await main(() => (asked.length > 0 ? runAsked(asked) : runAll()));
}
