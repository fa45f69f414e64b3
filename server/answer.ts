import * as build from 'virtual:react-router/server-build';
import { createRequestHandler, data, redirect, RouterContextProvider, type ServerBuild, href } from 'react-router';
import { asksForData, dataAddressOf } from '#app/basics/data-address.ts';
import { REQUEST_REFUSED } from '#app/basics/refused-request.ts';
import {
  isDeletedAccount,
  isReadOnlyDatabase,
  isUnreachableDatabase,
  isUnstorableText,
} from '#app/platform/database/database.server.ts';
import { log, loggedPath } from '#app/platform/log.server.ts';
import { logThrownRefusal } from '#app/platform/security-log.server.ts';
import { type RequestFacts, requestContext, shopContext } from '#app/routes/request-context.server.ts';
import { NotFound, SignInNeeded } from '#app/platform/errors.server.ts';
import { showsUnknown } from '#app/routes/middleware.server.ts';
import { NOWHERE } from '#app/basics/unknown-address.ts';
import { FormRequest } from './form-request.ts';

type HandlerArgs = { request: Request; url: URL; context: Readonly<RouterContextProvider> };
type Handler = (args: HandlerArgs, next: unknown) => unknown;

const handle = createRequestHandler(
  { ...build, routes: withErrorResponses(build.routes), assets: withoutSharedScripts(build.assets) },
  import.meta.env.MODE,
);

/** Shared scripts are not preloaded, because they would load before fonts and pictures. */
function withoutSharedScripts(assets: ServerBuild['assets']): ServerBuild['assets'] {
  const routes = Object.entries(assets.routes).map(([id, route]) => [id, route && { ...route, imports: [] }]);
  return { ...assets, entry: { ...assets.entry, imports: [] }, routes: Object.fromEntries(routes) };
}

export async function answer(request: Request, facts: RequestFacts): Promise<Response> {
  const context = () => {
    const provider = new RouterContextProvider();
    provider.set(requestContext, facts);
    return provider;
  };
  const response = await handle(request, context());
  if (!showsUnknown(response)) return response;
  const url = new URL(request.url);
  return handle(
    new Request(`${url.origin}${asksForData(request) ? dataAddressOf(NOWHERE) : NOWHERE}`, {
      method: request.method,
      headers: request.headers,
    }),
    context(),
  );
}

/** Turns errors into responses: 404, 503 for a full disk or missing database, redirect to sign-in, 400 or 415. */
function withErrorResponses(routes: ServerBuild['routes']): ServerBuild['routes'] {
  const guard = <Wrapped extends Handler | undefined>(handler: Wrapped) =>
    handler &&
    (async (args: Parameters<Handler>[0], next: unknown) => {
      try {
        return await handler(args, next);
      } catch (error) {
        logThrownRefusal(() => args.context.get(shopContext), error);
        throw logRequestError(responseFor(error, args.url), args);
      }
    });
  return Object.fromEntries(
    Object.entries(routes).map(([id, route]) => [
      id,
      route && {
        ...route,
        module: {
          ...route.module,
          ...(route.module.loader && { loader: guard(route.module.loader as Handler) }),
          ...(route.module.action && { action: guard(withFormRequest(route.module.action as Handler)) }),
          ...(route.module.middleware && { middleware: route.module.middleware.map((each) => guard(each as Handler)) }),
        },
      },
    ]),
  ) as ServerBuild['routes'];
}

function withFormRequest(action: Handler): Handler {
  return (args, next) => action({ ...args, request: new FormRequest(args.request) }, next);
}

function logRequestError(error: unknown, { request, context }: HandlerArgs): unknown {
  if (!(error instanceof Error) || import.meta.env.DEV || request.signal.aborted) return error;
  const { id } = context.get(requestContext);
  log.error({ err: error, request: id, path: loggedPath(new URL(request.url).pathname) }, 'a request failed');
  return data({ requestId: id }, { status: 500, statusText: 'Internal Server Error' });
}

/** The checkout asks for sign-in on the cart, and other pages on the home page. After sign-in, the visitor returns. */
function responseFor(error: unknown, url: URL): unknown {
  if (error instanceof NotFound) return data(null, { status: 404, statusText: 'Not Found' });
  if (isReadOnlyDatabase(error) || isUnreachableDatabase(error))
    return data(null, { status: 503, statusText: 'Service Unavailable' });
  if (isUnstorableText(error)) return new Response(REQUEST_REFUSED[400], { status: 400 });
  if (error instanceof SignInNeeded || isDeletedAccount(error)) {
    const returnTo = encodeURIComponent(url.pathname + url.search);
    return redirect(
      url.pathname === href('/checkout')
        ? `${href('/cart')}?signin=1&returnTo=${returnTo}`
        : `${href('/login')}?returnTo=${returnTo}`,
      303,
    );
  }
  return error;
}
