import { isUuid } from '#app/basics/uuid.ts';
import { MAX_ASKED_ABOUT } from '#app/modules/payments/checkout/checkout-hold.ts';
import { findBeingBought } from '#app/modules/payments/checkout/checkout.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import type { Route } from './+types/being-bought.ts';

export async function loader({ context, url }: Route.LoaderArgs): Promise<Response> {
  const ids = url.searchParams.getAll('id').filter(isUuid).slice(0, MAX_ASKED_ABOUT);
  return Response.json(await findBeingBought(context.get(shopContext), ids), {
    headers: { 'Cache-Control': 'no-store' },
  });
}
