import { data, redirect, UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router';
import { expect, test, vi } from 'vitest';
import { stayHere } from './stay-here.ts';

/** What the page says when its action ends like this. */
async function saidAfter(error: unknown, message?: string) {
  const request = new Request('http://shop.test/admin', {
    method: 'POST',
    body: new URLSearchParams({ note: 'Half' }),
  });
  const answer: unknown = await stayHere(message)({ request, serverAction: () => Promise.reject(error) });
  return (answer as ReturnType<typeof data<{ formError: string; typed: object }>>).data;
}

test('an action without an answer says so, and what was typed stays', async () => {
  const typed = { note: 'Half' };
  for (const error of [new TypeError('Failed to fetch'), new ErrorResponse(500, 'Internal Server Error', null)]) {
    expect(await saidAfter(error)).toEqual({ formError: expect.stringContaining('could not be reached'), typed });
    expect(await saidAfter(error, 'Failed to delete order.')).toEqual({ formError: 'Failed to delete order.', typed });
  }
});

test('what was deleted meanwhile is gone, and not unreached', async () => {
  const error = new ErrorResponse(404, 'Not Found', null);
  for (const message of [undefined, 'Error deleting artwork. Please try again.'])
    expect(await saidAfter(error, message)).toEqual({
      formError: expect.stringContaining('it is no longer there'),
      typed: { note: 'Half' },
    });
});

test('whose session ended while they typed is told to sign in, and keeps what was typed', async () => {
  const typed = { note: 'Half' };
  const signedOut = { formError: expect.stringContaining('you are no longer signed in'), signInAt: '/login', typed };
  expect(await saidAfter(redirect('/login?returnTo=%2Fprofile', 303))).toEqual(signedOut);
  expect(await saidAfter(redirect('/cart?signin=1&returnTo=%2Fcheckout', 303))).toEqual(signedOut);
  // The admin area is an unknown address to who isn't signed in.
  const unknown = new ErrorResponse(404, 'Not Found', null);
  const asked = vi.spyOn(globalThis, 'fetch');
  vi.stubGlobal('location', { pathname: '/admin/settings' });
  try {
    asked.mockResolvedValueOnce(Response.json(null));
    expect(await saidAfter(unknown)).toEqual(signedOut);
    for (const answer of [Response.json({ session: {} }), new Response(null, { status: 429 })]) {
      asked.mockResolvedValueOnce(answer);
      expect(await saidAfter(unknown)).toEqual({ formError: expect.stringContaining('it is no longer there'), typed });
    }
  } finally {
    asked.mockRestore();
    vi.unstubAllGlobals();
  }
});
