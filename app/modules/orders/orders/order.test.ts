import { rupees } from '#app/basics/money.ts';
import { describe, expect, test } from 'vitest';
import { ORDER_STATUSES } from './order.ts';
import { cancellableUntil, isStepBack, mayCancel, shipsUnverified, stockEffect } from './order-life.ts';
import { orderPayment } from './order-payment.ts';

const placed = new Date('2026-11-21T10:00:00Z');
const after = (minutes: number) => new Date(placed.getTime() + minutes * 60_000);

describe('the order’s life', () => {
  test('moves from pending to delivered, cancellable until then, never back', () => {
    expect(isStepBack('pending', 'processing')).toBe(false);
    expect(isStepBack('pending', 'delivered')).toBe(false);
    expect(isStepBack('shipped', 'cancelled')).toBe(false);
  });

  test('leaving delivered or cancelled, or going down, is a step back', () => {
    expect(isStepBack('shipped', 'processing')).toBe(true);
    for (const to of ORDER_STATUSES) {
      if (to !== 'delivered') expect(isStepBack('delivered', to)).toBe(true);
      if (to !== 'cancelled') expect(isStepBack('cancelled', to)).toBe(true);
    }
  });

  test('returns stock on cancelling, takes it on restoring, no other time', () => {
    for (const from of ORDER_STATUSES) {
      for (const to of ORDER_STATUSES) {
        const expected =
          from !== 'cancelled' && to === 'cancelled'
            ? 'return'
            : from === 'cancelled' && to !== 'cancelled'
              ? 'take'
              : 'none';
        expect(stockEffect(from, to)).toBe(expected);
      }
    }
  });

  test('ships unverified when artworks leave before their payment is found', () => {
    const order = {
      status: 'processing',
      paymentStatus: 'confirmed',
      paymentReferenceId: '412345678901',
      verification: 'unverified',
      paymentMethod: 'manual',
      advance: null,
    } as const;
    const paid = { due: rupees(1600), received: rupees(1600) };
    const short = { due: rupees(1600), received: rupees(1500) };
    expect(shipsUnverified(order, 'shipped', paid)).toBe(true);
    expect(shipsUnverified(order, 'delivered', paid)).toBe(true);
    expect(shipsUnverified(order, 'cancelled', paid)).toBe(false);
    expect(shipsUnverified({ ...order, verification: 'rejected' }, 'shipped', paid)).toBe(true);
    expect(shipsUnverified({ ...order, verification: 'matched' }, 'shipped', paid)).toBe(false);
    expect(shipsUnverified({ ...order, verification: 'matched' }, 'shipped', short)).toBe(true);
    expect(orderPayment({ ...order, verification: 'matched' }, short).missing).toBe(rupees(100));
    expect(shipsUnverified({ ...order, paymentMethod: 'cod' }, 'shipped', paid)).toBe(false);
    expect(shipsUnverified({ ...order, status: 'shipped' }, 'delivered', paid)).toBe(false);
  });
});

describe('a customer', () => {
  test('may cancel for as long as the owner promises, before shipping', () => {
    expect(cancellableUntil({ createdAt: placed }, 2)).toEqual(after(120));
    expect(mayCancel({ advance: null, createdAt: placed, status: 'processing' }, 2, after(119))).toBe(true);
    expect(mayCancel({ advance: null, createdAt: placed, status: 'processing' }, 2, after(120))).toBe(false);
    expect(mayCancel({ advance: null, createdAt: placed, status: 'pending' }, 2, after(1))).toBe(true);
    expect(mayCancel({ advance: null, createdAt: placed, status: 'shipped' }, 2, after(1))).toBe(false);
    expect(mayCancel({ advance: null, createdAt: placed, status: 'cancelled' }, 2, after(1))).toBe(false);
    expect(mayCancel({ advance: null, createdAt: placed, status: 'processing' }, 5, after(299))).toBe(true);
    expect(mayCancel({ advance: null, createdAt: placed, status: 'processing' }, 5, after(300))).toBe(false);
    expect(mayCancel({ advance: rupees(100), createdAt: placed, status: 'processing' }, 5, after(1))).toBe(false);
  });
});
