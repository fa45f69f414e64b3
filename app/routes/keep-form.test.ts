import { data, type DataStrategyResult, redirect } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FormAnswer } from '#app/ui/kit/use-form.ts';
import { keepForm } from './keep-form.ts';

const errorResponse = (status: number) => ({ status, statusText: '', internal: false, data: null });

async function resultOf(error: unknown, fields: Record<string, string> = {}): Promise<DataStrategyResult> {
  const body = new URLSearchParams({ note: 'Half', ...fields });
  const request = new Request('http://shop.test/admin', { method: 'POST', body });
  const results = await keepForm({ request }, () => Promise.resolve({ page: { type: 'error', result: error } }));
  return results.page!;
}

async function answerTo(error: unknown, fields?: Record<string, string>): Promise<FormAnswer> {
  const { type, result } = await resultOf(error, fields);
  expect(type).toBe('data');
  expect(result).toMatchObject({ init: { status: 503 } });
  return (result as { data: FormAnswer }).data;
}

beforeEach(() => void vi.stubGlobal('location', new URL('http://shop.test/profile')));
afterEach(() => void vi.unstubAllGlobals());

test('a form without an answer keeps its input and says why', async () => {
  for (const [error, failure] of [
    [new TypeError('Failed to fetch'), 'unreached'],
    [data(new TypeError('Failed to fetch')), 'unreached'],
    [errorResponse(500), 'broken'],
  ] as const) {
    expect(await answerTo(error)).toMatchObject({
      ok: false,
      failure,
      formError: expect.stringContaining('something went wrong'),
      typed: { note: 'Half' },
    });
    const failureText = 'Failed to delete order.';
    expect(await answerTo(error, { failureText })).toMatchObject({ formError: failureText, message: failureText });
  }
});

test('a form about something that no longer exists says so', async () => {
  expect(
    await answerTo(errorResponse(404), { failureText: 'Error deleting artwork. Please try again.' }),
  ).toMatchObject({
    failure: 'gone',
    formError: expect.stringContaining('this no longer exists'),
  });
  expect(await answerTo(errorResponse(404), { failureToast: 'Failed to update cart' })).toMatchObject({
    message: 'Failed to update cart. It no longer exists.',
  });
});

test('a form from before an update says to reload, and keeps its input', async () => {
  const failureText = 'Error deleting artwork. Please try again.';
  expect(await answerTo(errorResponse(400), { failureText })).toMatchObject({
    failure: 'outdated',
    formError: expect.stringContaining('reload the page'),
    typed: { note: 'Half' },
  });
  expect(await answerTo(errorResponse(400), { failureToast: 'Failed to update cart' })).toMatchObject({
    message: 'Failed to update cart. Reload the page.',
  });
});

test('a form sent offline says so', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  expect(await answerTo(new TypeError('Failed to fetch'), { failureToast: 'Failed to update cart' })).toMatchObject({
    message: 'Failed to update cart. You are offline.',
  });
});

test('a form whose session has ended asks to sign in', async () => {
  const signedOut = {
    failure: 'signed-out',
    formError: expect.stringContaining('you are signed out'),
    signInAt: '/login',
    typed: { note: 'Half' },
  };
  expect(await answerTo(redirect('/login?returnTo=%2Fprofile', 303))).toMatchObject(signedOut);
  expect(await answerTo(redirect('/cart?signin=1&returnTo=%2Fcheckout', 303))).toMatchObject(signedOut);
  vi.stubGlobal('location', new URL('http://shop.test/admin/settings'));
  const fetched = vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(Response.json(null));
  expect(await answerTo(errorResponse(404))).toMatchObject(signedOut);
  for (const answer of [Response.json({ session: {} }), new Response(null, { status: 429 })]) {
    fetched.mockResolvedValueOnce(answer);
    expect(await answerTo(errorResponse(404))).toMatchObject({ failure: 'gone' });
  }
  fetched.mockRestore();
});

test('a button of a signed-out visitor opens the sign-in', async () => {
  const leadsOn = redirect('/login?returnTo=%2Fprofile', 303);
  expect(await resultOf(leadsOn, { failureToast: 'Failed' })).toEqual({ type: 'error', result: leadsOn });
});

test('a form that a second tap replaced is left to the router', async () => {
  const aborted = new DOMException('signal is aborted without reason', 'AbortError');
  expect(await resultOf(aborted)).toEqual({ type: 'error', result: aborted });
  expect(await resultOf(data(aborted))).toMatchObject({ type: 'error' });
});
