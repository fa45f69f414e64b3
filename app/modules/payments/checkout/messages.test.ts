import { expect, test } from 'vitest';
import { holdMessage, placeOrderMessage } from './messages.ts';

test('who is signed out, and what is gone, is refused in the words of the specification', () => {
  expect(placeOrderMessage({ ok: false, reason: 'not-signed-in', data: undefined }).message).toBe(
    'User not authenticated',
  );
  const gone = { ok: false, reason: 'out-of-stock', data: { title: 'Brass Lota', available: 0 } } as const;
  expect(placeOrderMessage(gone).message).toBe('Order creation failed: Brass Lota is out of stock.');
});

test('over the limit, paying online is advised only where a gateway is offered', () => {
  const over = (hasGateway: boolean) => holdMessage({ ok: false, reason: 'too-many-unmatched', data: { hasGateway } });
  expect(over(true)).toContain('pay online');
  expect(over(false)).not.toContain('pay online');
});
