import { uuidSchema } from '#app/basics/uuid-schema.ts';
import type { Config } from '#app/platform/config.server.ts';
import { DAY_IN_SECONDS, keepCookie, readCookie, textCookie } from '#app/routes/cookies.server.ts';

/** By this a browser shows that pictures are its own, without a sign-in; for as long as a picture waits for its request to be sent. */
const cookie = textCookie('inspiration_key', { maxAge: 2 * DAY_IN_SECONDS, httpOnly: true });

/** The key this browser uploads under; undefined when it has none. */
export const readUploadKey = async (request: Request): Promise<string | undefined> =>
  uuidSchema.safeParse(await readCookie(request, cookie)).data;

/** The Set-Cookie line that keeps the key, or drops it once its pictures were sent. */
export const keepUploadKey = (config: Config, key: string | undefined): Promise<string> =>
  keepCookie(config, cookie, key ?? '');
