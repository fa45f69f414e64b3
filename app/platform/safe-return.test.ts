import fc from 'fast-check';
import { expect, test } from 'vitest';
import { safeReturn } from './safe-return.ts';

test.each(['/', '/cart', '/gallery/oil?sort=newest&page=2', '/artwork/1#care', '/a%2F%2Fevil.example'])(
  '%s returns to the shop',
  (wanted) => {
    expect(safeReturn(wanted, '/elsewhere')).toBe(wanted);
  },
);

test.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/..//evil.example',
  '/.//evil.example',
  'javascript:alert(1)',
  'cart',
  '',
  ' /cart',
  '/cart\u0000',
  '/\u202Eevil',
  `/${'a'.repeat(2000)}`,
  undefined,
  null,
  7,
  ['/cart'],
])('%j does not', (wanted) => {
  expect(safeReturn(wanted, '/cart')).toBe('/cart');
});

test('any return address stays within the shop', () => {
  const part = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    '@',
    ':',
    '?',
    '#',
    '%2f',
    '%5c',
    '\t',
    '\r\n',
    'evil.example',
    'http:',
    'cart',
    ' ',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.webUrl(),
        fc.array(part, { maxLength: 8 }).map((parts) => parts.join('')),
      ),
      (wanted) => {
        const way = safeReturn(wanted);
        expect(way).toMatch(/^\/(?![/\\])/);
        expect(new URL(way, 'https://bisvar.example').host).toBe('bisvar.example');
      },
    ),
    { numRuns: 300 },
  );
});
