import { expect, test } from 'vitest';
import { isUnreached } from './is-unreached.ts';

test('distinguishes no answer from errors, in each browser’s words', () => {
  for (const text of ['Failed to fetch', 'NetworkError when attempting to fetch resource.', 'Load failed'])
    expect(isUnreached(new TypeError(text))).toBe(true);
  expect(isUnreached(new Error('Unable to decode turbo-stream response from URL: /cart.data'))).toBe(true);
  expect(isUnreached(new TypeError("Cannot read properties of undefined (reading 'id')"))).toBe(false);
  expect(isUnreached(new Error('Failed to fetch'))).toBe(false);
  expect(isUnreached(new Response(null, { status: 500 }))).toBe(false);
});
