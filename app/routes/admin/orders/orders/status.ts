import { href } from 'react-router';
import { z } from 'zod';
import { ORDER_STATUSES } from '#app/modules/orders/orders/order.ts';
import { getOrder, setOrderStatus } from '#app/modules/orders/orders/orders.server.ts';
import { readButton } from '#app/platform/forms.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { seeOther } from '#app/routes/admin/shared/see-other.ts';
import { reasonSchema } from '#app/routes/admin/shared/reason.ts';
import { parcelText } from './carrier-fields.tsx';
import type { Route } from './+types/status.ts';

const schema = z.strictObject({
  /** The status that was seen. */
  from: z.enum(ORDER_STATUSES).optional(),
  status: z.enum(ORDER_STATUSES),
  reason: reasonSchema,
  shipUnverified: z.literal('yes').optional(),
  carrier: parcelText,
  trackingNumber: parcelText,
});

/** Sets an order's status and goes to the list, which offers to take it back; or to the order, which asks for what was missing. */
export async function action({ context, params: { id }, request, url }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const { from, status, reason, shipUnverified, ...parcel } = await readButton(request, schema);
  const { status: was } = await getOrder(shop, id);
  const change = { orderId: id, from, status, reason, shipUnverified: shipUnverified === 'yes', parcel };
  const changed = await setOrderStatus(shop, change);
  if (!changed.ok) return seeOther(href('/admin/orders/:id', { id }), url, { refused: changed.reason, to: status });
  const { status: saved } = changed.value;
  return seeOther(href('/admin/orders'), url, { saved, of: id, was: was === saved ? undefined : was });
}
