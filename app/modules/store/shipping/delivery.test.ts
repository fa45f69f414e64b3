import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS, holidayOn } from '#app/modules/store/settings/settings.ts';
import { businessDaysAfter, estimateArrival } from './delivery.ts';

const START = Date.UTC(2026, 9, 1);
const dayAt = (offset: number) => new Date(START + offset * 86_400_000).toISOString().slice(0, 10);
const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;
const isOpen = (day: string, holidays: Parameters<typeof holidayOn>[0]) =>
  new Date(`${day}T00:00:00Z`).getUTCDay() !== 0 && holidayOn(holidays, day) === undefined;

const aDay = fc.integer({ min: 0, max: 400 }).map(dayAt);
const someHolidays = fc.array(
  fc
    .tuple(fc.integer({ min: 0, max: 420 }), fc.integer({ min: 0, max: 12 }))
    .map(([first, length]) => ({ from: dayAt(first), to: dayAt(first + length), reason: 'Festival' })),
  { maxLength: 12 },
);
const someDays = fc.integer({ min: 0, max: 40 });

test('business days skip Sundays and holidays, and include today only for zero', () => {
  const diwali = [{ from: '2026-11-26', to: '2026-11-27', reason: 'Diwali' }];
  expect(businessDaysAfter('2026-11-21', 0, [])).toBe('2026-11-21');
  expect(businessDaysAfter('2026-11-22', 0, [])).toBe('2026-11-23');
  expect(businessDaysAfter('2026-11-21', 1, [])).toBe('2026-11-23');
  expect(businessDaysAfter('2026-11-21', 5, [])).toBe('2026-11-27');
  expect(businessDaysAfter('2026-11-21', 5, diwali)).toBe('2026-11-30');
});

test('exactly that many business days lie between, ending on one', () => {
  fc.assert(
    fc.property(aDay, someDays, someHolidays, (day, days, holidays) => {
      const last = businessDaysAfter(day, days, holidays);
      expect(isOpen(last, holidays)).toBe(true);
      expect(last >= day).toBe(true);
      const passed = Array.from({ length: daysBetween(day, last) }, (_, n) =>
        new Date(Date.parse(day) + (n + 1) * 86_400_000).toISOString().slice(0, 10),
      ).filter((each) => isOpen(each, holidays));
      if (days > 0) expect(passed).toHaveLength(days);
    }),
  );
});

test('more days, and more holidays, never make it earlier', () => {
  fc.assert(
    fc.property(aDay, someDays, someDays, someHolidays, someHolidays, (day, days, more, holidays, others) => {
      const last = businessDaysAfter(day, days, holidays);
      expect(businessDaysAfter(day, days + more, holidays) >= last).toBe(true);
      expect(businessDaysAfter(day, days, [...holidays, ...others]) >= last).toBe(true);
    }),
  );
});

test('arrives after processing, on a delivery day, in a valid range', () => {
  const range = fc.tuple(someDays, someDays).map(([one, other]) => ({
    from: Math.min(one, other),
    to: Math.max(one, other),
  }));
  const aPin = fc.constantFrom('110001', '411001', '263601', '744101');
  fc.assert(
    fc.property(
      aDay,
      range,
      someHolidays,
      aPin,
      fc.boolean(),
      (orderedOn, processing, holidays, zipCode, madeToOrder) => {
        const promises = { ...DEFAULT_SETTINGS.promises, processingBusinessDays: processing };
        const settings = { ...DEFAULT_SETTINGS, promises, holidays };
        const { from, to } = estimateArrival(settings, { orderedOn, zipCode, madeToOrder });
        expect(from >= businessDaysAfter(orderedOn, processing.from, holidays)).toBe(true);
        expect(to >= businessDaysAfter(orderedOn, processing.to, holidays)).toBe(true);
        expect(from <= to).toBe(true);
        expect([from, to].every((day) => isOpen(day, holidays))).toBe(true);
        if (madeToOrder) expect(daysBetween(orderedOn, from)).toBeGreaterThanOrEqual(14);
      },
    ),
  );
});

test('adds processing and delivery of the PIN code’s zone', () => {
  const order = { orderedOn: '2026-11-21', madeToOrder: false };
  expect(estimateArrival(DEFAULT_SETTINGS, { ...order, zipCode: '110001' })).toEqual({
    from: '2026-11-26',
    to: '2026-11-30',
  });
  expect(estimateArrival(DEFAULT_SETTINGS, { ...order, zipCode: '744101' })).toEqual({
    from: '2026-12-01',
    to: '2026-12-05',
  });
  expect(estimateArrival(DEFAULT_SETTINGS, { ...order, zipCode: '110001', madeToOrder: true })).toEqual({
    from: '2026-12-10',
    to: '2026-12-21',
  });
});
