import { expect, test } from 'vitest';
import { daysApartInIndia, readMoment } from './india.ts';

test.each([
  ['05/11/2026', '2026-11-04T18:30:00.000Z'],
  ['5-11-2026 10:30', '2026-11-05T05:00:00.000Z'],
  ['2026-11-05', '2026-11-04T18:30:00.000Z'],
  ['2026-11-05 10:00:00', '2026-11-05T04:30:00.000Z'],
  ['2024-02-03T20:00:00Z', '2024-02-03T20:00:00.000Z'],
  ['2024-02-04 10:00:00.123+00', '2024-02-04T10:00:00.123Z'],
])('reads %s as in India: day first, in Indian time', (text, instant) => {
  expect(readMoment(text)?.toISOString()).toBe(instant);
});

test.each(['11/25/2026', '31/04/2026', '2026-02-31', 'May 11, 2026', '05/11/26', '1234567', 'abc', ''])(
  'refuses %j, which does not have exactly one meaning',
  (text) => expect(readMoment(text)).toBeUndefined(),
);

test.each([
  ['yesterday, an hour ago', '2026-11-20T18:00:00Z', '2026-11-20T19:00:00Z', 1],
  ['the same day, 23 hours later', '2026-11-20T18:30:00Z', '2026-11-21T17:30:00Z', 0],
  ['the day before yesterday, 30 hours ago', '2026-11-20T18:00:00Z', '2026-11-22T00:00:00Z', 2],
])('days are counted by the calendar in India: %s', (_, since, now, days) => {
  expect(daysApartInIndia(new Date(since), new Date(now))).toBe(days);
});
