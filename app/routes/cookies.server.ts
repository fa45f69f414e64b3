import { type Cookie, type CookieOptions, createCookie, href } from 'react-router';
import { asksForData } from '#app/basics/data-address.ts';
import { cookieName, isHttps, readsEarlierNames } from '#app/basics/cookie-names.ts';
import { sessionSecrets } from '#app/platform/session-secrets.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';

const DAY_IN_SECONDS = 24 * 60 * 60;

type CookieDefinition = Pick<CookieOptions, 'maxAge' | 'path' | 'httpOnly' | 'sameSite'> & { as?: 'object' | 'signed' };

/**
 * Every cookie of the shop but those of signing in (modules/sessions) and `has_script`: plain text that a page's script may read, where
 * nothing else is said. A path of its own is for http alone: the prefix of https allows none.
 */
const COOKIES = {
  guest_cart: { maxAge: 180 * DAY_IN_SECONDS },
  /** Apart from the cart, since what was written for a piece may be private: no script reads it, and it is never mirrored. */
  guest_answers: { maxAge: 180 * DAY_IN_SECONDS, httpOnly: true, as: 'object' },
  guest_wishlist: { maxAge: 180 * DAY_IN_SECONDS },
  appliedCoupon: { maxAge: 30 * DAY_IN_SECONDS },
  delivery_pin: { maxAge: 180 * DAY_IN_SECONDS },
  cookie_choice: { maxAge: 365 * DAY_IN_SECONDS },
  /** Written by the page's script. */
  dismissed_offer: {},
  flash: { maxAge: DAY_IN_SECONDS, as: 'signed' },
  /** By this a browser shows that pictures are its own, without a sign-in; for as long as a picture waits for its request to be sent. */
  inspiration_key: { maxAge: 2 * DAY_IN_SECONDS, httpOnly: true },
  /** Only `/api/events` reads these two; signed, so that no other order and no other request can be named (T23). */
  tracked: { path: href('/api/events'), sameSite: 'strict', as: 'signed' },
  commission: { path: href('/api/events'), sameSite: 'strict', as: 'signed' },
  /** The language an admin last wrote WhatsApp texts in, in this browser. */
  whatsapp_language: { maxAge: 365 * DAY_IN_SECONDS, httpOnly: true },
} satisfies Record<string, CookieDefinition>;

type CookieName = keyof typeof COOKIES;
type Served = Pick<Shop, 'config'>;
type Dated = Pick<Shop, 'config' | 'now'>;

/**
 * Text as it stands, which a page's own script may write too. React Router's cookies are base64 of JSON; this keeps what browsers have had
 * since the first version, so that nobody loses a cart.
 */
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
  // The name is part of the secret: no other cookie's seal fits.
  return createCookie(cookieName(name, hasPrefix), {
    ...options,
    httpOnly: true,
    secrets: sessionSecrets(shop).map((secret) => `${name} ${secret}`),
  });
}

/** What a request's cookie holds; null when it isn't there or can't be read. Over https also under the name it had before. */
export async function readCookieValue(shop: Dated, request: Request, name: CookieName): Promise<unknown> {
  const cookies = request.headers.get('Cookie');
  const value: unknown = await cookieOf(shop, name, isHttps(shop)).parse(cookies);
  return value === null && readsEarlierNames(shop) ? cookieOf(shop, name, false).parse(cookies) : value;
}

/** What a request's cookie says; undefined when it isn't there or can't be read. */
export async function readCookie(shop: Dated, request: Request, name: CookieName): Promise<string | undefined> {
  const value = await readCookieValue(shop, request, name);
  return typeof value === 'string' ? value : undefined;
}

/** The Set-Cookie line that keeps a value, or drops the cookie when there is nothing to keep. */
export function keepCookie(shop: Served, name: CookieName, value: string | object): Promise<string> {
  const cookie = cookieOf(shop, name, isHttps(shop));
  return (typeof value === 'string' ? value : Object.keys(value)).length > 0
    ? cookie.serialize(value)
    : cookie.serialize('', { maxAge: 0 });
}

/**
 * The Set-Cookie lines that give what a browser keeps under earlier names the names of now, and drop the earlier ones; none where there are
 * none. Values move with a page alone, which nothing that changes them runs beside; with anything else what it answers itself counts.
 */
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
