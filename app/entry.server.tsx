import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { log, loggedPath } from '#app/platform/log.server.ts';
import { requestContext } from '#app/routes/request-context.server.ts';

export const streamTimeout = 5_000;
/** A long page of a busy machine takes its time; nothing it waits for outlasts the other. */
const ABORTS_AFTER_MS = 30_000;

/** Renders a page whole: its policy names each of its scripts by hash, and one write is cheaper than many. */
export default function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { id } = context.get(requestContext);
  return new Promise((resolve, reject) => {
    // A form that was refused is answered as such, unless the page to show it on couldn't be read.
    const faults = Object.values(routerContext.staticHandlerContext.errors ?? {}).map(statusOf);
    let statusNow = Math.max(status, ...faults.filter((each) => each >= 500));
    const pause = faults.length > 0 ? pauseOf(routerContext) : undefined;
    if (pause) headers.set('Retry-After', pause);
    let hasFrame = false;
    const { pipe, abort } = renderToPipeableStream(<ServerRouter context={routerContext} url={request.url} />, {
      onShellReady() {
        hasFrame = true;
      },
      onAllReady() {
        clearTimeout(timer);
        const parts: Uint8Array[] = [];
        const whole = new Writable({
          write(part: Uint8Array, _encoding, next) {
            // React writes into the same memory again.
            parts.push(Uint8Array.from(part));
            next();
          },
          final(next) {
            headers.set('Content-Type', 'text/html; charset=utf-8');
            resolve(new Response(Buffer.concat(parts), { status: statusNow, headers }));
            next();
          },
        });
        pipe(whole);
      },
      onShellError: reject,
      onError(error) {
        statusNow = 500;
        // Before that it is thrown, and handleError writes it down.
        if (hasFrame) log.error({ err: error, request: id }, 'a part of a page could not be rendered');
      },
    });
    const timer = setTimeout(abort, ABORTS_AFTER_MS);
    timer.unref();
  });
}

/** What a limit that was thrown said of its time: the `headers` of the page aren't asked then. */
function pauseOf({ staticHandlerContext: { actionHeaders, loaderHeaders } }: EntryContext): string | undefined {
  const all = [...Object.values(actionHeaders), ...Object.values(loaderHeaders)];
  return all.map((each) => each.get('Retry-After')).find((seconds) => seconds !== null) ?? undefined;
}

const statusOf = (error: unknown): number => (isRouteErrorResponse(error) ? error.status : 500);

/**
 * Writes a bug down with the id of its request; the visitor sees the error boundary. What was refused is none: it stands in the
 * request's own line, or whoever sends nonsense would push every bug out of the error report.
 */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  const found = isRouteErrorResponse(error) ? { status: error.status, message: error.statusText } : error;
  log.error(
    { err: found, request: context.get(requestContext).id, path: loggedPath(new URL(request.url).pathname) },
    'a request failed',
  );
};
