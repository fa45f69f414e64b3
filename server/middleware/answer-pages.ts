import type { Context } from 'hono';
import { asksForData } from '#app/basics/data-address.ts';
import { isRefusedStatus } from '#app/basics/refused-request.ts';
import { canonicalPathOf } from '#app/cached-pages.ts';
import type { OpenedShop } from '#app/open-shop.server.ts';
import type { RequestFacts } from '#app/routes/request-context.server.ts';
import { answer } from '#server/answer.ts';
import { compress, encodingFor } from '#server/encodings.ts';
import type { HonoEnv, Middleware } from '#server/hono-env.ts';
import type { PageCache } from '#server/page-cache.ts';
import { asksForPage, BUSY_FOR_SECONDS, refuse } from '#server/plain-page.ts';
import { scriptHashesOf } from '#server/security-headers.ts';
import { answerSignedIn } from '#server/signed-in-pages.ts';
import { FORWARDING_HEADERS, visitorAddress } from '#server/visitor-address.ts';

/** Redirects another spelling of a kept page's address to the one it is kept under. */
export const redirectToCanonical: Middleware = (context, next) => {
  const { pathname, search } = new URL(context.req.url);
  const canonical = canonicalPathOf(pathname);
  return canonical === undefined ? next() : Promise.resolve(context.redirect(canonical + search, 301));
};

type Needs = {
  shop: Pick<OpenedShop, 'contextFor' | 'live'>;
  pageCache: Pick<PageCache, 'read'>;
  publicOrigin: string;
  trustProxy: boolean;
  sheets: readonly string[];
};

/** Answers with the shop's screens. */
export function answerPages({ shop, pageCache, publicOrigin, trustProxy, sheets }: Needs) {
  return async (context: Context<HonoEnv>): Promise<Response> => {
    const request = context.req.raw;
    const address = visitorAddress(request, context.env.incoming?.socket.remoteAddress, trustProxy);
    const clean = atPublicAddress(request, publicOrigin, address);
    const facts: RequestFacts = {
      id: context.get('id'),
      isForEveryGuest: context.env.isForEveryGuest === true,
      contextForVisitor: async () => ({
        ...(await shop.contextFor(clean.headers, address, context.get('id'))),
        needsFreshCatalogue: context.env.isForEveryGuest === true,
      }),
      live: shop.live,
    };
    const own = await answerSignedIn(clean, pageCache, { ...facts, requestId: facts.id });
    if (own) return own;
    const response = await answer(clean, facts);
    setCacheHeaders(request, response, facts);
    const type = response.headers.get('Content-Type');
    if (type?.startsWith('text/html')) return sendWhole(context, response);
    return isRefusedStatus(response.status) && asksForPage(context) && !type?.includes('json')
      ? refuse(context, sheets, response.status)
      : response;
  };
}

/** Seconds after which it may be tried again, by status, where the answer itself doesn't say so: limits let somebody try each minute or so. */
const PAUSES: Record<number, number> = { 429: 60, 503: BUSY_FOR_SECONDS };

/**
 * Data of a guest page may be shown again for a moment: it holds nothing about the visitor. `Vary: Cookie` has it asked for again after
 * whatever changes a cart, a wishlist or a session.
 */
const GUEST_DATA = { 'Cache-Control': 'private, max-age=10, stale-while-revalidate=60', Vary: 'Cookie' };

function setCacheHeaders(
  request: Request,
  { headers, status }: Response,
  { isForEveryGuest }: Pick<RequestFacts, 'isForEveryGuest'>,
): void {
  if (headers.has('Set-Cookie')) headers.set('Cache-Control', 'no-store');
  else if (isForEveryGuest && status === 200 && asksForData(request))
    for (const [name, value] of Object.entries(GUEST_DATA)) headers.set(name, value);
  else if (!headers.has('Cache-Control'))
    headers.set('Cache-Control', dependsOnSession(request) ? 'no-store' : 'private, no-cache');
  const pause = PAUSES[status];
  if (pause !== undefined && !headers.has('Retry-After')) headers.set('Retry-After', String(pause));
}

/** Sends a document once it is complete, so that its policy can name the hashes of its scripts. */
async function sendWhole(context: Context<HonoEnv>, response: Response): Promise<Response> {
  const html = Buffer.from(await response.arrayBuffer());
  context.set('scriptHashes', scriptHashesOf(html.toString()));
  const encoding = encodingFor(context.req.header('accept-encoding'));
  const headers = new Headers(response.headers);
  headers.append('Vary', 'Accept-Encoding');
  if (encoding !== 'identity') headers.set('Content-Encoding', encoding);
  const body = encoding === 'identity' ? html : await compress(html, encoding, 'each');
  return new Response(new Uint8Array(body), { status: response.status, statusText: response.statusText, headers });
}

/** The request as it came to the shop's public address, whatever Host it named, without what a visitor says of proxies (T17). */
function atPublicAddress(request: Request, publicOrigin: string, visitorAddress: string): Request {
  const { pathname, search } = new URL(request.url);
  const headers = new Headers(request.headers);
  for (const name of FORWARDING_HEADERS) headers.delete(name);
  headers.set('x-visitor-address', visitorAddress);
  if (headers.has('origin')) headers.set('origin', publicOrigin);
  return new Request(publicOrigin + pathname + search, {
    method: request.method,
    headers,
    body: request.body,
    signal: request.signal,
    ...(request.body && { duplex: 'half' }),
  });
}

/** What was made for one person must stay in no cache (T22). */
const dependsOnSession = (request: Request) =>
  request.method !== 'GET' || Boolean(request.headers.get('cookie')?.includes('bisvar.session_token='));
