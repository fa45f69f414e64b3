import { type DataRouter } from 'react-router';
import { expect, test } from 'vitest';
import { keepPage, setRouter } from './use-revalidate.ts';

const unreached = () => ({ type: 'error' as const, result: new TypeError('Failed to fetch') });
const ask = (results: Parameters<typeof keepPage>[1] extends () => Promise<infer R> ? R : never) =>
  keepPage({ request: new Request('http://shop.test/orders.data') }, async () => results);

test('a page that is asked for again in vain goes on with what it has, and what it never had stays an error', async () => {
  setRouter({
    state: { navigation: { state: 'idle' }, loaderData: { root: { name: 'Bisvar' } }, matches: [] },
  } as unknown as DataRouter);
  expect(Object.keys(await ask({ root: unreached(), list: unreached() }))).toEqual(['list']);
});
