import { href } from 'react-router';
import type { Config } from '#app/platform/config.server.ts';
import { keepCookie, readCookie, signedCookie } from '#app/routes/cookies.server.ts';

/** Only `/api/events` reads it; signed, so that no other commission can be named (T23). */
const cookieOf = (config: Config) =>
  signedCookie(config, 'commission', { path: href('/api/events'), sameSite: 'strict' });

/** The Set-Cookie line that lets this browser follow the commission whose link it has opened. */
export const keepOpenedCommission = (config: Config, token: string): Promise<string> =>
  keepCookie(config, cookieOf(config), token);

/** The token of the link this browser has opened, or undefined. */
export const openedCommission = (config: Config, request: Request): Promise<string | undefined> =>
  readCookie(request, cookieOf(config));
