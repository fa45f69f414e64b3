import { Form, useSearchParams, href } from 'react-router';
import { z } from 'zod';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { statusesAfter } from '#app/modules/orders/orders/order-life.ts';
import { getOrders, setOrderStatus } from '#app/modules/orders/orders/orders.server.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { Failed } from '#app/routes/admin/shared/done.tsx';
import { listAddress, pickListSearch } from '#app/routes/admin/shared/list-search.ts';
import { OrderName } from '#app/routes/admin/shared/order-name.tsx';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { Dialog } from '#app/ui/kit/dialog.tsx';
import type { Route } from './+types/return-to-sender.ts';
import { UnchangedOrders } from './unchanged-orders.tsx';

export const meta = adminMeta('Returned to the sender');

const MAX_ORDERS = 100;

export async function loader({ context, url }: Route.LoaderArgs) {
  const ids = [...new Set(url.searchParams.getAll('id'))].slice(0, MAX_ORDERS);
  const orders = await getOrders(context.get(shopContext), ids);
  return {
    orders: orders.map(({ id, orderNumber, customerName, status }) => ({
      id,
      orderNumber,
      customerName,
      why: statusesAfter(status, 'return-to-sender').length > 0 ? undefined : `is ${status}`,
    })),
  };
}

const form = formOf();

export const action = formAction(
  form({
    lists: ['id'],
    schema: z.strictObject({ id: z.array(uuidSchema).max(MAX_ORDERS) }),
    run: async (shop, { id: ids }) => {
      const returned: string[] = [];
      const left: string[] = [];
      for (const { id: orderId, orderNumber } of await getOrders(shop, [...new Set(ids)])) {
        const changed = await setOrderStatus(shop, { orderId, status: 'cancelled', isReturnedToSender: true });
        // Another tab has already recorded the return.
        if (changed.ok && changed.value.returnedToSenderAt) returned.push(orderId);
        else left.push(orderNumber);
      }
      return { returned, left };
    },
    done: ({ returned, left }, _fields, { url }) =>
      listAddress(href('/admin/orders'), url, { returned: returned.join(' ') || 'none', left: left.join(' ') }),
    refused: {},
    back: () => href('/admin/orders'),
  }),
);

export default function ReturnOrders({ loaderData: { orders } }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const list = `${href('/admin/orders')}${pickListSearch(search)}`;
  const returnable = orders.filter((order) => !order.why);
  const unchanged = orders.filter((order) => order.why);
  return (
    <Dialog
      open
      closeTo={list}
      title="Returned to the sender"
      foot={
        <>
          <ButtonLink look="secondary" to={list} preventScrollReset>
            Cancel
          </ButtonLink>
          <Button form="returned" icon="return" disabled={returnable.length === 0}>
            {returnable.length === 1 ? '1 parcel is back' : `${returnable.length} parcels are back`}
          </Button>
        </>
      }
    >
      <Failed />
      <p className="muted">We cancel each order, put its pieces back in stock and email the customer.</p>
      <Form
        id="returned"
        method="post"
        action={`${href('/admin/orders/return-to-sender')}${pickListSearch(search)}`}
        preventScrollReset
      >
        {returnable.map((order) => (
          <p key={order.id}>
            <input type="hidden" name="id" value={order.id} />
            <OrderName order={order} /> {order.customerName}
          </p>
        ))}
      </Form>
      <UnchangedOrders orders={unchanged} />
    </Dialog>
  );
}
