import { runCheck } from '#app/modules/operations/health/diagnostics.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { runSafely } from './run-safely.server.ts';
import type { Route } from './+types/check.ts';

export const loader = async ({ context, params }: Route.LoaderArgs) =>
  Response.json(await runSafely(() => runCheck(context.get(shopContext), params.name)), {
    headers: { 'Cache-Control': 'no-store' },
  });
