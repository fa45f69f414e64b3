import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sizeIn, formatSize } from './dimensions.ts';

test('formats a size in cm and inches to a tenth', () => {
  expect(formatSize(sizeIn({ width: 80, height: 60, unit: 'cm' }, 'inches'))).toBe('31.5\u00a0×\u00a023.6\u00a0inches');
  expect(formatSize(sizeIn({ width: 12, height: 0, unit: 'inches' }, 'cm'))).toBe('30.5\u00a0cm');
  expect(formatSize({ width: 0, height: 0, unit: 'cm' })).toBeUndefined();
});

test('converts a size both ways within a tenth of an inch', () => {
  const length = fc.integer({ min: 1, max: 1000 });
  fc.assert(
    fc.property(length, length, fc.constantFrom('cm' as const, 'inches' as const), (width, height, unit) => {
      const other = unit === 'cm' ? 'inches' : 'cm';
      const back = sizeIn(sizeIn({ width, height, unit }, other), unit);
      expect(Math.abs(back.width - width)).toBeLessThan(0.26);
      expect(Math.abs(back.height - height)).toBeLessThan(0.26);
    }),
  );
});
