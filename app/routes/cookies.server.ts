import { type Cookie, type CookieOptions, createCookie } from 'react-router';
import type { Config } from '#app/platform/config.server.ts';

export const DAY_IN_SECONDS = 24 * 60 * 60;

/**
 * A cookie of plain text, which a page's own script may write too. React Router's are base64 of JSON; this keeps what
 * browsers have had since the first version, so that nobody loses a cart.
 */
export const textCookie = (name: string, options: CookieOptions = {}): Cookie =>
  createCookie(name, {
    ...options,
    encode: (value) => encodeURIComponent(String(JSON.parse(Buffer.from(value, 'base64').toString()))),
    decode: (text) => {
      try {
        return Buffer.from(JSON.stringify(decodeURIComponent(text))).toString('base64');
      } catch {
        return text;
      }
    },
  });

/** A cookie that only this shop can have written, for its own server alone. The name is part of the secret: no other cookie's seal fits. */
export function signedCookie({ sessionSecret }: Config, name: string, options: CookieOptions): Cookie {
  if (!sessionSecret) throw new Error('the shop has no secret to sign with');
  return createCookie(name, { httpOnly: true, ...options, secrets: [`${name} ${sessionSecret}`] });
}

/** What a request's cookie says; undefined when it isn't there or can't be read. */
export async function readCookie(request: Request, cookie: Cookie): Promise<string | undefined> {
  const value: unknown = await cookie.parse(request.headers.get('Cookie'));
  return typeof value === 'string' ? value : undefined;
}

/** The Set-Cookie line that keeps a value, or drops the cookie when there is nothing to keep. */
export const keepCookie = ({ shopUrl }: Config, cookie: Cookie, value: string | object): Promise<string> =>
  (typeof value === 'string' ? value : Object.keys(value)).length > 0
    ? cookie.serialize(value, { secure: shopUrl.startsWith('https://') })
    : cookie.serialize('', { secure: shopUrl.startsWith('https://'), maxAge: 0 });
