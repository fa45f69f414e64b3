import { expect, test } from 'vitest';
import { placeOrderMessage } from './messages.ts';

test('who is signed out, and what is gone, is refused in the words of the specification', () => {
  expect(placeOrderMessage({ ok: false, reason: 'not-signed-in', data: undefined }).message).toBe(
    'User not authenticated',
  );
  const gone = { ok: false, reason: 'out-of-stock', data: { title: 'Brass Lota', available: 0 } } as const;
  expect(placeOrderMessage(gone).message).toBe('Order creation failed: Brass Lota is out of stock.');
});
