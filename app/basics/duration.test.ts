import { expect, test } from 'vitest';
import { formatRange, formatSpan } from './duration.ts';

test('formats a span with both ends only when they differ', () => {
  expect([1, 24].map((hours) => formatSpan(hours, 'hour'))).toEqual(['1 hour', '24 hours']);
  expect(formatSpan({ from: 3, to: 3 }, 'week')).toBe('3 weeks');
  expect(formatSpan({ from: 1, to: 1 }, 'business day')).toBe('1 business day');
  expect(formatSpan({ from: 1, to: 2 }, 'business day')).toBe('1–\u20602 business days');
  expect([formatRange({ from: 5, to: 7 }), formatRange({ from: 5, to: 5 })]).toEqual(['5–\u20607', '5']);
});
