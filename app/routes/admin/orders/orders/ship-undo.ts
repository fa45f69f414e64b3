import { href } from 'react-router';
import { z } from 'zod';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { ORDER_LIFE } from '#app/modules/orders/orders/order-life.ts';
import { getOrders, historyOf, setOrderStatus } from '#app/modules/orders/orders/orders.server.ts';
import { listAddress } from '#app/routes/admin/shared/list-search.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';

const form = formOf();

/** Takes back what was marked as shipped, or as back from the courier, in one go: each order is again as it was before. One that is further by now stays; one that can't go back is named. */
export const action = formAction(
  form({
    lists: ['id'],
    schema: z.strictObject({
      id: z.array(uuidSchema).max(100),
      status: z.enum(['shipped', 'cancelled']).default('shipped'),
    }),
    run: async (shop, { id: ids, status }) => {
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
      return { undone, left };
    },
    done: ({ undone, left }, _fields, { url }) =>
      listAddress(href('/admin/orders'), url, { unshipped: String(undone), left: left.join(' ') }),
    refused: {},
    back: () => href('/admin/orders'),
  }),
);
