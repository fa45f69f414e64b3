import { uuidSchema } from '#app/basics/uuid-schema.ts';
import type { Config } from '#app/platform/config.server.ts';
import { keepCookie, readCookie } from '#app/routes/cookies.server.ts';

/** By this a browser shows that pictures are its own, without a sign-in; no script can read it. */
const NAME = 'inspiration_key';
/** As long as a picture waits for its request to be sent. */
const DAYS = 2;

/** The key this browser uploads under; undefined when it has none. */
export function readUploadKey(request: Request): string | undefined {
  return uuidSchema.safeParse(readCookie(request, NAME)).data;
}

/** The Set-Cookie line that keeps the key, or drops it once its pictures were sent. */
export function keepUploadKey(config: Config, key: string | undefined): string {
  return `${keepCookie(config, NAME, key ?? '', DAYS)}; HttpOnly`;
}
