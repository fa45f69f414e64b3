import { expect, test } from 'vitest';
import { containsWebAddress } from './web-address.ts';

test.each([
  'Your refund waits: http://evil.test/claim',
  'Claim: https ://evil.test',
  'www.evil',
  'Refund at evil.com',
  'bit.ly/abc',
  'Go to EVIL.SHOP now',
  'paytm-refund.co.in',
  'evil．com',
  'claim.xn--80ak6aa92e',
  'refund.zip/claim',
])('%s contains a web address', (text) => expect(containsWebAddress(text)).toBe(true));

test.each([
  'Asha Rawat',
  'A.P.J. Abdul Kalam',
  'M.K.Gandhi',
  'Md.Salim Khan',
  'Dr.Asha Joshi',
  'Smt. Indira Devi (Mrs.)',
  'Ravi/Sunita',
  'आशा रावत',
  'S.Priya',
  'Asha @ Almora',
])('%s is a name', (text) => expect(containsWebAddress(text)).toBe(false));
