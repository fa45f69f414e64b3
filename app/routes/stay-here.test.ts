import { data, UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router';
import { expect, test } from 'vitest';
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
