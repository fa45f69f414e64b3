import { expect, test } from 'vitest';
import { holdMessage, placeOrderMessage } from './messages.ts';

test('refuses signed-out and missing carts in the specified words', () => {
  expect(placeOrderMessage({ ok: false, reason: 'not-signed-in', data: undefined }).message).toBe(
    'User not authenticated',
  );
  const gone = { ok: false, reason: 'out-of-stock', data: { title: 'Brass Lota', available: 0 } } as const;
  expect(placeOrderMessage(gone).message).toBe('Order creation failed: Brass Lota is out of stock.');
});

test('suggests paying online only where a gateway is offered', () => {
  const over = (hasGateway: boolean) => holdMessage({ ok: false, reason: 'too-many-unmatched', data: { hasGateway } });
  expect(over(true)).toContain('pay online');
  expect(over(false)).not.toContain('pay online');
});
