import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { benchmarkNames, chooseBenchmarks, NEEDS } from './bench.mjs';

const all = ['admin', 'processes', 'signed-in', 'start'];

test('runs the benchmarks whose needs exist, and skips others by name', () => {
  expect(chooseBenchmarks([], all, (need) => need === 'wrk')).toEqual({
    chosen: ['admin'],
    skipped: [
      { name: 'processes', needs: ['nginx'] },
      { name: 'signed-in', needs: ['EARLIER'] },
      { name: 'start', needs: ['EARLIER'] },
    ],
  });
  expect(chooseBenchmarks([], all, () => true)).toEqual({ chosen: all, skipped: [] });
});

test('runs a named benchmark always, and refuses an unknown one', () => {
  expect(chooseBenchmarks(['start'], all, () => false)).toEqual({ chosen: ['start'], skipped: [] });
  expect(() => chooseBenchmarks(['first'], all)).toThrow(
    'Unknown benchmark: first. Available: admin, processes, signed-in, start.',
  );
});

test('a benchmark’s listed needs match its source', () => {
  const needs = benchmarkNames().flatMap((name) => {
    const source = readFileSync(new URL(`../benchmarks/${name}.bench.ts`, import.meta.url), 'utf8');
    const asked = [
      source.includes('earlierDirectory()') && 'EARLIER',
      source.includes("from './wrk.ts'") && 'wrk',
      source.includes("'nginx',") && 'nginx',
    ].filter(Boolean);
    return asked.length > 0 ? [[name, asked]] : [];
  });
  expect(Object.fromEntries(needs)).toEqual(NEEDS);
});
