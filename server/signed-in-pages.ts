import { NO_VISITOR_STATE, VISITOR_STATE_ID } from '#app/basics/visitor-state.ts';
import { isUnreachableDatabase } from '#app/platform/database/database.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { needsSecondFactor } from '#app/routes/middleware.server.ts';
import { getVisitorState } from '#app/routes/storefront/visitor-state.server.ts';
import { keepVisit, openVisit } from '#app/routes/visit.server.ts';
import { fillGzip, type GzipTemplate, gzipTemplate, takesGzip } from './encodings.ts';
import { isSignedInWithScript } from './guest-cookies.ts';
import type { PageCache } from './page-cache.ts';

const PLACE = ` id="${VISITOR_STATE_ID}">${NO_VISITOR_STATE}</script>`;
const PART_BEGINS = PLACE.indexOf(NO_VISITOR_STATE);

/** A document that is the same for everybody, but for the place in which it says who is signed in; undefined where it has none. */
export function templateOf(html: Buffer): GzipTemplate | undefined {
  const at = html.indexOf(PLACE);
  if (at < 0) return undefined;
  const begins = at + PART_BEGINS;
  return gzipTemplate(html.subarray(0, begins), html.subarray(begins + NO_VISITOR_STATE.length));
}

/**
 * Answers a page from memory to somebody who is signed in, with their own state written into its place as data (decision 32). Undefined
 * where the framework has to answer.
 */
export async function answerSignedIn(
  request: Request,
  pages: Pick<PageCache, 'read'>,
  visitor: { requestId: string; contextForVisitor: () => Promise<Shop> },
): Promise<Response | undefined> {
  const { headers } = request;
  const isForThem = request.method === 'GET' && isSignedInWithScript(headers.get('cookie') ?? undefined);
  if (!isForThem || !takesGzip(headers.get('accept-encoding'))) return undefined;
  const { pathname, search } = new URL(request.url);
  const page = await pages.read(pathname + search);
  if (!page) return undefined;
  try {
    const shop = await visitor.contextForVisitor();
    if (needsSecondFactor(shop)) return undefined;
    const visit = await openVisit(shop, request, visitor.requestId);
    const state = await getVisitorState(shop, visit);
    const answer = new Headers(page.headers);
    answer.set('Cache-Control', 'no-store');
    answer.set('Content-Encoding', 'gzip');
    await keepVisit(shop, { visit, request, headers: answer });
    // Nothing in it can end the element.
    const json = Buffer.from(JSON.stringify(state).replaceAll('<', '\\u003c'));
    return new Response(new Uint8Array(fillGzip(page.template, json)), { headers: answer });
  } catch (error) {
    if (isUnreachableDatabase(error)) return undefined;
    throw error;
  }
}
