import { type Cookie, type CookieOptions, createCookie, href } from 'react-router';
import { asksForData } from '#app/basics/data-address.ts';
import { cookieName, isHttps, readsEarlierNames } from '#app/basics/cookie-names.ts';
import { sessionSecrets } from '#app/platform/session-secrets.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';

const DAY_IN_SECONDS = 24 * 60 * 60;

type CookieDefinition = Pick<CookieOptions, 'maxAge' | 'path' | 'httpOnly' | 'sameSite'> & { as?: 'object' | 'signed' };

/** Scripts can read these cookies unless marked otherwise. A cookie with a path cannot have the __Host- prefix. */
const COOKIES = {
  guest_cart: { maxAge: 180 * DAY_IN_SECONDS },
  /** Answers may be private, so no script can read this cookie. */
  guest_answers: { maxAge: 180 * DAY_IN_SECONDS, httpOnly: true, as: 'object' },
  guest_wishlist: { maxAge: 180 * DAY_IN_SECONDS },
  appliedCoupon: { maxAge: 30 * DAY_IN_SECONDS },
  delivery_pin: { maxAge: 180 * DAY_IN_SECONDS },
  cookie_choice: { maxAge: 365 * DAY_IN_SECONDS },
  dismissed_offer: {},
  flash: { maxAge: DAY_IN_SECONDS, as: 'signed' },
  inspiration_key: { maxAge: 2 * DAY_IN_SECONDS, httpOnly: true },
  /** Sent only to `/api/events`, and signed, so that nobody can name another order or request (T23). */
  tracked: { path: href('/api/events'), sameSite: 'strict', as: 'signed' },
  commission: { path: href('/api/events'), sameSite: 'strict', as: 'signed' },
  whatsapp_language: { maxAge: 365 * DAY_IN_SECONDS, httpOnly: true },
} satisfies Record<string, CookieDefinition>;

type CookieName = keyof typeof COOKIES;
type Served = Pick<Shop, 'config'>;
type Dated = Pick<Shop, 'config' | 'now'>;

/** Plain text, so that scripts can write it and older carts stay valid. */
const AS_TEXT: CookieOptions = {
  encode: (value) => encodeURIComponent(String(JSON.parse(Buffer.from(value, 'base64').toString()))),
  decode: (text) => {
    try {
      return Buffer.from(JSON.stringify(decodeURIComponent(text))).toString('base64');
    } catch {
      return text;
    }
  },
};

function cookieOf(shop: Served, name: CookieName, hasPrefix: boolean): Cookie {
  const { as, path = '/', ...attributes }: CookieDefinition = COOKIES[name];
  const options = { ...attributes, path: hasPrefix ? '/' : path, secure: isHttps(shop) };
  if (as === undefined) return createCookie(cookieName(name, hasPrefix), { ...options, ...AS_TEXT });
  if (as === 'object') return createCookie(cookieName(name, hasPrefix), options);
  // The name is part of the secret, so that another cookie's signature is not valid.
  return createCookie(cookieName(name, hasPrefix), {
    ...options,
    httpOnly: true,
    secrets: sessionSecrets(shop).map((secret) => `${name} ${secret}`),
  });
}

/** Returns null for a missing or invalid cookie. Over https, the name without the prefix is accepted too. */
export async function readCookieValue(shop: Dated, request: Request, name: CookieName): Promise<unknown> {
  const cookies = request.headers.get('Cookie');
  const value: unknown = await cookieOf(shop, name, isHttps(shop)).parse(cookies);
  return value === null && readsEarlierNames(shop) ? cookieOf(shop, name, false).parse(cookies) : value;
}

export async function readCookie(shop: Dated, request: Request, name: CookieName): Promise<string | undefined> {
  const value = await readCookieValue(shop, request, name);
  return typeof value === 'string' ? value : undefined;
}

export function keepCookie(shop: Served, name: CookieName, value: string | object): Promise<string> {
  const cookie = cookieOf(shop, name, isHttps(shop));
  return (typeof value === 'string' ? value : Object.keys(value)).length > 0
    ? cookie.serialize(value)
    : cookie.serialize('', { maxAge: 0 });
}

/** Renames old cookies. Call it only for a document, while no other request is running. */
export async function renameCookies(shop: Dated, request: Request, answered: readonly string[]): Promise<string[]> {
  const cookies = request.headers.get('Cookie');
  if (cookies === null || !readsEarlierNames(shop)) return [];
  const sent = new Set(cookies.split(';').map((pair) => pair.split('=', 1)[0]!.trim()));
  const isPage =
    request.method === 'GET' &&
    (request.headers.get('Sec-Fetch-Dest') ?? 'document') === 'document' &&
    !asksForData(request);
  const lines: string[] = [];
  for (const name of Object.keys(COOKIES) as CookieName[]) {
    if (!sent.has(name)) continue;
    const current = cookieName(name, true);
    const isKnown = sent.has(current) || answered.some((line) => line.startsWith(`${current}=`));
    if (!isKnown && !isPage) continue;
    const earlier = cookieOf(shop, name, false);
    const value = (isKnown ? null : await earlier.parse(cookies)) as string | object | null;
    if (value) lines.push(await keepCookie(shop, name, value));
    lines.push(await earlier.serialize('', { maxAge: 0 }));
  }
  return lines;
}
