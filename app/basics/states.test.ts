import { expect, test } from 'vitest';
import { STATES_AND_TERRITORIES } from './states.ts';

test('there are 28 states and 8 union territories to choose from', () => {
  expect(new Set(STATES_AND_TERRITORIES).size).toBe(28 + 8);
});
