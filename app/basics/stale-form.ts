import type { Refused } from './result.ts';

/** The form shows an earlier version; `data` is the stored value. */
export type Stale<Now = undefined> = Refused<'stale', Now>;

/**
 * Optimistic concurrency: compares the stored version with the version shown. Returns false for a repeated form whose
 * `wanted` values are already stored.
 */
export const isStale = <Version extends string | number | null>(
  seen: Version | undefined,
  now: Version,
  wanted?: Version,
): boolean => seen !== undefined && now !== seen && now !== wanted;

/**
 * Returns the error of a stale form. Sending the form again saves it. `now` is the stored value, if the form does not
 * show it.
 */
export const staleFormMessage = (what: string, now?: string): string =>
  `${what} was changed in the meantime. Your text is still here. Save again to overwrite${now === undefined ? ' it, or cancel to keep the new version.' : `: ${now}`}`;

/** Error for a form opened before an update of the shop, which removed the form or a field. */
export const OUTDATED_FORM =
  'Nothing was changed, because this page is out of date. Your text is still here: copy it, then reload the page.';

/** Shown when the page cannot load a script, if a reload would lose text or did not help. */
export const OUTDATED_PAGE = 'This page is out of date. Save or copy your text, then reload the page.';
