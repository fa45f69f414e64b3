import QRCode from 'qrcode';
import { describe, expect, test } from 'vitest';
import { type Paise, paise, rupees } from '#app/basics/money.ts';
import { isMarkedReference, isUpiId, looksLikeUtr, normaliseReference, upiLink } from './payment.ts';
import { drawUpiPayment } from './payments.server.ts';

const personal = { address: 'studio@upi', name: 'Bisvar & Co', isMerchant: false };

describe('a payment reference', () => {
  test('is stored without spaces and in upper case', () => {
    expect(normaliseReference('  t2411 21ab c9 ')).toBe('T241121ABC9');
  });

  test('ignores punctuation, and does not count it as length', () => {
    for (const typed of ['UTR-123456789', 'utr 123456789', 'UTR:123.456/789', 'UTR123456789'])
      expect(normaliseReference(typed)).toBe('UTR123456789');
    expect(normaliseReference('12-34-5')).toBeUndefined();
  });

  test('has at least 6 characters, spaces not counted, and at most 64', () => {
    expect(normaliseReference('12345')).toBeUndefined();
    expect(normaliseReference('1 2 3 4 5')).toBeUndefined();
    expect(normaliseReference('123456')).toBe('123456');
    expect(normaliseReference('9'.repeat(64))).toHaveLength(64);
    expect(normaliseReference('9'.repeat(65))).toBeUndefined();
  });

  test('contains only printable characters', () => {
    expect(normaliseReference('12345\u0000')).toBeUndefined();
    expect(normaliseReference('रसीद १२३४५६')).toBeUndefined();
  });

  test.each([
    'UPI Ref No. 447311110001',
    'UTR447311110001',
    '\u202A447311110001\u202C',
    '4473 1111 0001',
    '4473-1111-0001',
    'UPI/CR/447311110001/ASHA',
    '४४७३११११०००१',
    '４４７３１１１１０００１',
    'Ref 12, 447311110001',
  ])('reads its only run of 12 digits from %j', (pasted) => {
    expect(normaliseReference(pasted)).toBe('447311110001');
  });

  test('keeps two 12-digit runs, longer runs and gateway ids unchanged', () => {
    expect(normaliseReference('447311110001 447311110002')).toBe('447311110001447311110002');
    expect(normaliseReference('0000447311110001')).toBe('0000447311110001');
    expect(normaliseReference('pay_A447311110001')).toBe('PAYA447311110001');
  });

  test('of 12 digits looks like a UTR, another does not', () => {
    expect(looksLikeUtr('432187650912')).toBe(true);
    expect(looksLikeUtr('43218765091')).toBe(false);
    expect(looksLikeUtr('T32187650912')).toBe(false);
  });

  test('is marked for the owner when typed and not a UTR', () => {
    for (const typed of ['43218765091', 'T32187650912', 'PAID123']) expect(isMarkedReference(typed)).toBe(true);
    for (const given of ['432187650912', 'CASH-BV-7K3M-9QX2', 'UPI-BV-7K3M-9QX2', 'pay_Nq1x2y3z', 'PAY_NQ1X2Y3Z'])
      expect(isMarkedReference(given)).toBe(false);
    expect(isMarkedReference('T2411211530', 'phonepe')).toBe(false);
    expect(isMarkedReference('T2411211530', 'manual')).toBe(true);
  });
});

test.each([
  ['a@upi', true],
  ['98765.43210-2@okhdfcbank', true],
  [' asha_r@ybl ', true],
  ['12345678@SBIN0001234.ifsc.npci', true],
  ['@upi', false],
  ['asha', false],
  ['asha@u', false],
  ['asha@example.com', false],
  ['asha rawat@upi', false],
])('%s as a UPI ID: %s', (typed, isOne) => {
  expect(isUpiId(typed)).toBe(isOne);
});

describe('the UPI link', () => {
  test('names payee, amount in rupees, INR and the order as note', () => {
    expect(upiLink(personal, { amount: paise(863_650), note: 'BV-7K3M-9QX2' })).toBe(
      'upi://pay?pa=studio@upi&pn=Bisvar%20%26%20Co&am=8636.50&cu=INR&tn=BV-7K3M-9QX2',
    );
  });

  test('cuts the note at 50 characters', () => {
    const link = new URL(upiLink(personal, { amount: rupees(1), note: 'x'.repeat(80) }));
    expect(link.searchParams.get('tn')).toHaveLength(50);
  });

  test('carries a transaction reference for a merchant only', () => {
    expect(upiLink({ ...personal, isMerchant: true }, { amount: rupees(1), note: 'BV-1' })).toContain('&tr=BV-1');
    expect(upiLink(personal, { amount: rupees(1), note: 'BV-1' })).not.toContain('tr=');
  });
});

describe('the drawn payment', () => {
  test('draws exactly its link’s QR squares with a quiet zone of four', () => {
    const drawn = drawUpiPayment(personal, { amount: rupees(8636), orderNumber: 'BV-7K3M-9QX2' });
    const { modules } = QRCode.create(drawn.link, { errorCorrectionLevel: 'M' });
    const painted = new Set<string>();
    for (const [, x, y, width] of drawn.qr.path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
      for (let at = 0; at < Number(width); at += 1) painted.add(`${Number(x) + at - 4},${Number(y) - 4}`);
    }
    const wanted = new Set<string>();
    for (let row = 0; row < modules.size; row += 1)
      for (let column = 0; column < modules.size; column += 1)
        if (modules.get(row, column)) wanted.add(`${column},${row}`);
    expect(painted).toEqual(wanted);
    expect(drawn.qr.size).toBe(modules.size + 8);
  });

  test('a personal address has an app link up to ₹2,000', () => {
    const offers = (isMerchant: boolean, amount: Paise) =>
      drawUpiPayment({ ...personal, isMerchant }, { amount, orderNumber: 'BV-1' }).offersAppLink;
    expect(offers(false, rupees(2000))).toBe(true);
    expect(offers(false, rupees(2001))).toBe(false);
    expect(offers(true, rupees(2001))).toBe(true);
  });
});
