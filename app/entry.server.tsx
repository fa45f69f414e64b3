import { PassThrough } from 'node:stream';
import { createReadableStreamFromReadable } from '@react-router/node';
import { isbot } from 'isbot';
import { renderToPipeableStream } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { log } from '#app/platform/log.server.ts';
import { requestContext } from '#app/routes/request-context.server.ts';

export const streamTimeout = 5_000;

/** Renders a page with the nonce of its request. Crawlers get it whole, people as soon as its frame stands. */
export default function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { id, nonce } = context.get(requestContext);
  return new Promise((resolve, reject) => {
    let statusNow = status;
    let isFrameSent = false;
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />,
      {
        nonce,
        [isbot(request.headers.get('user-agent')) ? 'onAllReady' : 'onShellReady']() {
          isFrameSent = true;
          const body = new PassThrough();
          headers.set('Content-Type', 'text/html; charset=utf-8');
          resolve(new Response(createReadableStreamFromReadable(body), { status: statusNow, headers }));
          pipe(body);
        },
        onShellError: reject,
        onError(error) {
          statusNow = 500;
          // Before that it is thrown, and handleError writes it down.
          if (isFrameSent) log.error({ err: error, request: id }, 'a page broke while it was sent');
        },
      },
    );
    const timer = setTimeout(abort, streamTimeout + 1000);
    timer.unref();
  });
}

/** Writes a bug down with the id of its request; the visitor sees the error boundary. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return;
  const found = isRouteErrorResponse(error) ? { status: error.status, message: error.statusText } : error;
  log.error(
    { err: found, request: context.get(requestContext).id, path: new URL(request.url).pathname },
    'a request failed',
  );
};
