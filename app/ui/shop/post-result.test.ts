import { expect, test } from 'vitest';
import { answerOrTrouble } from './post-result.ts';

const told = async (posted: Promise<{ ok: boolean; message: string }>) => {
  const shown: string[] = [];
  const answer = await answerOrTrouble(posted, 'Failed to remove', ({ message }) => shown.push(message)).catch(
    (error: Error) => error.name,
  );
  return { shown, answer };
};

test('what could not be sent is told in the specified words', async () => {
  const { shown, answer } = await told(Promise.reject(new TypeError('Failed to fetch')));
  expect(shown).toEqual(['Failed to remove']);
  expect(answer).toMatchObject({ init: { status: 503 } });
});

test('a first tap that a second one took over from is no trouble', async () => {
  const taken = new DOMException('signal is aborted without reason', 'AbortError');
  expect(await told(Promise.reject(taken))).toEqual({ shown: [], answer: 'AbortError' });
});
