import { href } from 'react-router';
import { z } from 'zod';
import { ORDER_STATUSES } from '#app/modules/orders/order.ts';
import { setOrderStatus } from '#app/modules/orders/orders.server.ts';
import { readButton } from '#app/platform/forms.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { seeOther } from '#app/routes/admin/shared/see-other.ts';
import { reasonSchema } from '#app/routes/admin/shared/reason.ts';
import type { Route } from './+types/status.ts';

const schema = z.strictObject({
  status: z.enum(ORDER_STATUSES),
  reason: reasonSchema,
  shipUnverified: z.literal('yes').optional(),
});

/** Sets an order's status and goes back to the order, which asks for what was missing. */
export async function action({ context, params: { id }, request, url }: Route.ActionArgs) {
  const { status, reason, shipUnverified } = await readButton(request, schema);
  const changed = await setOrderStatus(context.get(shopContext), {
    orderId: id,
    status,
    reason,
    shipUnverified: shipUnverified === 'yes',
  });
  const outcome = changed.ok ? { saved: status } : { refused: changed.reason, to: status };
  return seeOther(href('/admin/orders/:id', { id }), url, outcome);
}
