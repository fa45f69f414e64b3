// `npm test` runs everything. `npm test -- FILE…` runs these files, and `npm run test:watch [-- FILE…]` repeats them
// after each change.
import { readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runChecks } from './check.mjs';
import { findMemoryDisk, installMachineParts } from './machine.mjs';
import { buildStale, inRoot, installMissing, main, root, runLibrary, SetupError } from './setup.mjs';

const nothing = { passed: 0, failed: 0, skipped: 0 };

const reports = { vitest: inRoot('test-results', 'vitest.json'), browser: inRoot('test-results', 'browser.json') };

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** A run may fail although no test failed. */
function countOf({ code, output }, count) {
  const isSilentFailure = count.failed === 0 && (code !== 0 || count.passed + count.skipped === 0);
  const total = isSilentFailure ? { ...count, failed: 1 } : count;
  if (total.failed > 0) console.log(output);
  return total;
}

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
    names: [...listByStatus('unexpected', 'failed'), ...listByStatus('flaky', 'passed on retry')],
  };
}

/** These kinds run together, so that all cores are busy. */
const kinds = ['unit', 'requests', 'durability', 'races', 'simulation'];

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

/** These stages would compete for the cores, so they run one after the other. */
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
  // A truncated log loses its beginning, so failed tests are named last.
  if (allNames.length > 0) console.log(`\n${allNames.join('\n')}`);
  console.log(
    `\n${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`,
  );
  return total.failed > 0 ? 1 : 0;
}

export function chooseRun(asked) {
  const isWatching = asked.includes('--watch');
  const arguments_ = asked.filter((argument) => argument !== '--watch');
  const isSpec = (argument) => argument.includes('.spec.') || /^(\.\/)?tests\/browser\b/.test(argument);
  if (!arguments_.some(isSpec)) {
    if (!isWatching) return ['vitest', ['run', ...arguments_]];
    // Without a file name, watches only the tests that need no build.
    return ['vitest', ['watch', ...(arguments_.length > 0 ? arguments_ : ['--project', 'unit'])]];
  }
  if (isWatching) throw new SetupError('Playwright watches browser specs in its own window: npx playwright test --ui');
  if (arguments_.some((argument) => argument.includes('.test.')))
    throw new SetupError('Browser specs can’t run together with other tests. Name files of one kind.');
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
  delete process.env.NODE_ENV;
  delete process.env.FORCE_COLOR;
  const asked = process.argv.slice(2);
  await main(() => (asked.length > 0 ? runAsked(asked) : runAll()));
}
