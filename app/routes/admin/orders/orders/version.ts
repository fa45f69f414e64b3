import { versionOf } from '#app/modules/orders/orders/orders.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import type { Route } from './+types/version.ts';

/** Whether an order is still as the sheet shows it. */
export async function loader({ context, params }: Route.LoaderArgs) {
  return { version: await versionOf(context.get(shopContext), params.id) };
}
