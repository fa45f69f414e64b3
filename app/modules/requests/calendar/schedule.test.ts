import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '#app/modules/store/settings/settings.ts';
import { isBusinessDay } from '#app/modules/store/shipping/delivery.ts';
import { finishedAsBusy } from './messages.ts';
import { hoursOf, scheduleWork } from './schedule.ts';

const NOW = new Date('2026-11-23T04:30:00Z');
const DAY_MS = 86_400_000;
const plan = (
  hours: readonly number[],
  { now = NOW, hoursPerWeek = 20, holidays = [] as Parameters<typeof scheduleWork>[0]['holidays'] } = {},
) => scheduleWork({ now, hoursPerWeek, holidays, bookings: hours.map((each, at) => ({ at, hours: each })) });

describe('planning work into weeks', () => {
  test('moves the third piece up after a cancellation', () => {
    expect(plan([8, 8, 8]).finishes).toEqual(['2026-11-28', '2026-11-28', '2026-12-05']);
    expect(plan([8, 8]).finishes).toEqual(['2026-11-28', '2026-11-28']);
    expect(plan([8]).earliestFinish(8)).toBe('2026-11-28');
    expect(plan([8, 8]).earliestFinish(8)).toBe('2026-12-05');
  });

  test('starts in the current week’s remaining hours, in India’s days', () => {
    // On Saturday evening in India a sixth of the week is left, and on Sunday none.
    expect(plan([], { now: new Date('2026-11-28T14:00:00Z') }).earliestFinish(3)).toBe('2026-11-28');
    expect(plan([], { now: new Date('2026-11-28T14:00:00Z') }).earliestFinish(4)).toBe('2026-12-05');
    expect(plan([], { now: new Date('2026-11-28T19:00:00Z') }).earliestFinish(1)).toBe('2026-12-05');
  });

  test('holidays reduce a week, which ends on its last working day', () => {
    const holidays = [
      { from: '2026-11-27', to: '2026-11-28', reason: 'Wedding' },
      { from: '2026-11-30', to: '2026-12-06', reason: 'Away' },
    ];
    const { finishes, weeks } = plan([8, 8], { holidays });
    expect(finishes).toEqual(['2026-11-26', '2026-12-12']);
    expect(weeks.map(({ from, to, hours }) => [from, to, Math.round(hours)])).toEqual([
      ['2026-11-23', '2026-11-29', 13],
      ['2026-11-30', '2026-12-06', 0],
      ['2026-12-07', '2026-12-13', 20],
    ]);
    expect(plan([20], { holidays }).finishes).toEqual(['2026-12-12']);
  });

  test('splits work over several weeks when one is not enough', () => {
    const { finishes, weeks } = plan([8, 45, 4]);
    expect(finishes).toEqual(['2026-11-28', '2026-12-12', '2026-12-12']);
    expect(weeks.map(({ booked }) => booked.map(({ booking, hours }) => [booking.at, hours]))).toEqual([
      [
        [0, 8],
        [1, 12],
      ],
      [[1, 20]],
      [
        [1, 13],
        [2, 4],
      ],
    ]);
  });

  test('gives no date when it is too far ahead', () => {
    expect(plan([8, 2_000_000], { hoursPerWeek: 1 }).finishes).toEqual(['2027-01-16', undefined]);
    expect(plan([2_000_000, 1]).finishes).toEqual([undefined, undefined]);
    expect(plan([2_000_000]).earliestFinish(1)).toBeUndefined();
    expect(plan([], { holidays: [{ from: '2026-01-01', to: '2999-01-01', reason: 'Closed' }] }).earliestFinish(1)).toBe(
      undefined,
    );
  });
});

