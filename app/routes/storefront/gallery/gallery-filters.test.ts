import { expect, test } from 'vitest';
import { appliedTo } from './gallery-filters.tsx';

test('what narrows the gallery is named as it was sent where it is no name of the shop’s, like that of what every object has', () => {
  const names = ['oil', '__proto__', 'toString'];
  expect(appliedTo({ mediums: names }).map(({ label }) => label)).toEqual(['Oil', '__proto__', 'toString']);
  expect(appliedTo({ availability: names.slice(1) as never }).map(({ label }) => label)).toEqual(names.slice(1));
});
