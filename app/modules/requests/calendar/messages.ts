import { formatDay } from '#app/basics/india.ts';

export const finishedBy = (day: string): string =>
  `Finished on ${formatDay(day)} at the earliest, if you agree to our quote soon.`;

const WEEK_IN_MS = 7 * 24 * 3_600_000;

export function finishedAsBusy(
  day: string,
  { today, weeks }: { today: string; weeks: { from: number; to: number } },
): string {
  const inWeeks = (Date.parse(day) - Date.parse(today)) / WEEK_IN_MS;
  if (inWeeks < weeks.from)
    return `Our calendar has room, so yours could be ready sooner: ${formatDay(day)} at the earliest, if you agree to our quote soon.`;
  if (inWeeks > weeks.to)
    return `We have much in hand, so yours takes longer: ${formatDay(day)} at the earliest, if you agree to our quote soon.`;
  return finishedBy(day);
}

/** Warns that a requested day is too early; nothing is refused. */
export const tooEarly = (day: string): string =>
  `We can’t finish it by then: ${formatDay(day)} is the earliest. Ask all the same, and we tell you what we can do.`;

export const neededTooEarly = (neededBy: string, day: string): string =>
  `You need it by ${formatDay(neededBy)}; we can’t finish it before ${formatDay(day)}. We write to you about it.`;

/** Returns whether it is needed before it can be finished; false for an incomplete date. */
export const isTooEarly = (neededBy: string | null | undefined, finish: string | undefined): finish is string =>
  Boolean(neededBy) && finish !== undefined && neededBy! < finish;
