import { createCookieGetter, parseCookies } from 'better-auth/cookies';
import { constantTimeEqual, makeSignature } from 'better-auth/crypto';
import type { Shop } from '#app/platform/shop.server.ts';

/** The secret that signs session cookies; demo makes one at its first start (open-shop), live refuses to start without. */
export function sessionSecret({ config }: Pick<Shop, 'config'>): string {
  if (!config.sessionSecret) throw new Error('The shop was opened without a session secret');
  return config.sessionSecret;
}

/** How Better Auth names its cookies here. */
export const cookieOptions = (shop: Pick<Shop, 'config'>) => ({
  cookiePrefix: 'bisvar',
  useSecureCookies: isHttps(shop),
});

/** A cookie that Better Auth signed: what it says, and the pair to send on. */
export type SignedCookie = { value: string; pair: string };

/** One of Better Auth's cookies among these headers, when its signature is ours. */
export async function readSignedCookie(
  shop: Pick<Shop, 'config'>,
  headers: Headers,
  what: 'session_token' | 'two_factor',
): Promise<SignedCookie | undefined> {
  const { name } = createCookieGetter({ advanced: cookieOptions(shop) })(what);
  const text = parseCookies(headers.get('cookie') ?? '').get(name) ?? '';
  const dot = text.lastIndexOf('.');
  if (dot < 1) return undefined;
  const value = text.slice(0, dot);
  const isOurs = constantTimeEqual(text.slice(dot + 1), await makeSignature(value, sessionSecret(shop)));
  return isOurs ? { value, pair: `${name}=${encodeURIComponent(text)}` } : undefined;
}

const DEVICE_COOKIE = 'device';
const DEVICE_DAYS = 400;

/** The random name this browser carries, if it has one. */
export function readDeviceCookie(headers: Headers): string | undefined {
  const text = parseCookies(headers.get('cookie') ?? '').get(DEVICE_COOKIE);
  return text && /^[\w-]{32}$/.test(text) ? text : undefined;
}

/** The Set-Cookie line by which a browser keeps its random name. */
export const writeDeviceCookie = (shop: Pick<Shop, 'config'>, device: string): string =>
  `${DEVICE_COOKIE}=${device}; Max-Age=${DEVICE_DAYS * 24 * 60 * 60}; Path=/; HttpOnly; SameSite=Lax${isHttps(shop) ? '; Secure' : ''}`;

const isHttps = ({ config }: Pick<Shop, 'config'>) => config.shopUrl.startsWith('https://');
