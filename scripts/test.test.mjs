import { expect, test } from 'vitest';
import { inRoot } from './setup.mjs';
import { chooseRun, countBrowser, countVitest } from './test.mjs';

test.each([
  [['tests/requests/orders/cart.test.ts'], ['vitest', ['run', 'tests/requests/orders/cart.test.ts']]],
  [
    ['app/basics', '-t', 'rounds'],
    ['vitest', ['run', 'app/basics', '-t', 'rounds']],
  ],
  [
    ['tests/browser/cart.spec.ts', '-g', 'guest'],
    ['playwright', ['test', 'tests/browser/cart.spec.ts', '-g', 'guest']],
  ],
  [['tests/browser'], ['playwright', ['test', 'tests/browser']]],
  [
    ['--watch', 'app/basics'],
    ['vitest', ['watch', 'app/basics']],
  ],
  [['--watch'], ['vitest', ['watch', '--project', 'unit']]],
])('%j runs %j', (asked, run) => {
  expect(chooseRun(asked)).toEqual(run);
});

test('refuses to watch browser specs, or to run them with other files', () => {
  expect(() => chooseRun(['--watch', 'tests/browser/cart.spec.ts'])).toThrow('npx playwright test --ui');
  expect(() => chooseRun(['tests/browser/cart.spec.ts', 'app/basics/money.test.ts'])).toThrow('of one kind');
});

test('counts Vitest’s results, and names failures and unreadable files', () => {
  const report = {
    numPassedTests: 4,
    numPendingTests: 1,
    numTodoTests: 1,
    testResults: [
      {
        name: inRoot('app/a.test.ts'),
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'adds' },
          { status: 'failed', fullName: 'rounds' },
        ],
      },
      { name: inRoot('app/b.test.ts'), status: 'failed', assertionResults: [] },
      { name: inRoot('app/c.test.ts'), status: 'passed', assertionResults: [] },
    ],
  };
  expect(countVitest(report)).toEqual({
    passed: 4,
    failed: 2,
    skipped: 2,
    names: ['failed: app/a.test.ts › rounds', 'failed: app/b.test.ts › cannot be read'],
  });
});

test('counts what Playwright reports, and names failed and flaky tests', () => {
  const spec = (title, status) => ({ title, file: 'cart.spec.ts', tests: [{ status }] });
  const report = {
    stats: { expected: 7, flaky: 1, unexpected: 1, skipped: 2 },
    suites: [
      {
        specs: [spec('adds', 'expected')],
        suites: [{ specs: [spec('removes', 'flaky'), spec('clears', 'unexpected')] }],
      },
    ],
  };
  expect(countBrowser(report)).toEqual({
    passed: 8,
    failed: 1,
    skipped: 2,
    names: ['failed: tests/browser/cart.spec.ts › clears', 'passed on retry: tests/browser/cart.spec.ts › removes'],
  });
});
