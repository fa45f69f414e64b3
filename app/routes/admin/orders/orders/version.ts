import { readVersion } from '#app/modules/orders/orders/orders.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import type { Route } from './+types/version.ts';

export async function loader({ context, params }: Route.LoaderArgs) {
  return { version: await readVersion(context.get(shopContext), params.id) };
}
