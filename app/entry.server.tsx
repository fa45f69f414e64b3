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
const ABORTS_AFTER_MS = 30_000;

/** Renders the complete page before it is sent, because its security policy lists each script by hash. */
export default function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { id } = context.get(requestContext);
  return new Promise((resolve, reject) => {
    // Keeps the status of a refused form, unless the page itself failed.
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
            // React reuses the buffer.
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
        // Earlier errors are thrown and logged by handleError.
        if (hasFrame) log.error({ err: error, request: id }, 'a part of a page could not be rendered');
      },
    });
    const timer = setTimeout(abort, ABORTS_AFTER_MS);
    timer.unref();
  });
}

/** Returns the Retry-After of a thrown refusal. React Router does not call `headers` for thrown responses. */
function pauseOf({ staticHandlerContext: { actionHeaders, loaderHeaders } }: EntryContext): string | undefined {
  const all = [...Object.values(actionHeaders), ...Object.values(loaderHeaders)];
  return all.map((each) => each.get('Retry-After')).find((seconds) => seconds !== null) ?? undefined;
}

const statusOf = (error: unknown): number => (isRouteErrorResponse(error) ? error.status : 500);

/** Logs bugs only, so that invalid requests cannot flood the error report. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  const found = isRouteErrorResponse(error) ? { status: error.status, message: error.statusText } : error;
  log.error(
    { err: found, request: context.get(requestContext).id, path: loggedPath(new URL(request.url).pathname) },
    'a request failed',
  );
};
