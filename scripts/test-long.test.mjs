import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inRoot } from './setup.mjs';
import { chooseParts, parts, resultPath } from './test-long.mjs';

const table = {
  money: { work: () => ({}) },
  faults: { work: () => ({}) },
  deploy: { work: () => undefined },
};

test('without a name every part with commands runs', () => {
  expect(chooseParts([], table)).toEqual(['money', 'faults']);
  expect(chooseParts(['faults'], table)).toEqual(['faults']);
});

test('refuses an empty or unknown part, and lists the parts', () => {
  expect(() => chooseParts(['money', 'deploy'], table)).toThrow('"deploy" has no tests yet. Available: money, faults.');
  expect(() => chooseParts(['soak'], table)).toThrow('Unknown part: "soak".');
});

test('the result includes its day and its part', () => {
  expect(resultPath('money', new Date('2026-11-22T23:59:00Z'))).toBe('test-results/long/2026-11-22-money.json');
});

test('every filter of a part names test files', () => {
  const files = globSync('{app,tests}/**/*.test.ts', { cwd: inRoot() });
  const filters = Object.values(parts).flatMap(({ work }) => work().filter ?? []);
  expect(filters.length).toBeGreaterThan(10);
  expect(filters.filter((filter) => !files.some((file) => file.includes(filter)))).toEqual([]);
});
