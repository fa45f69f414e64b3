import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainCode, plainLine, visibleText } from './typed-text.ts';

test.each([
  ['\u202A+91 98765 43210\u202C', '+91 98765 43210'],
  ['98765\u201143210', '98765-43210'],
  ['+91 98765\u201343210', '+91 98765-43210'],
  ['263601\u200E', '263601'],
  ['\u200Basha@example.com', 'asha@example.com'],
  ['WELCOME10\u200B', 'WELCOME10'],
  ['４４７３８８８０００７７', '447388800077'],
  ['९८७६५४३२१०', '9876543210'],
  ['௯௮௭௬௫ ૪૩૨૧૦', '98765 43210'],
  ['٤٤٧٣', '4473'],
  ['BV\u20127K3M\u22129QX2', 'BV-7K3M-9QX2'],
])('reads the pasted code %j', (pasted, read) => expect(plainCode(pasted)).toBe(read));

test('an invisible name is empty', () => {
  expect(plainLine('\u200B\u2060\u200D \uFEFF\u00AD')).toBe('');
});

test('keeps joiners inside Indic words and removes others', () => {
  const indic = 'क्\u200Dष र्\u200Dय ক্\u200Cষ';
  expect(plainLine(indic)).toBe(indic);
  expect(plainLine('As\u200Dha \u200Cक\u200D')).toBe('Asha क');
});

test('joined emoji stay joined', () => {
  expect(visibleText('👩\u200D🎨 ❤\uFE0F\u200D🔥 a\u200D🎨')).toBe('👩\u200D🎨 ❤\uFE0F\u200D🔥 a🎨');
});

test('long text keeps lines, tabs and signs that have a compatible form', () => {
  expect(visibleText('10 m²\n½\tय\u202Eabc\u0000')).toBe('10 m²\n½\tयabc');
});

test('cleaning twice equals cleaning once', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      for (const clean of [visibleText, plainLine, plainCode]) expect(clean(clean(text))).toBe(clean(text));
    }),
  );
});

test('a code contains no invisible character, other digit or other dash', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(plainCode(text)).not.toMatch(/[^\P{Cf}\u200C\u200D]|\p{Cc}|(?![0-9])\p{Nd}|(?!-)\p{Pd}/u);
    }),
  );
});
