import { createHash } from 'node:crypto';

/** What a form was made from, as one word of it: by that the form tells later whether what it shows was changed meanwhile. */
export const digestSeen = (shown: unknown): string =>
  createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22);

/**
 * Whether what stands `now` is neither what a form was made from, as far as it says that, nor what it wants there: then it was saved by
 * this very form, whose answer was lost. All are digests.
 */
export const isStale = (seen: string | undefined, now: string, wanted?: string): boolean =>
  seen !== undefined && now !== seen && now !== wanted;
