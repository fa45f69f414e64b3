import { formatDay } from '#app/basics/india.ts';

export const finishedBy = (day: string): string => `Could be ready by ${formatDay(day)}.`;

const WEEK_IN_MS = 7 * 24 * 3_600_000;

export function finishedAsBusy(
  day: string,
  { today, weeks }: { today: string; weeks: { from: number; to: number } },
): string {
  const inWeeks = (Date.parse(day) - Date.parse(today)) / WEEK_IN_MS;
  if (inWeeks < weeks.from) return `We have room in our calendar: yours could be ready by ${formatDay(day)}.`;
  if (inWeeks > weeks.to) return `We’re busy at the moment: yours could be ready by ${formatDay(day)}.`;
  return finishedBy(day);
}

/** Warns about a requested day that is too early, without refusing it. */
export const tooEarly = (day: string): string =>
  `The earliest we can finish is ${formatDay(day)}. You can still send your request, and we’ll tell you what is possible.`;

export const neededTooEarly = (neededBy: string, day: string): string =>
  `You need it by ${formatDay(neededBy)}, but the earliest we can finish is ${formatDay(day)}. We’ll write to you about it.`;

export const isTooEarly = (neededBy: string | null | undefined, finish: string | undefined): finish is string =>
  Boolean(neededBy) && finish !== undefined && neededBy! < finish;
