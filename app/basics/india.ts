/** Returns the calendar day in India (IST) as 'YYYY-MM-DD'. */
export function dayInIndia(instant: Date): string {
  return DAY.format(instant);
}

export const daysBetween = (a: string, b: string): number =>
  Math.abs(new Date(`${a}T00:00:00Z`).getTime() - new Date(`${b}T00:00:00Z`).getTime()) / 86_400_000;

/** Counts the midnights in India between two instants. */
export const daysApartInIndia = (a: Date, b: Date): number => daysBetween(dayInIndia(a), dayInIndia(b));

/** India has no daylight saving time. */
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

/** Reads an ISO or day-first date and time, by default in Indian time. Returns undefined for an ambiguous text. */
export function readMoment(text: string): Date | undefined {
  const iso = text
    .trim()
    .replace(DAY_FIRST, (_, day, month, year) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
  const [, day, time = '00:00', zone = '+05:30'] = MOMENT.exec(iso) ?? [];
  const noon = new Date(`${day}T12:00Z`);
  // JavaScript reads 31 April as 1 May.
  if (!day || Number.isNaN(noon.getTime()) || noon.toISOString().slice(0, 10) !== day) return undefined;
  const instant = new Date(`${day}T${time}${/^[+-]\d\d$/.test(zone) ? `${zone}:00` : zone}`);
  return Number.isNaN(instant.getTime()) ? undefined : instant;
}

export function formatDay(instant: Date | string): string {
  return LONG_DAY.format(new Date(instant));
}

export function formatShortDay(instant: Date | string): string {
  return SHORT_DAY.format(new Date(instant));
}

export function weekdayAndDay(day: string): [weekday: string, dayAndMonth: string] {
  const noon = new Date(`${day}T12:00:00+05:30`);
  return [WEEKDAY.format(noon), DAY_AND_MONTH.format(noon)];
}

export const dayAndMonth = (day: string): string => weekdayAndDay(day)[1];

export const formatMonth = (month: string): string => MONTH.format(new Date(`${month}-15T12:00:00+05:30`));

export function formatTime(instant: Date | string): string {
  return TIME.format(new Date(instant)).toUpperCase();
}

export const formatShortMoment = (instant: Date | string): string =>
  `${formatShortDay(instant)}, ${formatTime(instant)}`;

export function formatMoment(instant: Date | string): string {
  return `${formatDay(instant)}, ${formatTime(instant)}`;
}
