import { expect, test } from 'vitest';
import { NOTHING, paise, rupees } from '#app/basics/money.ts';
import type { Balance } from '#app/modules/orders/ledger/ledger.ts';
import { whatsAppFactsOf } from './whatsapp-facts.ts';

const shop = { shopName: 'Bisvar', shopUrl: 'https://shop.example' };
const order = {
  id: '7d0c9a52-4c1e-4f0b-9d51-0a7c6f2b3e11',
  paymentStatus: 'confirmed',
  paymentMethod: 'upi',
  paymentReferenceId: null,
  verification: 'unverified',
  customerName: 'Asha Rawat',
  orderNumber: 'BV-7K3M-9QX2',
  advance: rupees(3000),
  total: rupees(9000),
  status: 'processing',
} as const;
const received = (amount: number): Balance => ({ due: rupees(9000), received: paise(amount * 100) });

test('states the next amount due', () => {
  const amountAt = (balance: Balance) => whatsAppFactsOf(order, { ...shop, balance }).amount;
  expect(amountAt(received(0))).toBe(rupees(3000));
  expect(amountAt(received(1000))).toBe(rupees(2000));
  expect(amountAt(received(3000))).toBe(rupees(6000));
  expect(whatsAppFactsOf({ ...order, advance: null }, { ...shop, balance: received(500) }).amount).toBe(rupees(8500));
});

test('states the refund owed, or the total of a cancelled order', () => {
  expect(whatsAppFactsOf(order, { ...shop, balance: received(9500), refundOwed: rupees(500) }).amount).toBe(
    rupees(500),
  );
  const cancelled = { ...order, advance: null, status: 'cancelled' } as const;
  const balance = { due: NOTHING, received: NOTHING };
  expect(whatsAppFactsOf(cancelled, { ...shop, balance }).amount).toBe(rupees(9000));
});

test('links to payment while it is due, otherwise to tracking', () => {
  const linkOf = (changes: Partial<Parameters<typeof whatsAppFactsOf>[0]>, balance: Balance) =>
    whatsAppFactsOf({ ...order, ...changes }, { ...shop, balance }).link;
  const waiting = { status: 'pending', paymentStatus: 'pending' } as const;
  const tracking = 'https://shop.example/track-order?order=BV-7K3M-9QX2';
  expect(linkOf({ ...waiting, advance: null }, received(0))).toBe(`https://shop.example/checkout?payment=${order.id}`);
  expect(linkOf(waiting, received(0))).toBe(`https://shop.example/profile/orders/${order.id}/pay`);
  expect(linkOf({ ...waiting, paymentReferenceId: '447309116024' }, received(0))).toBe(tracking);
  expect(linkOf({}, received(3000))).toBe(tracking);
});
