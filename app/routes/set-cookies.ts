/** The headers that give a browser the cookies of a session. */
export const setCookies = (cookies: string[]) => new Headers(cookies.map((cookie) => ['Set-Cookie', cookie]));
