import { createHash } from 'node:crypto';

/** Returns a digest of what a form shows. The form sends it back as `seen`, for `isStale`. */
export const digestSeen = (shown: unknown): string =>
  createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22);
