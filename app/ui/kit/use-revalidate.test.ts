import { type DataRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import { keepPage, revalidateWhenIdle, setRouter } from './use-revalidate.ts';

const IDLE = { initialized: true, navigation: { state: 'idle' }, revalidation: 'idle', errors: null };

test('a form’s answer that comes while the page is read again waits until it is read', async () => {
  let read = () => {};
  const state = { ...IDLE, matches: [], loaderData: {}, fetchers: new Map<string, never>() };
  const router = {
    state,
    subscribe: () => {},
    revalidate: () => {
      Object.assign(state, { revalidation: 'loading' });
      return new Promise<void>((resolve) => (read = resolve));
    },
  } as unknown as DataRouter;
  setRouter(router);
  const revalidated = revalidateWhenIdle(router);
  let isAnswered = false;
  const post = new Request('http://shop.test/orders/1/status.data', { method: 'POST' });
  const answered = keepPage({ request: post }, async () => ({})).then(() => (isAnswered = true));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(isAnswered).toBe(false);
  read();
  await Promise.all([answered, revalidated]);
});

const unreached = () => ({ type: 'error' as const, result: new TypeError('Failed to fetch') });
const ask = (results: Parameters<typeof keepPage>[1] extends () => Promise<infer R> ? R : never) =>
  keepPage({ request: new Request('http://shop.test/orders.data') }, async () => results);

test('a page that lost what it is drawn from is read again, and one that has all of it isn’t', async () => {
  let changed = () => {};
  const revalidate = vi.fn(async () => {});
  const list = { route: { id: 'list', loader: true } };
  const router = {
    state: { ...IDLE, loaderData: { list: {} }, matches: [list] },
    subscribe: (subscriber: () => void) => (changed = subscriber),
    revalidate,
  };
  setRouter(router as unknown as DataRouter);
  const change = async (state: object) => {
    Object.assign(router.state, state);
    changed();
    await Promise.resolve();
    return revalidate.mock.calls.length;
  };
  expect(await change({})).toBe(0);
  expect(await change({ loaderData: {}, navigation: { state: 'loading' } })).toBe(0);
  expect(await change({ navigation: { state: 'idle' }, errors: { list: new Error('broken') } })).toBe(0);
  expect(await change({ errors: null })).toBe(1);
});

test('a page that is asked for again in vain goes on with what it has, and what it never had stays an error', async () => {
  setRouter({
    state: { ...IDLE, loaderData: { root: { name: 'Bisvar' } }, matches: [] },
    subscribe: () => {},
  } as unknown as DataRouter);
  expect(Object.keys(await ask({ root: unreached(), list: unreached() }))).toEqual(['list']);
});
