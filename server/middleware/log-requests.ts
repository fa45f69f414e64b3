import { randomUUID } from 'node:crypto';
import { log, loggedPath } from '#app/platform/log.server.ts';
import type { Middleware } from '#server/hono-env.ts';
import type { Metrics } from '#server/metrics.ts';
import { HEALTH } from './health.ts';

const CLIENT_CLOSED = 499;

export const logRequests =
  (metrics: Metrics | undefined): Middleware =>
  async (context, next) => {
    const started = performance.now();
    const id = randomUUID();
    context.set('id', id);
    await next();
    context.header('X-Request-Id', id);
    const isWatching = HEALTH.has(context.req.path);
    const milliseconds = performance.now() - started;
    // The error happened after the client disconnected, so the shop did not cause it.
    const status = context.res.status === 500 && context.req.raw.signal.aborted ? CLIENT_CLOSED : context.res.status;
    if (!isWatching) metrics?.recordRequest(status, milliseconds);
    log[isWatching ? 'debug' : 'info'](
      {
        request: id,
        method: context.req.method,
        path: loggedPath(context.req.path),
        status,
        milliseconds: Math.round(milliseconds),
      },
      'request',
    );
  };
