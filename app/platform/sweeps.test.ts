import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { sweepInTurn } from './sweeps.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

test('one of several processes sweeps each time', async () => {
  const swept: string[] = [];
  const sweepIn = (process: string, name = 'dust') =>
    sweepInTurn(shop.as.shop(), {
      name,
      everyMinutes: 3,
      sweep: () => Promise.resolve(swept.push(process)),
    });
  await Promise.all(['first', 'second', 'third'].map((process) => sweepIn(process)));
  expect(swept).toHaveLength(1);
  await sweepIn('another sweep', 'leaves');
  expect(swept).toHaveLength(2);
  const wait = (seconds: number) => (shop.clock.now = new Date(shop.clock.now.getTime() + seconds * 1000));
  wait(60);
  await sweepIn('too early');
  expect(swept).toHaveLength(2);
  wait(119);
  await sweepIn('second');
  expect(swept.at(-1)).toBe('second');
  wait(180 - 5 * 3600);
  await sweepIn('not known yet');
  wait(180);
  await sweepIn('third');
  expect(swept.at(-1)).toBe('third');
});
