/** What changes nothing may come from anywhere. */
const HARMLESS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a request may change something (T9): it comes from a page of ours, as the browser says in Sec-Fetch-Site, or in
 * Origin where a browser doesn't send the other. Neither header, a foreign one or a neighbouring site: no.
 */
export function mayChange(request: Request, shopUrl: string): boolean {
  if (HARMLESS.has(request.method)) return true;
  const origin = request.headers.get('origin');
  const site = request.headers.get('sec-fetch-site');
  const ours = origin !== null && isOurs(origin, request, shopUrl);
  if (origin !== null && origin !== 'null' && !ours) return false;
  return site === null || site === 'none' ? ours : site === 'same-origin';
}

/** The public address, or the one the browser itself asked for: a page can neither choose its Origin nor our Host. */
function isOurs(origin: string, request: Request, shopUrl: string): boolean {
  if (origin === new URL(shopUrl).origin) return true;
  return URL.canParse(origin) && new URL(origin).origin === new URL(request.url).origin;
}
