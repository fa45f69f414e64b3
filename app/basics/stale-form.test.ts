import { expect, test } from 'vitest';
import { isStale, staleFormMessage } from './stale-form.ts';

test('refuses a form that shows another version than the stored one', () => {
  expect(isStale(1, 2)).toBe(true);
  expect(isStale(1, 1)).toBe(false);
  expect(isStale('unverified', 'matched')).toBe(true);
});

test('accepts a form that shows no version', () => {
  expect(isStale(undefined, 2)).toBe(false);
});

test('accepts a form that was saved before, when its answer was lost', () => {
  expect(isStale('before', 'typed', 'typed')).toBe(false);
  expect(isStale('before', 'another', 'typed')).toBe(true);
});

test('says what is stored if the form does not show it', () => {
  expect(staleFormMessage('This coupon')).toMatch(
    /^This coupon was changed in the meantime\..*, or cancel to keep the new version\.$/,
  );
  expect(staleFormMessage('This address', '4 Mall Road')).toMatch(/Save again to overwrite: 4 Mall Road$/);
});
