import * as build from 'virtual:react-router/server-build';
import { createRequestHandler, data, redirect, RouterContextProvider, type ServerBuild } from 'react-router';
import { isReadOnlyDatabase } from '#app/platform/database/database.server.ts';
import { type RequestFacts, requestContext } from '#app/routes/request-context.server.ts';
import { NotFound, SignInNeeded } from '#app/platform/errors.server.ts';
import { NOWHERE, showsUnknown } from '#app/routes/middleware.server.ts';

type Handler = (args: { request: Request; url: URL }) => unknown;

const handle = createRequestHandler({ ...build, routes: withErrorResponses(build.routes) }, import.meta.env.MODE);

/** Answers a request with the screens of app/routes. */
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
    new Request(`${url.origin}${NOWHERE}${url.pathname.endsWith('.data') ? '.data' : ''}`, {
      method: request.method,
      headers: request.headers,
    }),
    context(),
  );
}

/** Gives every loader and action the last word on trouble: what isn't there is a 404, a full disk a 503, who must sign in first is asked to. */
function withErrorResponses(routes: ServerBuild['routes']): ServerBuild['routes'] {
  const guard = <Wrapped extends Handler | undefined>(handler: Wrapped) =>
    handler &&
    (async (args: Parameters<Handler>[0]) => {
      try {
        return await handler(args);
      } catch (error) {
        throw responseFor(error, args.url);
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
          ...(route.module.action && { action: guard(route.module.action as Handler) }),
        },
      },
    ]),
  ) as ServerBuild['routes'];
}

/** A checkout without sign-in shows the cart with it, everything else shows home with it, and returns there. */
function responseFor(error: unknown, url: URL): unknown {
  if (error instanceof NotFound) return data(null, { status: 404, statusText: 'Not Found' });
  if (isReadOnlyDatabase(error)) return data(null, { status: 503, statusText: 'Service Unavailable' });
  if (error instanceof SignInNeeded) {
    const returnTo = encodeURIComponent(url.pathname + url.search);
    return redirect(
      url.pathname === '/checkout' ? `/cart?signin=1&returnTo=${returnTo}` : `/login?returnTo=${returnTo}`,
      303,
    );
  }
  return error;
}
