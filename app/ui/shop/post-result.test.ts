import { expect, onTestFinished, test, vi } from 'vitest';
import { resultOrError } from './post-result.ts';

const resultOf = async (posted: Promise<{ ok: boolean; message: string }>) => {
  const shown: string[] = [];
  const answer = await resultOrError(posted, 'Failed to remove', ({ message }) => shown.push(message)).catch(
    (error: Error) => error.name,
  );
  return { shown, answer };
};

test('what could not be sent is told in the specified words', async () => {
  const { shown, answer } = await resultOf(Promise.reject(new TypeError('Failed to fetch')));
  expect(shown).toEqual(['Failed to remove']);
  expect(answer).toMatchObject({ init: { status: 503 } });
});

test('a first tap that a second one took over from is no trouble', async () => {
  const taken = new DOMException('signal is aborted without reason', 'AbortError');
  expect(await resultOf(Promise.reject(taken))).toEqual({ shown: [], answer: 'AbortError' });
});

test('says that the browser is offline, or that the thing no longer exists', async () => {
  const shown: string[] = [];
  const fail = (error: unknown) =>
    resultOrError(Promise.reject(error), 'Failed to update cart', ({ message }) => shown.push(message));
  await fail({ status: 404, statusText: '', internal: false, data: null });
  vi.stubGlobal('navigator', { onLine: false });
  onTestFinished(() => void vi.unstubAllGlobals());
  await fail(new TypeError('Failed to fetch'));
  expect(shown).toEqual(['Failed to update cart. It no longer exists.', 'Failed to update cart. You are offline.']);
});
