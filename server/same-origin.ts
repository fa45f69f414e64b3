const HARMLESS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Returns whether a request comes from our own pages, by Sec-Fetch-Site or Origin (T9). */
export function mayChange(request: Request, shopUrl: string): boolean {
  if (HARMLESS.has(request.method)) return true;
  const origin = request.headers.get('origin');
  const site = request.headers.get('sec-fetch-site');
  const ours = origin !== null && isOurs(origin, request, shopUrl);
  if (origin !== null && origin !== 'null' && !ours) return false;
  return site === null || site === 'none' ? ours : site === 'same-origin';
}

/** Returns whether the user shared something to the shop. Another site cannot send these headers. */
export const isShared = ({ headers }: Request): boolean =>
  headers.get('sec-fetch-site') === 'none' &&
  headers.get('sec-fetch-mode') === 'navigate' &&
  ['null', null].includes(headers.get('origin'));

/**
 * Returns whether an origin is the shop's. A page can forge neither its Origin nor our Host, so the host in the request
 * is accepted too.
 */
function isOurs(origin: string, request: Request, shopUrl: string): boolean {
  if (origin === new URL(shopUrl).origin) return true;
  return URL.canParse(origin) && new URL(origin).origin === new URL(request.url).origin;
}