describe('any bookings', () => {
  const someWork = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 14 });
  const someHolidays = fc.array(
    fc.tuple(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 0, max: 15 })).map(([first, length]) => ({
      from: new Date(NOW.getTime() + first * DAY_MS).toISOString().slice(0, 10),
      to: new Date(NOW.getTime() + (first + length) * DAY_MS).toISOString().slice(0, 10),
      reason: 'Festival',
    })),
    { maxLength: 4 },
  );
  const aStudio = fc.record({
    now: fc.integer({ min: 0, max: 14 }).map((days) => new Date(NOW.getTime() + days * DAY_MS)),
    hoursPerWeek: fc.integer({ min: 1, max: 40 }),
    holidays: someHolidays,
  });

  test('no week exceeds its hours, and work ends on a working day', () => {
    fc.assert(
      fc.property(someWork, aStudio, (hours, studio) => {
        const { weeks, finishes } = plan(hours, studio);
        const booked = hours.map(() => 0);
        for (const week of weeks) {
          const sum = week.booked.reduce((total, share) => total + share.hours, 0);
          expect(sum).toBeLessThanOrEqual(week.hours + 1e-6);
          expect(sum + week.free).toBeCloseTo(week.hours);
          for (const share of week.booked) booked[share.booking.at]! += share.hours;
        }
        for (const [at, each] of hours.entries()) expect(booked[at]).toBeCloseTo(each);
        for (const finish of finishes) expect(isBusinessDay(finish!, studio.holidays)).toBe(true);
      }),
    );
  });

  test('work accepted earlier finishes no later', () => {
    fc.assert(
      fc.property(someWork, aStudio, (hours, studio) => {
        const { finishes } = plan(hours, studio);
        for (const [at, finish] of finishes.entries()) if (at > 0) expect(finishes[at - 1]! <= finish!).toBe(true);
      }),
    );
  });

  test('removing work delays nothing, and added work keeps its estimate', () => {
    fc.assert(
      fc.property(someWork, aStudio, fc.nat(), fc.integer({ min: 1, max: 60 }), (hours, studio, any, further) => {
        const { finishes, earliestFinish } = plan(hours, studio);
        expect(plan([...hours, further], studio).finishes).toEqual([...finishes, earliestFinish(further)]);
        if (hours.length === 0) return;
        const out = any % hours.length;
        const without = plan(hours.toSpliced(out, 1), studio);
        for (const [at, finish] of finishes.toSpliced(out, 1).entries())
          expect(without.finishes[at]! <= finish!).toBe(true);
        expect(without.earliestFinish(further)! <= earliestFinish(further)!).toBe(true);
      }),
    );
  });
});

test('uses hours of the category, medium or default, plus stitching', () => {
  const settings = {
    ...DEFAULT_SETTINGS,
    workHours: [
      { category: 'Saree', hours: 12 },
      { category: 'Fabric painting', hours: 7 },
    ],
  };
  expect(hoursOf(settings, { category: ' saree', medium: 'fabric' })).toBe(12);
  expect(hoursOf(settings, { category: 'Dupatta', medium: 'fabric', wantStitching: false })).toBe(7);
  expect(hoursOf(settings, { category: 'Dupatta', medium: 'fabric', wantStitching: true })).toBe(11);
  expect(hoursOf(settings, { category: 'Bowl', medium: 'handcraft' })).toBe(8);
  expect(hoursOf(settings, {})).toBe(8);
  expect(hoursOf(settings, { hours: 3 })).toBe(3);
  expect(hoursOf(DEFAULT_SETTINGS, { category: 'Fabric Painting', medium: 'fabric' })).toBe(8);
});

test.each([
  ['2026-12-01', 'We have room in our calendar: yours could be ready by 1 December 2026.'],
  ['2026-12-08', 'Could be ready by 8 December 2026.'],
  ['2026-12-15', 'Could be ready by 15 December 2026.'],
  ['2026-12-16', 'We’re busy at the moment: yours could be ready by 16 December 2026.'],
])('a finish on %s, beside “2–3 weeks”, reads “%s”', (day, sentence) => {
  const said = finishedAsBusy(day, { today: '2026-11-24', weeks: { from: 2, to: 3 } });
  expect(said).toBe(sentence);
});
