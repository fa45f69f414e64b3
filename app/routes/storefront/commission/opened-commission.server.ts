import { href } from 'react-router';
import { openByLink } from '#app/modules/conversations/conversations.server.ts';
import type { Config } from '#app/platform/config.server.ts';
import { NotFound } from '#app/platform/errors.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { keepCookie, readCookie, signedCookie } from '#app/routes/cookies.server.ts';

/** Only `/api/events` reads it; signed, so that no other commission can be named (T23). */
const cookieOf = (config: Config) =>
  signedCookie(config, 'commission', { path: href('/api/events'), sameSite: 'strict' });

/** The Set-Cookie line that lets this browser follow the commission whose link it has opened. */
export const keepOpenedCommission = (config: Config, token: string): Promise<string> =>
  keepCookie(config, cookieOf(config), token);

/** The request whose link this browser has opened, while that link opens it; undefined otherwise. */
export async function openedRequest(shop: Shop, request: Request): Promise<string | undefined> {
  const token = await readCookie(request, cookieOf(shop.config));
  if (!token) return undefined;
  const opened = await openByLink(shop, token).catch((error: unknown) => {
    if (error instanceof NotFound) return undefined;
    throw error;
  });
  return opened?.requestId;
}
