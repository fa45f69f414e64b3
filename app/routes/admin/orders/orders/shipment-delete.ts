import { href } from 'react-router';
import { removeShipment } from '#app/modules/orders/orders/orders.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { seeOther } from '#app/routes/admin/shared/see-other.ts';
import type { Route } from './+types/shipment-delete.ts';

/** Takes back what was noted of a parcel and goes back to its order. */
export async function action({ context, params: { id, eventId }, url }: Route.ActionArgs) {
  const removed = await removeShipment(context.get(shopContext), { orderId: id, eventId });
  const outcome = removed.ok ? { noted: 'removed' } : { refused: removed.reason };
  return seeOther(href('/admin/orders/:id', { id }), url, outcome);
}
