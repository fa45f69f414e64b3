import { beforeEach, describe, expect, test, vi } from 'vitest';
import { sendInTurn } from './send-in-turn.ts';

describe.each([
  ['with locks of the browser', true],
  ['in a browser without locks', false],
])('%s', (_case, hasLocks) => {
  beforeEach(() => {
    if (!hasLocks) vi.stubGlobal('navigator', {});
    return () => vi.unstubAllGlobals();
  });

  test('a post is sent once the one before it is answered, or has failed', async () => {
    const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
    const sent: string[] = [];
    const post = (name: string, answer: string | Promise<string>) =>
      sendInTurn(async () => {
        sent.push(name);
        return answer;
      });
    const answers = Promise.allSettled([
      post('first', first.promise),
      post('second', second.promise),
      post('third', 'kept'),
    ]);
    await vi.waitFor(() => expect(sent).toEqual(['first']));
    first.resolve('added');
    await vi.waitFor(() => expect(sent).toEqual(['first', 'second']));
    second.reject(new DOMException('signal is aborted without reason', 'AbortError'));
    expect(await answers).toMatchObject([{ value: 'added' }, { reason: { name: 'AbortError' } }, { value: 'kept' }]);
  });
});
