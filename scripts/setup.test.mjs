import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inRoot, whenStale } from './setup.mjs';

const folder = `.cache/stale-${process.pid}`;
const stamp = inRoot(folder, '.built');
const source = (name, text) => writeFileSync(inRoot(folder, 'source', name), text);
beforeAll(() => mkdirSync(inRoot(folder, 'source'), { recursive: true }));
afterAll(() => rmSync(inRoot(folder), { recursive: true }));

test('a build is stale after any file change, except in tests', async () => {
  let builds = 0;
  const build = () => whenStale(stamp, [`${folder}/source`], async () => (builds += 1));
  for (const change of [
    () => {},
    () => source('page.ts', 'first'),
    () => source('page.ts', 'second text'),
    () => source('other.ts', 'new'),
    () => rmSync(inRoot(folder, 'source/other.ts')),
  ]) {
    const before = builds;
    change();
    await build();
    await build();
    expect(builds).toBe(before + 1);
  }
  const before = builds;
  source('page.test.ts', 'a test');
  await build();
  expect(builds).toBe(before);
});
