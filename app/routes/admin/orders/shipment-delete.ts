import { redirect } from 'react-router';
import { removeShipment } from '#app/modules/orders/orders.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { listSearchWith } from '#app/routes/admin/shared/list-search.ts';
import type { Route } from './+types/shipment-delete.ts';

/** Takes back what was noted of a parcel and goes back to its order. */
export async function action({ context, params: { id, eventId }, url }: Route.ActionArgs) {
  const removed = await removeShipment(context.get(shopContext), { orderId: id, eventId });
  const outcome: Record<string, string> = removed.ok ? { noted: 'removed' } : { refused: removed.reason };
  return redirect(`/admin/orders/${id}${listSearchWith(url.searchParams, outcome)}`, 303);
}
