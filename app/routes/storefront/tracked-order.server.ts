import { href } from 'react-router';
import type { Config } from '#app/platform/config.server.ts';
import { keepCookie, readCookie, signedCookie } from '#app/routes/cookies.server.ts';

/** Only `/api/events` reads it; signed, so that no other order can be named (T23). */
const cookieOf = (config: Config) => signedCookie(config, 'tracked', { path: href('/api/events'), sameSite: 'strict' });

/** The Set-Cookie line that lets this browser follow the order it has found by its number. */
export const keepTrackedOrder = (config: Config, orderId: string): Promise<string> =>
  keepCookie(config, cookieOf(config), orderId);

/** The order this browser has found, or undefined. */
export const trackedOrder = (config: Config, request: Request): Promise<string | undefined> =>
  readCookie(request, cookieOf(config));
