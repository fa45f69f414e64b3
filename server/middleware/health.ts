import { Hono } from 'hono';
import type { OpenedShop } from '#app/open-shop.server.ts';
import type { HonoEnv } from '#server/hono-env.ts';
import { carriesToken, type Metrics } from '#server/metrics.ts';

/** Monitors read these addresses every few seconds, so they are not logged. */
export const HEALTH = new Set(['/healthz', '/readyz', '/metrics']);

export function healthRoutes(
  { checkReady }: Pick<OpenedShop, 'checkReady'>,
  metrics: Metrics | undefined,
  metricsToken: string | undefined,
): Hono<HonoEnv> {
  return new Hono<HonoEnv>()
    .get('/healthz', (context) => context.text('ok', 200, { 'Cache-Control': 'no-store' }))
    .get('/readyz', async (context) => {
      const { ok, text } = await checkReady();
      return context.text(text, ok ? 200 : 503, { 'Cache-Control': 'no-store' });
    })
    .get('/metrics', async (context, next) => {
      if (!metrics || metricsToken === undefined) return next();
      context.header('Cache-Control', 'no-store');
      if (!carriesToken(context.req.header('authorization'), metricsToken))
        return context.text('Send the token from METRICS_TOKEN.', 401, { 'WWW-Authenticate': 'Bearer' });
      return context.text(await metrics.write(), 200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' });
    });
}
