import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inRoot, wasMadeFrom, whenStale } from './setup.mjs';

const folder = `.cache/stale-${process.pid}`;
const stamp = inRoot(folder, '.built');
const source = (name, text) => writeFileSync(inRoot(folder, 'source', name), text);
beforeAll(() => mkdirSync(inRoot(folder, 'source'), { recursive: true }));
afterAll(() => rmSync(inRoot(folder), { recursive: true }));

test('a build is stale once a file is changed, added or removed, but not a test', async () => {
  const sources = [`${folder}/source`];
  const isFresh = () => wasMadeFrom(stamp, sources);
  expect(isFresh()).toBe(false);
  for (const change of [
    () => source('page.ts', 'first'),
    () => source('page.ts', 'second text'),
    () => source('other.ts', 'new'),
    () => rmSync(inRoot(folder, 'source/other.ts')),
  ]) {
    change();
    expect(isFresh()).toBe(false);
    await whenStale(stamp, sources, async () => {});
    expect(isFresh()).toBe(true);
  }
  source('page.test.ts', 'a test');
  expect(isFresh()).toBe(true);
});
