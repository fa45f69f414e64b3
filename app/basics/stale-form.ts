import type { Refused } from './result.ts';

/** The refusal of a form that shows an earlier version; `data` is the stored value. */
export type Stale<Now = undefined> = Refused<'stale', Now>;

/**
 * Optimistic concurrency: returns whether the stored version `now` differs from the one shown. False without a version,
 * and for a repeated form that has already stored what it `wanted`.
 */
export const isStale = <Version extends string | number | null>(
  seen: Version | undefined,
  now: Version,
  wanted?: Version,
): boolean => seen !== undefined && now !== seen && now !== wanted;

/**
 * The error of a form that keeps what was typed and saves when sent again. `now`: the stored value, unless the form
 * shows it.
 */
export const staleFormMessage = (what: string, now?: string): string =>
  `${what} was changed in the meantime. Nothing is saved yet: save again to replace what stands there now${now === undefined ? ', or cancel to keep it.' : `: ${now}`}`;
