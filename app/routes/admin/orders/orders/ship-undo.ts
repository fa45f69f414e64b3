import { href } from 'react-router';
import { z } from 'zod';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { ORDER_LIFE } from '#app/modules/orders/orders/order-life.ts';
import { getOrders, historyOf, setOrderStatus } from '#app/modules/orders/orders/orders.server.ts';
import { readButton } from '#app/platform/forms.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { seeOther } from '#app/routes/admin/shared/see-other.ts';
import type { Route } from './+types/ship-undo.ts';

const schema = z.strictObject({
  id: z.array(uuidSchema).max(100),
  status: z.enum(['shipped', 'cancelled']).default('shipped'),
});

/** Takes back what was marked as shipped, or as back from the courier, in one go: each order is again as it was before. One that is further by now stays; one that can't go back is named. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const { id: ids, status } = await readButton(request, schema, ['id']);
  let undone = 0;
  const left: string[] = [];
  for (const { id: orderId, orderNumber } of await getOrders(shop, [...new Set(ids)])) {
    const last = (await historyOf(shop, orderId)).findLast(({ fromStatus, toStatus }) => fromStatus !== toStatus);
    if (last?.toStatus !== status || !last.fromStatus) continue;
    const changed = await setOrderStatus(shop, {
      orderId,
      from: status,
      status: last.fromStatus,
      reason: 'Undone',
      shipUnverified: ORDER_LIFE[last.fromStatus].leftTheStudio,
    });
    if (changed.ok) undone += 1;
    else left.push(orderNumber);
  }
  return seeOther(href('/admin/orders'), url, { unshipped: String(undone), left: left.join(' ') });
}
