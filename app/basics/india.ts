/** The calendar day in India (IST) of an instant, as 'YYYY-MM-DD'; coupons and festivals live in whole Indian days. */
export function dayInIndia(instant: Date): string {
  return DAY.format(instant);
}

/** How many days lie between two calendar days 'YYYY-MM-DD', whichever is first. */
export const daysBetween = (a: string, b: string): number =>
  Math.abs(new Date(`${a}T00:00:00Z`).getTime() - new Date(`${b}T00:00:00Z`).getTime()) / 86_400_000;

/** How many times midnight in India lies between two instants: 0 is the same day. */
export const daysApartInIndia = (a: Date, b: Date): number => daysBetween(dayInIndia(a), dayInIndia(b));

/** When that day ends; India's clocks are never changed. */
export const endOfDayInIndia = (instant: Date): Date =>
  new Date(new Date(`${dayInIndia(instant)}T24:00:00+05:30`).getTime());

const DAY = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Asia/Kolkata',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});
const LONG_DAY = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});
const SHORT_DAY = new Intl.DateTimeFormat('en-IN', { timeZone: 'Asia/Kolkata', day: 'numeric', month: 'short' });
const MONTH = new Intl.DateTimeFormat('en-IN', { timeZone: 'Asia/Kolkata', month: 'long', year: 'numeric' });
const WEEKDAY = new Intl.DateTimeFormat('en-IN', { timeZone: 'Asia/Kolkata', weekday: 'long' });
const DAY_AND_MONTH = new Intl.DateTimeFormat('en-IN', { timeZone: 'Asia/Kolkata', day: 'numeric', month: 'long' });
const TIME = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
});

const DAY_FIRST = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?=$|\s)/;
const MOMENT = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(z|[+-]\d\d(?::?\d\d)?)?)?$/i;

/**
 * The instant that was written down: as ISO has it, or day first, as in 05/11/2026; without a zone it is Indian time. Undefined
 * for anything else, which could mean two days.
 */
export function readMoment(text: string): Date | undefined {
  const iso = text
    .trim()
    .replace(DAY_FIRST, (_, day, month, year) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
  const [, day, time = '00:00', zone = '+05:30'] = MOMENT.exec(iso) ?? [];
  const noon = new Date(`${day}T12:00Z`);
  // A 31 April is the first of May to the engine.
  if (!day || Number.isNaN(noon.getTime()) || noon.toISOString().slice(0, 10) !== day) return undefined;
  const instant = new Date(`${day}T${time}${/^[+-]\d\d$/.test(zone) ? `${zone}:00` : zone}`);
  return Number.isNaN(instant.getTime()) ? undefined : instant;
}

/** '21 November 2026', in Indian time whatever the machine's zone, so that server and browser agree. */
export function formatDay(instant: Date | string): string {
  return LONG_DAY.format(new Date(instant));
}

/** '21 Nov', in Indian time. */
export function formatShortDay(instant: Date | string): string {
  return SHORT_DAY.format(new Date(instant));
}

/** A calendar day 'YYYY-MM-DD' in two parts that stand together: 'Tuesday' and '24 November'. */
export function weekdayAndDay(day: string): [weekday: string, dayAndMonth: string] {
  const noon = new Date(`${day}T12:00:00+05:30`);
  return [WEEKDAY.format(noon), DAY_AND_MONTH.format(noon)];
}

/** '24 November' of a calendar day 'YYYY-MM-DD'. */
export const dayAndMonth = (day: string): string => weekdayAndDay(day)[1];

/** 'November 2026' of a month 'YYYY-MM'. */
export const formatMonth = (month: string): string => MONTH.format(new Date(`${month}-15T12:00:00+05:30`));

/** '4:18 PM', in Indian time. */
export function formatTime(instant: Date | string): string {
  return TIME.format(new Date(instant)).toUpperCase();
}

/** '24 Nov, 4:18 PM' */
export const formatShortMoment = (instant: Date | string): string =>
  `${formatShortDay(instant)}, ${formatTime(instant)}`;

/** '21 November 2026, 4:18 PM', in Indian time. */
export function formatMoment(instant: Date | string): string {
  return `${formatDay(instant)}, ${formatTime(instant)}`;
}
