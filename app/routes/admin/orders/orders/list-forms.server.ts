import { href } from 'react-router';
import { z } from 'zod';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { ORDER_LIFE } from '#app/modules/orders/orders/order-life.ts';
import { getOrders, findOrderHistory, setOrderStatus } from '#app/modules/orders/orders/orders.server.ts';
import { adminOnly } from '#app/platform/shop.server.ts';
import { listAddress, listSearchWith } from '#app/routes/admin/shared/list-search.ts';
import { formOf } from '#app/routes/form-action.server.ts';

const form = formOf();
const LIST = href('/admin/orders');
const chosen = z.array(uuidSchema).max(100);

const leadTo = (page: string, kind?: 'slip' | 'label') =>
  form({
    lists: ['id'],
    schema: z.strictObject({ id: chosen }),
    run: async (shop) => adminOnly(shop),
    done: (_nothing, { id: ids }, { url }) => {
      if (ids.length === 0) return listAddress(LIST, url, { none: '1' });
      const listSearch = listSearchWith(url.searchParams, { kind });
      return `${page}${listSearch ? `${listSearch}&` : '?'}${new URLSearchParams(ids.map((id) => ['id', id]))}`;
    },
    refused: {},
    back: () => LIST,
  });

/** `undo` restores orders that were just marked as shipped or returned, unless they changed since then. */
export const listForms = {
  slip: leadTo(href('/admin/orders/papers'), 'slip'),
  label: leadTo(href('/admin/orders/papers'), 'label'),
  ship: leadTo(href('/admin/orders/ship')),
  return: leadTo(href('/admin/orders/return-to-sender')),
  undo: form({
    lists: ['id'],
    schema: z.strictObject({ id: chosen, status: z.enum(['shipped', 'cancelled']).default('shipped') }),
    run: async (shop, { id: ids, status }) => {
      let undone = 0;
      const left: string[] = [];
      for (const { id: orderId, orderNumber } of await getOrders(shop, [...new Set(ids)])) {
        const last = (await findOrderHistory(shop, orderId)).findLast(
          ({ fromStatus, toStatus }) => fromStatus !== toStatus,
        );
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
      listAddress(LIST, url, { unshipped: String(undone), left: left.join(' ') }),
    refused: {},
    back: () => LIST,
  }),
};
