import { createHmac } from 'node:crypto';
import { createCookieGetter, parseCookies } from 'better-auth/cookies';
import { constantTimeEqual } from 'better-auth/crypto';
import { cookieName, isHttps } from '#app/basics/cookie-names.ts';
import { sessionSecrets } from '#app/platform/session-secrets.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';

export const SESSION_SECONDS = 30 * 24 * 60 * 60;

/** How Better Auth names its cookies here. */
export const cookieOptions = (shop: Pick<Shop, 'config'>) => ({
  cookiePrefix: cookieName('bisvar', isHttps(shop)),
  useSecureCookies: false,
  defaultCookieAttributes: { secure: isHttps(shop) },
});

/** A cookie that Better Auth signed: what it says, and the pair to send on, signed by the present secret, which alone Better Auth knows it by. */
export type SignedCookie = { value: string; pair: string };

const SIGNED = ['session_token', 'two_factor', 'state'] as const;
type Signed = (typeof SIGNED)[number];

/** One of Better Auth's cookies among these headers, when its signature is ours. */
export function readSignedCookie(shop: Pick<Shop, 'config'>, headers: Headers, what: Signed): SignedCookie | undefined {
  const { name } = createCookieGetter({ advanced: cookieOptions(shop) })(what);
  const cookies = parseCookies(headers.get('cookie') ?? '');
  const text = cookies.get(name) ?? '';
  const dot = text.lastIndexOf('.');
  if (dot < 1) return undefined;
  const value = text.slice(0, dot);
  const signature = text.slice(dot + 1);
  const [present, ...earlier] = sessionSecrets(shop);
  const expected = sign(value, present);
  const isOurs =
    constantTimeEqual(signature, expected) ||
    earlier.some((secret) => constantTimeEqual(signature, sign(value, secret)));
  return isOurs ? { value, pair: `${name}=${encodeURIComponent(`${value}.${expected}`)}` } : undefined;
}

/** As Better Auth signs; its own function takes ten times as long, and this is asked with every request. */
const sign = (value: string, secret: string): string => createHmac('sha256', secret).update(value).digest('base64');

/** Those of Better Auth's cookies among these headers that are ours, as the one header to send on. */
export const signedCookies = (shop: Pick<Shop, 'config'>, headers: Headers): string =>
  SIGNED.flatMap((what) => readSignedCookie(shop, headers, what)?.pair ?? []).join('; ');

const DEVICE_COOKIE = 'device';
const DEVICE_DAYS = 400;

/** The random name this browser carries, if it has one. */
export function readDeviceCookie(shop: Pick<Shop, 'config'>, headers: Headers): string | undefined {
  const cookies = parseCookies(headers.get('cookie') ?? '');
  const text = cookies.get(deviceCookie(shop));
  return text && /^[\w-]{32}$/.test(text) ? text : undefined;
}

/** The Set-Cookie line by which a browser keeps its random name. */
export const writeDeviceCookie = (shop: Pick<Shop, 'config'>, device: string): string =>
  `${deviceCookie(shop)}=${device}; Max-Age=${DEVICE_DAYS * 24 * 60 * 60}; Path=/; HttpOnly; SameSite=Lax${isHttps(shop) ? '; Secure' : ''}`;

const deviceCookie = (shop: Pick<Shop, 'config'>): string => cookieName(DEVICE_COOKIE, isHttps(shop));
