import type { Paise } from '#app/basics/money.ts';
import { readRupees } from '#app/basics/rupees.ts';

/** Reads '₹1,84,265.50', 'Rs. 2,500' or 'INR 530.00 Cr' as exact paise. */
export function readAmount(text: string): Paise | undefined {
  return readRupees(
    text
      .trim()
      .replace(/\s*(?:\(cr\)|cr|inr)\.?$/i, '')
      .replace(/^\+/, ''),
  );
}

/** Reads '500.00 Cr' as incoming money; '-500.00', '(500.00)' and '500.00 Dr' as outgoing. */
export function readSigned(text: string): { amount: number; sign: 'in' | 'out' | undefined } | undefined {
  const trimmed = text.trim();
  const isOut = /^[-−]|^\(.*\d\)$|\bdr\W*$/i.test(trimmed);
  const isIn = /^\+|\d\W*cr\W*$/i.test(trimmed);
  const amount = readAmount(trimmed.replace(/^[-−+]\s*|^\((?=.*\d\)$)|(?<=\d)\s*\W?(?:dr|cr)\W*$|(?<=\d)\)$/gi, ''));
  if (amount === undefined || (isIn && isOut)) return undefined;
  return { amount, sign: isIn ? 'in' : isOut ? 'out' : undefined };
}

export function readBalance(text: string): number | undefined {
  const signed = readSigned(text);
  return signed?.sign === 'out' ? -signed.amount : signed?.amount;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const NUMBERS = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?!\d)/;

/** `mixed`: some dates are possible only day-first, and some only month-first. */
export type DayOrder = 'day-first' | 'month-first' | 'mixed';

export function findDayOrder(dates: Iterable<string>): DayOrder {
  let [isDayFirst, isMonthFirst] = [false, false];
  for (const date of dates) {
    const [, first, second] = NUMBERS.exec(date.trim()) ?? [];
    isDayFirst ||= Number(first) > 12;
    isMonthFirst ||= Number(second) > 12;
  }
  return isMonthFirst ? (isDayFirst ? 'mixed' : 'month-first') : 'day-first';
}

/** Reads '21/11/2026' or 'Nov 21, 2026'. Returns undefined for an impossible day or a mixed column. */
export function readDay(text: string, order: DayOrder = 'day-first'): string | undefined {
  const trimmed = text.trim();
  const iso = /^(\d{4})-(\d{2})-(\d{2})/.exec(trimmed);
  const numbers = NUMBERS.exec(trimmed);
  const named = /^(\d{1,2})[- /]?([a-z]{3})[a-z]*[- /,]*(\d{4}|\d{2})(?!\d)/i.exec(trimmed);
  const american = /^([a-z]{3})[a-z]* (\d{1,2}),? (\d{4})(?!\d)/i.exec(trimmed);
  if (iso) return calendarDay(iso[1]!, iso[2]!, iso[3]!);
  if (numbers) {
    const [, first, second, year] = numbers as unknown as [string, string, string, string];
    if (order === 'mixed') return undefined;
    return order === 'day-first' ? calendarDay(year, second, first) : calendarDay(year, first, second);
  }
  const [month, dayOfMonth, year] = named ? [named[2]!, named[1]!, named[3]!] : (american?.slice(1) ?? []);
  if (!month || !dayOfMonth || !year) return undefined;
  const monthNumber = MONTHS.indexOf(month.toLowerCase()) + 1;
  return monthNumber === 0 ? undefined : calendarDay(year, String(monthNumber), dayOfMonth);
}

function calendarDay(year: string, month: string, day: string): string | undefined {
  const written = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${written}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(written) ? written : undefined;
}

const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*';
const DATE = [
  String.raw`\d{4}-\d{2}-\d{2}\b`,
  String.raw`\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})\b`,
  String.raw`${MONTH} \d{1,2},? \d{4}\b`,
  String.raw`\d{1,2}[- /]?${MONTH}[- /,]*(?:\d{4}|\d{2})\b`,
].join('|');

export const DAY = new RegExp(String.raw`\b(?:${DATE})`, 'i');
const STARTS_WITH_DAY = new RegExp(String.raw`^[\s"'=#,;|]*(?:\d{1,5}[\s"'=.,;|]+)?(?:${DATE})`, 'i');

export const startsWithDay = (row: string): boolean => STARTS_WITH_DAY.test(row);
