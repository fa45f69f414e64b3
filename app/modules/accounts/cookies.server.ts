import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Shop } from '#app/platform/shop.server.ts';
import { sessionSecret } from './auth.server.ts';

/** A cookie that Better Auth signed: what it says, and the pair as the browser sent it. */
export type SignedCookie = { value: string; pair: string };

/** One of Better Auth's cookies among these headers, when its signature is ours. */
export function signedCookie(
  shop: Pick<Shop, 'config'>,
  headers: Headers,
  what: 'session_token' | 'two_factor',
): SignedCookie | undefined {
  const start = `${isHttps(shop) ? '__Secure-' : ''}bisvar.${what}=`;
  const pair = headers
    .get('cookie')
    ?.split(/; */)
    .find((part) => part.startsWith(start));
  const text = pair && decoded(pair.slice(start.length));
  const dot = text ? text.lastIndexOf('.') : -1;
  if (!pair || !text || dot < 1) return undefined;
  const value = text.slice(0, dot);
  const given = Buffer.from(text.slice(dot + 1), 'base64');
  const right = createHmac('sha256', sessionSecret(shop)).update(value).digest();
  return given.length === right.length && timingSafeEqual(given, right) ? { value, pair } : undefined;
}

/** What a browser that got these Set-Cookie lines would send, for asking on in the same request. */
export const sentBack = (cookies: readonly string[]): string => cookies.map((line) => line.split(';')[0]).join('; ');

const DEVICE_COOKIE = 'device';
const DEVICE_DAYS = 400;

/** The random name this browser carries, if it has one. */
export function deviceCookie(headers: Headers): string | undefined {
  const text = headers
    .get('cookie')
    ?.split(/; */)
    .find((part) => part.startsWith(`${DEVICE_COOKIE}=`))
    ?.slice(DEVICE_COOKIE.length + 1);
  return text && /^[\w-]{32}$/.test(text) ? text : undefined;
}

/** The Set-Cookie line by which a browser keeps its random name. */
export const keepDeviceCookie = (shop: Pick<Shop, 'config'>, device: string): string =>
  `${DEVICE_COOKIE}=${device}; Max-Age=${DEVICE_DAYS * 24 * 60 * 60}; Path=/; HttpOnly; SameSite=Lax${isHttps(shop) ? '; Secure' : ''}`;

const isHttps = ({ config }: Pick<Shop, 'config'>) => config.shopUrl.startsWith('https://');

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
