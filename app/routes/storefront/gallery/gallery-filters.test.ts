import { expect, test } from 'vitest';
import { appliedTo } from './gallery-filters.tsx';

test('shows an unknown filter as it was sent, even property names', () => {
  const names = ['oil', '__proto__', 'toString'];
  expect(appliedTo({ mediums: names }).map(({ label }) => label)).toEqual(['Oil', '__proto__', 'toString']);
  expect(appliedTo({ availability: names.slice(1) as never }).map(({ label }) => label)).toEqual(names.slice(1));
});
