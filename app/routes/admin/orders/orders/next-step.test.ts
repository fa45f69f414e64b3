import { describe, expect, test } from 'vitest';
import { NOTHING, rupees } from '#app/basics/money.ts';
import type { PaymentFacts } from '#app/modules/orders/orders/order-payment.ts';
import { nextStep } from './next-step.ts';

const order: PaymentFacts = {
  status: 'processing',
  paymentStatus: 'confirmed',
  paymentMethod: 'upi',
  paymentReferenceId: '447309990077',
  verification: 'matched',
  advance: null,
};
const paid = { due: rupees(900), received: rupees(900) };
const unpaid = { due: rupees(900), received: NOTHING };

describe('the next step of an order', () => {
  test('leads from the payment to the delivery', () => {
    expect(nextStep({ ...order, verification: 'unverified' }, unpaid, true)).toBe('confirm-payment');
    expect(nextStep(order, paid, true)).toBe('ship');
    expect(nextStep({ ...order, status: 'shipped' }, paid, true)).toBe('deliver');
    expect(nextStep({ ...order, status: 'delivered' }, paid, true)).toBeNull();
  });

  test('is for owners only while a payment waits', () => {
    const waiting = { ...order, verification: 'unverified' } as const;
    expect(nextStep(waiting, unpaid, false)).toBeNull();
    expect(nextStep({ ...waiting, status: 'shipped' }, unpaid, false)).toBe('deliver');
  });

  test('never ships what is unpaid or underpaid', () => {
    const short = { due: rupees(900), received: rupees(500) };
    expect(nextStep({ ...order, paymentReferenceId: null, verification: 'unverified' }, unpaid, true)).toBeNull();
    expect(nextStep({ ...order, verification: 'rejected' }, unpaid, true)).toBeNull();
    expect(nextStep(order, short, true)).toBeNull();
    expect(nextStep({ ...order, advance: rupees(500) }, short, true)).toBeNull();
    expect(nextStep({ ...order, status: 'cancelled' }, unpaid, true)).toBeNull();
  });

  test('is a call before cash on delivery ships', () => {
    const cod = {
      ...order,
      status: 'pending',
      paymentStatus: 'pending',
      paymentMethod: 'cod',
      paymentReferenceId: null,
      verification: 'unverified',
    } as const;
    expect(nextStep(cod, unpaid, true)).toBe('call');
    expect(nextStep({ ...cod, status: 'processing' }, unpaid, true)).toBe('ship');
  });
});
