import { formatDay } from '#app/basics/india.ts';

/** When a piece can be finished, said to somebody who hasn't asked for it yet. */
export const finishedBy = (day: string): string =>
  `Finished on ${formatDay(day)} at the earliest, if you agree to our quote soon.`;

const WEEK_IN_MS = 7 * 24 * 3_600_000;

/** The same beside the weeks that such work usually takes: where it is sooner or later than those, why both are true. Days. */
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

/** Said of a day by which something is needed, once that is too early; nothing is refused for it. */
export const tooEarly = (day: string): string =>
  `We can’t finish it by then: ${formatDay(day)} is the earliest. Ask all the same, and we tell you what we can do.`;

/** The same once it was sent. */
export const neededTooEarly = (neededBy: string, day: string): string =>
  `You need it by ${formatDay(neededBy)}; we can’t finish it before ${formatDay(day)}. We write to you about it.`;

/** Whether something is needed before it can be finished; an unfinished date is none. */
export const isTooEarly = (neededBy: string | null | undefined, finish: string | undefined): finish is string =>
  Boolean(neededBy) && finish !== undefined && neededBy! < finish;
