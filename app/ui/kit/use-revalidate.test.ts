import { setTimeout } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { keepPage, revalidateWhenIdle, setShownPage } from './use-revalidate.ts';

const post = new Request('http://shop.test/orders/1/status', { method: 'POST' });
const unreached = () => ({ type: 'error' as const, result: new TypeError('Failed to fetch') });

test('holds a form’s answer until the page has been read again', async () => {
  const { promise: read, resolve: finish } = Promise.withResolvers<void>();
  const revalidated = revalidateWhenIdle(() => read);
  let isAnswered = false;
  const answered = keepPage({ request: post }, async () => ({})).then(() => (isAnswered = true));
  await setTimeout(20);
  expect(isAnswered).toBe(false);
  finish();
  await Promise.all([answered, revalidated]);
});

test('a revalidation waits until a form’s post is answered', async () => {
  const { promise: answer, resolve: arrive } = Promise.withResolvers<Record<string, never>>();
  const posted = keepPage({ request: post }, () => answer);
  const revalidate = vi.fn(async () => {});
  const revalidated = revalidateWhenIdle(revalidate);
  await setTimeout(20);
  expect(revalidate).not.toHaveBeenCalled();
  arrive({});
  await posted;
  expect(await revalidated).toBe(true);
  expect(revalidate).toHaveBeenCalledOnce();
});

test('a failed reload keeps the old data, or stays an error', async () => {
  setShownPage('/orders?q=a b#top', [{ id: 'root', loaderData: { name: 'Bisvar' } }]);
  const ask = (address: string) =>
    keepPage({ request: new Request(`http://shop.test${address}`) }, async () => ({
      root: unreached(),
      list: unreached(),
    }));
  let results = await ask('/gallery');
  expect(results).toMatchObject({ root: unreached(), list: unreached() });
  const isReached = await revalidateWhenIdle(async () => {
    results = await ask('/orders?q=a%20b');
  });
  expect(isReached).toBe(false);
  expect(results).toMatchObject({ root: { type: 'data', result: { name: 'Bisvar' } }, list: unreached() });
});
