import { type Medium, MEDIUM_NAMES } from '#app/modules/catalogue/artworks/medium.ts';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import type { Holiday } from '#app/modules/store/settings/setting-values.ts';
import { daysAfter, isBusinessDay } from '#app/modules/store/shipping/delivery.ts';
import { dayInIndia } from '#app/basics/india.ts';

export type Work = { hours: number } | WorkKind;
export type WorkKind = { category?: string | null; medium?: Medium | null; wantStitching?: boolean | null };

/** Returns the hours of work: by category, else by medium, else the default. */
export function hoursOf({ studioCalendar, workHours }: Pick<Settings, 'studioCalendar' | 'workHours'>, work: Work) {
  if ('hours' in work) return work.hours;
  const { category, medium, wantStitching } = work;
  const hoursFor = (name: string | null | undefined) =>
    name ? workHours.find((row) => row.category.toLowerCase() === name.trim().toLowerCase())?.hours : undefined;
  const hours = hoursFor(category) ?? hoursFor(medium && MEDIUM_NAMES[medium]) ?? studioCalendar.otherWorkHours;
  return hours + (wantStitching ? studioCalendar.stitchingHours : 0);
}

/** Hours are counted in sixths, so that a holiday takes a whole number. */
const WORKING_DAYS = 6;
const MAX_WEEKS = 520;

export type ScheduledWeek<Booking> = {
  from: string;
  to: string;
  hours: number;
  free: number;
  booked: { booking: Booking; hours: number }[];
};

export type Schedule<Booking> = {
  finishes: (string | undefined)[];
  weeks: ScheduledWeek<Booking>[];
  earliestFinish: (hours: number) => string | undefined;
};

type Place = { week: number; taken: number };

/**
 * Books work into weeks in the order of acceptance: no work begins before earlier work. Longer work takes consecutive
 * weeks.
 */
export function scheduleWork<Booking extends { hours: number }>({
  now,
  hoursPerWeek,
  holidays,
  bookings,
}: {
  now: Date;
  hoursPerWeek: number;
  holidays: readonly Holiday[];
  bookings: readonly Booking[];
}): Schedule<Booking> {
  const today = dayInIndia(now);
  const monday = mondayOf(today);
  const weeks: { days: string[]; booked: ScheduledWeek<Booking>['booked'] }[] = [];
  const weekAt = (index: number) => {
    for (let at = weeks.length; at <= index; at += 1) {
      const days = Array.from({ length: 7 }, (_, day) => daysAfter(monday, at * 7 + day));
      weeks.push({ days: days.filter((day) => day >= today && isBusinessDay(day, holidays)), booked: [] });
    }
    return weeks[index]!;
  };
  const capacityOf = (index: number) => weekAt(index).days.length * hoursPerWeek;

  const place = (
    { week, taken }: Place,
    hours: number,
    note?: (week: number, share: number) => void,
  ): Place | undefined => {
    const mayBeSplit = hours > hoursPerWeek;
    let left = hours * WORKING_DAYS;
    for (; week < MAX_WEEKS; week += 1, taken = 0) {
      const free = capacityOf(week) - taken;
      const share = mayBeSplit ? Math.min(free, left) : free >= left ? left : 0;
      if (share === 0) continue;
      note?.(week, share);
      left -= share;
      if (left === 0) return { week, taken: taken + share };
    }
    return undefined;
  };
  const finishAt = (at: Place | undefined) => at && weekAt(at.week).days.at(-1);

  let last: Place | undefined = { week: 0, taken: 0 };
  const finishes = bookings.map((booking) => {
    last &&= place(last, booking.hours, (week, share) =>
      weekAt(week).booked.push({ booking, hours: share / WORKING_DAYS }),
    );
    return finishAt(last);
  });
  const shown = weeks.findLastIndex(({ booked }) => booked.length > 0) + 1;
  return {
    finishes,
    weeks: Array.from({ length: shown }, (_, index) => {
      const { booked } = weekAt(index);
      const from = daysAfter(monday, index * 7);
      const hours = capacityOf(index) / WORKING_DAYS;
      const taken = booked.reduce((sum, share) => sum + share.hours, 0);
      return { from, to: daysAfter(from, 6), hours, free: Math.max(0, hours - taken), booked };
    }),
    earliestFinish: (hours) => finishAt(last && place(last, hours)),
  };
}

function mondayOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return daysAfter(day, -((weekday + 6) % 7));
}
