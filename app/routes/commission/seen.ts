import { markSeen } from '#app/modules/conversations/conversations.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import type { Route } from './+types/seen.ts';
import { openCommission } from './open-commission.server.ts';

/** POST …/seen: this side has the page before its eyes. */
export async function action({ context, params, url }: Route.ActionArgs): Promise<Response> {
  const shop = context.get(shopContext);
  await markSeen(shop, await openCommission(shop, params, url));
  return new Response(null, { status: 204 });
}
