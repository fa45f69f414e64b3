import { expect, test, vi } from 'vitest';
import { sendInTurn } from './send-in-turn.ts';

test('sends each request after the previous one was answered or failed', async () => {
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

test('a hanging post blocks others for at most ten seconds', async () => {
  const timeout = new AbortController();
  vi.spyOn(AbortSignal, 'timeout')
    .mockReturnValueOnce(new AbortController().signal)
    .mockReturnValueOnce(timeout.signal);
  const hanging = Promise.withResolvers<string>();
  const first = sendInTurn(() => hanging.promise);
  const second = sendInTurn(async () => 'kept');
  timeout.abort(new DOMException('signal timed out', 'TimeoutError'));
  expect(await second).toBe('kept');
  hanging.resolve('late');
  expect(await first).toBe('late');
});

test('in a browser without locks a post is sent at once', async () => {
  vi.stubGlobal('navigator', {});
  expect(await sendInTurn(async () => 'kept')).toBe('kept');
  vi.unstubAllGlobals();
});
