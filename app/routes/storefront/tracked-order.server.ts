import { createHmac, timingSafeEqual } from 'node:crypto';
import { readCookie } from '#app/routes/cookies.server.ts';
import type { Config } from '#app/platform/config.server.ts';

const NAME = 'tracked';
/** The one address that reads it. */
const PATH = '/api/events';

function sealOf({ sessionSecret }: Config, orderId: string): string {
  if (!sessionSecret) throw new Error('the shop has no secret to seal with');
  return createHmac('sha256', sessionSecret).update(`tracked order ${orderId}`).digest('base64url');
}

/** The Set-Cookie line that lets this browser hear of the order it has found by its number; sealed, so that no other can be named (T23). */
export const keepTrackedOrder = (config: Config, orderId: string): string =>
  `${NAME}=${orderId}.${sealOf(config, orderId)}; Path=${PATH}; SameSite=Strict; HttpOnly${config.shopUrl.startsWith('https://') ? '; Secure' : ''}`;

/** The order this browser has found, or undefined; a seal that isn't ours is nothing. */
export function trackedOrder(config: Config, request: Request): string | undefined {
  const [orderId = '', seal = ''] = readCookie(request, NAME)?.split('.') ?? [];
  const [given, ours] = [Buffer.from(seal), Buffer.from(sealOf(config, orderId))];
  return given.length === ours.length && timingSafeEqual(given, ours) ? orderId : undefined;
}
