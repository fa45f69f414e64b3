import type { Config } from '#app/platform/config.server.ts';

/** One cookie of a request, decoded; undefined when it isn't there or can't be read. */
export function readCookie(request: Request, name: string): string | undefined {
  const text = request.headers
    .get('cookie')
    ?.split(/; */)
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1);
  if (text === undefined) return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** The Set-Cookie line that keeps a value for some days, or drops it when there is nothing to keep. The page's own script may read it. */
export function keepCookie(config: Config, name: string, value: string, days: number): string {
  const secure = config.shopUrl.startsWith('https://') ? '; Secure' : '';
  return `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Lax${secure}; Max-Age=${value === '' ? 0 : days * 24 * 60 * 60}`;
}
