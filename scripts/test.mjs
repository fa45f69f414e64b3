// `npm test`: everything the shop is held to, in one go. The last line counts all of it.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChecks } from './check.mjs';
import { findMemoryDisk, installMachineParts } from './machine.mjs';
import { buildStale, installMissing, main, runLibrary, SetupError } from './setup.mjs';

// Of what the person at the keyboard has set, the rest is emptied by vitest.config.ts and playwright.config.ts.
delete process.env.NODE_ENV;
delete process.env.FORCE_COLOR;
process.env.NO_COLOR = '1';

const reports = mkdtempSync(join(tmpdir(), 'bisvar-tests-'));
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));

const nothing = { passed: 0, failed: 0, skipped: 0 };

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

/** The kinds of tests that Vitest runs, in one go: between two, a core would wait for the last file of the first. */
const kinds = ['unit', 'requests', 'durability', 'races', 'simulation'];

async function vitest() {
  const path = join(reports, 'vitest.json');
  const projects = kinds.flatMap((kind) => ['--project', kind]);
  const memoryDisk = process.env.TMPDIR ? undefined : findMemoryDisk();
  const ran = await runLibrary(
    'vitest',
    ['run', ...projects, '--reporter=dot', '--reporter=json', `--outputFile.json=${path}`],
    { env: memoryDisk ? { TMPDIR: memoryDisk } : {} },
  );
  const report = readReport(path);
  if (!report) return countOf(ran, nothing);
  const unread = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  return countOf(ran, {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unread.length,
    skipped: report.numPendingTests + report.numTodoTests,
  });
}

async function browser() {
  const path = join(reports, 'browser.json');
  const ran = await runLibrary('playwright', ['test', '--reporter=list,json'], {
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: path },
  });
  const stats = readReport(path)?.stats;
  if (!stats) return countOf(ran, nothing);
  // Only CI tries again (playwright.config.ts); the list above names what needed it, and its cause is to be found.
  if (stats.flaky > 0) console.log(`  ${stats.flaky} passed only when tried again: flaky above`);
  return countOf(ran, { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped });
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

await main(async () => {
  const total = { ...nothing };
  for (const [name, stage] of Object.entries(stages)) {
    console.log(`\n${name}`);
    const began = performance.now();
    const count = await stage();
    for (const kind of Object.keys(total)) total[kind] += count[kind];
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(`  ${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped (${seconds} s)`);
    if (name === 'packages' && count.failed > 0) break;
  }
  console.log(
    `\n${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`,
  );
  return total.failed > 0 ? 1 : 0;
});
