import { expect, onTestFinished, test, vi } from 'vitest';
import { MAX_ASKED_ABOUT } from '#app/modules/payments/checkout/checkout-hold.ts';
import { askAbout } from './use-being-bought.ts';

test('asks about every artwork of a long page, in batches', async () => {
  const asked: string[][] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    const ids = new URL(address, 'http://shop.test').searchParams.getAll('id');
    asked.push(ids);
    return Response.json({ others: ids.slice(0, MAX_ASKED_ABOUT), held: [], ordered: [] });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const ids = Array.from({ length: 2 * MAX_ASKED_ABOUT + 1 }, () => crypto.randomUUID());
  const buyers = await Promise.all(ids.map(async (id) => (await askAbout(id)).of.get(id)));
  expect(buyers).toEqual(ids.map(() => 'others'));
  expect(asked.map((each) => each.length)).toEqual([MAX_ASKED_ABOUT, MAX_ASKED_ABOUT, 1]);
});
