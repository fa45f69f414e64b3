import { expect, test } from 'vitest';
import { STATES_AND_TERRITORIES } from './india.ts';
import { stateOfPin } from './pin-codes.ts';

test.each([
  ['263601', 'Uttarakhand'],
  ['248001', 'Uttarakhand'],
  ['226001', 'Uttar Pradesh'],
  ['110001', 'Delhi'],
  ['400001', 'Maharashtra'],
  ['403001', 'Goa'],
  ['560001', 'Karnataka'],
  ['682001', 'Kerala'],
  ['682555', 'Lakshadweep'],
  ['737101', 'Sikkim'],
  ['795001', 'Manipur'],
  ['26 36 01', 'Uttarakhand'],
])('PIN %s suggests %s', (pin, state) => expect(stateOfPin(pin)).toBe(state));

test('what is no PIN suggests nothing', () => {
  for (const pin of ['', '2', '000000', 'constructor', '990001']) expect(stateOfPin(pin)).toBeUndefined();
});

test('every suggestion is on the list', () => {
  for (let prefix = 10; prefix < 1000; prefix += 1) {
    const state = stateOfPin(String(prefix).padEnd(6, '0'));
    if (state) expect(STATES_AND_TERRITORIES).toContain(state);
  }
});
