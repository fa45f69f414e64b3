import { createHash } from 'node:crypto';

/** What a form was made from, as one word of it: by that the form tells later whether what it shows was changed meanwhile. */
export const digestSeen = (shown: unknown): string =>
  createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22);
