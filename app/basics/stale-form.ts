import type { Refused } from './result.ts';

/** The refusal of a form that shows what was changed since; `data` is what is stored now. */
export type Stale<Now = undefined> = Refused<'changed-meanwhile', Now>;

/**
 * Optimistic concurrency: whether what is stored `now` is not what the form showed. A form that shows nothing is never stale, nor one whose
 * answer was lost after it stored what it `wanted`. All three are versions, digests or states.
 */
export const isStale = <Version extends string | number | null>(
  seen: Version | undefined,
  now: Version,
  wanted?: Version,
): boolean => seen !== undefined && now !== seen && now !== wanted;

/** What a form says that keeps what was typed: sent again it is saved. `now`: what is stored, unless the form shows it. */
export const staleFormMessage = (what: string, now?: string): string =>
  `${what} was changed meanwhile. Nothing is saved yet: save again to replace what stands there now${now === undefined ? ', or cancel to keep it.' : `: ${now}`}`;
