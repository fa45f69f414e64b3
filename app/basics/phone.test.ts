import { expect, test } from 'vitest';
import { toE164 } from './phone.ts';

test.each(['9876543210', '+91 98765 43210', '0091-98765-43210', '919876543210', '098765 43210', '(98765) 43210'])(
  '%s is the Indian mobile +919876543210',
  (typed) => expect(toE164(typed)).toBe('+919876543210'),
);

test('a number of another country keeps its code', () => {
  expect(toE164('+44 7700 900123')).toBe('+447700900123');
  expect(toE164('0044 7700 900123')).toBe('+447700900123');
});

test.each([
  '',
  'deleted',
  '12345',
  '0123456789',
  '+91 12345 67890',
  '+91 98765 4321',
  '+0 9876543210',
  '98765432101234567',
])('“%s” is not a phone number for messages', (typed) => expect(toE164(typed)).toBeUndefined());
