import type { Context } from 'hono';
import { asksForData } from '#app/basics/data-address.ts';
import { isRefusedStatus } from '#app/basics/refused-request.ts';
import { cachedAddressOf, canonicalPathOf } from '#app/cached-pages.ts';
import type { OpenedShop } from '#app/open-shop.server.ts';
import { answer } from '#server/answer.ts';
import { compress, encodingFor } from '#server/encodings.ts';
import type { HonoEnv, Middleware } from '#server/hono-env.ts';
import { asksForPage, BUSY_FOR_SECONDS, refuse } from '#server/plain-page.ts';
import { scriptHashesOf } from '#server/security-headers.ts';
import type { ReadVisitor } from '#server/visitor-request.ts';

export const redirectToCanonical: Middleware = (context, next) => {
  const { pathname, search } = new URL(context.req.url);
  const canonical = canonicalPathOf(pathname);
  return canonical === undefined ? next() : Promise.resolve(context.redirect(canonical + search, 301));
};

export function answerPages(shop: Pick<OpenedShop, 'live'>, readVisitor: ReadVisitor, sheets: readonly string[]) {
  return async (context: Context<HonoEnv>): Promise<Response> => {
    const { request, contextForVisitor } = readVisitor(context);
    const response = await answer(request, { id: context.get('id'), contextForVisitor, live: shop.live });
    setCacheHeaders(request, response);
    const type = response.headers.get('Content-Type');
    if (type?.startsWith('text/html')) return sendWhole(context, response);
    return isRefusedStatus(response.status) && asksForPage(context) && !type?.includes('json')
      ? refuse(context, sheets, response.status)
      : response;
  };
}

const PAUSES: Record<number, number> = { 429: 60, 503: BUSY_FOR_SECONDS };

/**
 * Guest data contains nothing personal. `Vary: Cookie` makes the browser fetch it again after cart, wishlist or session
 * change.
 */
const GUEST_DATA = { 'Cache-Control': 'private, max-age=10, stale-while-revalidate=60', Vary: 'Cookie' };

/** Returns whether this is the page cache's own request for guest data, which has no cookie. */
function isGuestData(request: Request): boolean {
  const { pathname, search } = new URL(request.url);
  return asksForData(request) && !request.headers.has('cookie') && cachedAddressOf(pathname + search) !== undefined;
}

function setCacheHeaders(request: Request, { headers, status }: Response): void {
  if (headers.has('Set-Cookie')) headers.set('Cache-Control', 'no-store');
  else if (status === 200 && isGuestData(request))
    for (const [name, value] of Object.entries(GUEST_DATA)) headers.set(name, value);
  else if (!headers.has('Cache-Control'))
    headers.set('Cache-Control', dependsOnSession(request) ? 'no-store' : 'private, no-cache');
  const pause = PAUSES[status];
  if (pause !== undefined && !headers.has('Retry-After')) headers.set('Retry-After', String(pause));
}

/** Sends a complete document, because its policy contains the hashes of its scripts. */
async function sendWhole(context: Context<HonoEnv>, response: Response): Promise<Response> {
  const html = Buffer.from(await response.arrayBuffer());
  context.set('scriptHashes', scriptHashesOf(html.toString()));
  const encoding = encodingFor(context.req.header('accept-encoding'));
  const headers = new Headers(response.headers);
  headers.append('Vary', 'Accept-Encoding');
  if (encoding !== 'identity') headers.set('Content-Encoding', encoding);
  const body = encoding === 'identity' ? html : await compress(html, encoding, 'each');
  return new Response(body, { status: response.status, statusText: response.statusText, headers });
}

/** Returns whether the answer is personal and must not be cached (T22). */
const dependsOnSession = (request: Request) =>
  request.method !== 'GET' || Boolean(request.headers.get('cookie')?.includes('bisvar.session_token='));
