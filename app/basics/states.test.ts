import { expect, test } from 'vitest';
import { STATES_AND_TERRITORIES } from './states.ts';

test('offers 28 states and 8 union territories', () => {
  expect(new Set(STATES_AND_TERRITORIES).size).toBe(28 + 8);
});
