import { createHmac } from 'node:crypto';
import { createCookieGetter, parseCookies } from 'better-auth/cookies';
import { constantTimeEqual } from 'better-auth/crypto';
import { cookieName, isHttps, readsEarlierNames } from '#app/basics/cookie-names.ts';
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
type Dated = Pick<Shop, 'config' | 'now'>;

/** One of Better Auth's cookies among these headers, when its signature is ours. */
export function readSignedCookie(shop: Dated, headers: Headers, what: Signed): SignedCookie | undefined {
  const { name } = createCookieGetter({ advanced: cookieOptions(shop) })(what);
  const cookies = parseCookies(headers.get('cookie') ?? '');
  const text = cookies.get(name) ?? (readsEarlierNames(shop) ? cookies.get(earlierName(what)) : undefined) ?? '';
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
export const signedCookies = (shop: Dated, headers: Headers): string =>
  SIGNED.flatMap((what) => readSignedCookie(shop, headers, what)?.pair ?? []).join('; ');

/** The Set-Cookie lines that give a session, and the browser's random name, the names they have now; none where they have them. */
export async function renameEarlierCookies(shop: Dated, headers: Headers): Promise<string[]> {
  if (!readsEarlierNames(shop)) return [];
  const cookies = parseCookies(headers.get('cookie') ?? '');
  const session = cookies.has(earlierName('session_token'))
    ? readSignedCookie(shop, headers, 'session_token')
    : undefined;
  const device = cookies.has(DEVICE_COOKIE) ? readDeviceCookie(shop, headers) : undefined;
  return [
    ...(session ? [`${session.pair}; Max-Age=${SESSION_SECONDS}; ${ATTRIBUTES}`] : []),
    ...forgetEarlierSession(shop, headers),
    ...(device ? [writeDeviceCookie(shop, device), `${DEVICE_COOKIE}=; Max-Age=0; ${ATTRIBUTES}`] : []),
  ];
}

/** The Set-Cookie line by which a browser forgets a session it has by its earlier name; none where it has none. */
export function forgetEarlierSession(shop: Dated, headers: Headers): string[] {
  const name = earlierName('session_token');
  const isThere = readsEarlierNames(shop) && parseCookies(headers.get('cookie') ?? '').has(name);
  return isThere ? [`${name}=; Max-Age=0; ${ATTRIBUTES}`] : [];
}

const ATTRIBUTES = 'Path=/; HttpOnly; SameSite=Lax; Secure';

const earlierName = (what: Signed): string => `__Secure-bisvar.${what}`;

const DEVICE_COOKIE = 'device';
const DEVICE_DAYS = 400;

/** The random name this browser carries, if it has one. */
export function readDeviceCookie(shop: Dated, headers: Headers): string | undefined {
  const cookies = parseCookies(headers.get('cookie') ?? '');
  const text = cookies.get(deviceCookie(shop)) ?? (readsEarlierNames(shop) ? cookies.get(DEVICE_COOKIE) : undefined);
  return text && /^[\w-]{32}$/.test(text) ? text : undefined;
}

/** The Set-Cookie line by which a browser keeps its random name. */
export const writeDeviceCookie = (shop: Pick<Shop, 'config'>, device: string): string =>
  `${deviceCookie(shop)}=${device}; Max-Age=${DEVICE_DAYS * 24 * 60 * 60}; Path=/; HttpOnly; SameSite=Lax${isHttps(shop) ? '; Secure' : ''}`;

const deviceCookie = (shop: Pick<Shop, 'config'>): string => cookieName(DEVICE_COOKIE, isHttps(shop));
