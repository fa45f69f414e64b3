import { describe, expect, test } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import {
  WHATSAPP_LANGUAGES,
  WHATSAPP_TEXT_LENGTH,
  type WhatsAppFacts,
  type WhatsAppLanguage,
} from '#app/modules/messaging/messages/whatsapp.ts';
import { momentOfOrder } from '#app/modules/orders/orders/whatsapp-texts.ts';
import { momentOfRequest, WHATSAPP_MOMENTS, whatsAppTexts } from './whatsapp-texts.ts';

const facts: WhatsAppFacts = {
  name: 'Asha Rawat',
  shopName: 'Bisvar',
  number: 'BV-7K3M-9QX2',
  artwork: 'Marigolds in a Brass Lota',
  link: 'https://shop.example/track-order?order=BV-7K3M-9QX2',
  amount: rupees(8636),
  parcels: ['Delhivery 1234567890'],
};

describe.each(WHATSAPP_MOMENTS)('the text for %s', (moment) => {
  test.each(Object.keys(WHATSAPP_LANGUAGES) as WhatsAppLanguage[])('in %s is complete and short', (language) => {
    const longest = { ...facts, name: 'A'.repeat(60), artwork: 'A very long title. '.repeat(20) };
    const least = { ...facts, name: '', parcels: [], ...(moment.startsWith('request-') ? { link: '' } : {}) };
    for (const each of [facts, longest, least]) {
      const text = whatsAppTexts(moment, each)[language];
      expect(text).not.toMatch(/undefined|null|NaN|\$|\{|\}|\[|\]| {2}|Namaste ,|नमस्ते {2}/);
      expect(text).toContain('Bisvar');
      expect(text.length).toBeLessThan(WHATSAPP_TEXT_LENGTH);
    }
    expect(whatsAppTexts(moment, facts)[language]).toContain('BV-7K3M-9QX2');
  });

  test('is English in one and Hindi in the other', () => {
    const { en, hi } = whatsAppTexts(moment, facts);
    expect(en).toMatch(/^Namaste Asha, this is Bisvar\. /);
    expect(en).not.toMatch(/\p{Script=Devanagari}/u);
    expect(hi).toMatch(/^नमस्ते Asha जी, Bisvar से। /);
    expect(hi.match(/\p{Script=Devanagari}/gu)!.length).toBeGreaterThan(30);
  });
});

test('a finished, paid piece ships soon, else after its balance', () => {
  expect(whatsAppTexts('ready', { ...facts, amount: rupees(0) }).en).toContain('We’ll ship it soon.');
  expect(whatsAppTexts('ready', facts).en).toContain('when the balance of ₹8,636 is paid');
});

test('the shipping text names the courier and tracking number', () => {
  expect(whatsAppTexts('order-shipped', facts).en).toBe(
    'Namaste Asha, this is Bisvar. Your order BV-7K3M-9QX2 is on its way. Delhivery 1234567890. Track it here: https://shop.example/track-order?order=BV-7K3M-9QX2',
  );
});

test.each([
  ['pending', 'pending', 'unverified', 'payment-awaited'],
  ['processing', 'pending', 'unverified', 'payment-awaited'],
  ['processing', 'confirmed', 'unverified', 'order-confirmed'],
  ['processing', 'confirmed', 'rejected', 'payment-not-found'],
  ['cancelled', 'failed', 'rejected', 'payment-not-found'],
  ['shipped', 'confirmed', 'matched', 'order-shipped'],
  ['delivered', 'confirmed', 'matched', 'order-delivered'],
  ['cancelled', 'refunded', 'matched', 'order-placed'],
] as const)('for an order %s, payment %s and %s, the moment is %s', (status, paymentStatus, verification, moment) => {
  const order = { status, paymentStatus, verification, paymentMethod: 'upi' } as const;
  expect(momentOfOrder(order)).toBe(moment);
  expect(momentOfOrder(order, true)).toBe('refund-asked');
});

test.each([
  ['pending', 'order-placed'],
  ['processing', 'order-confirmed'],
  ['shipped', 'order-shipped'],
] as const)('for cash on delivery, %s, the moment is %s, never payable', (status, moment) => {
  const order = { status, paymentStatus: 'pending', verification: 'unverified', paymentMethod: 'cod' } as const;
  expect(momentOfOrder(order)).toBe(moment);
});

test.each([
  ['asked', 'answer', 'request-received'],
  ['quoted', 'quote-answer', 'request-quoted'],
  ['quoted', 'quote', 'request-received'],
  ['agreed', 'advance', 'request-accepted'],
  ['fabric-in', 'fabric-confirmation', 'fabric-in'],
  ['design', 'fabric-confirmation', 'fabric-in'],
  ['design', 'approval', 'approval-awaited'],
  ['design', 'work', 'design'],
] as const)('for a custom order %s, waiting for %s, the moment is %s', (state, what, moment) => {
  expect(momentOfRequest({ state, waiting: { for: 'customer', what, until: null }, order: null })).toBe(moment);
});

test('an accepted free request asks for no payment', () => {
  for (const language of ['en', 'hi'] as const) {
    const asks = (amount: number) =>
      /pay|भुगतान/.test(whatsAppTexts('request-accepted', { ...facts, amount: rupees(amount) })[language]);
    expect([asks(5000), asks(0)]).toEqual([true, false]);
  }
});
