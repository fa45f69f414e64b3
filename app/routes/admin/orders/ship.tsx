import { Form, useSearchParams, href } from 'react-router';
import { z } from 'zod';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { ORDER_LIFE, shipsUnverified } from '#app/modules/orders/order-life.ts';
import { shortId } from '#app/modules/orders/order.ts';
import { getOrder, setOrderStatus } from '#app/modules/orders/orders.server.ts';
import { readButton } from '#app/platform/forms.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { pickListSearch } from '#app/routes/admin/shared/list-search.ts';
import { seeOther } from '#app/routes/admin/shared/see-other.ts';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { Dialog } from '#app/ui/kit/dialog.tsx';
import type { Route } from './+types/ship.ts';

export const meta = () => adminMeta('Mark as shipped');

const MAX_ORDERS = 100;
const schema = z.strictObject({ id: z.array(uuidSchema).max(MAX_ORDERS) });

export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const ids = [...new Set(url.searchParams.getAll('id'))].slice(0, MAX_ORDERS);
  const orders = await Promise.all(ids.map((id) => getOrder(shop, id)));
  return {
    orders: orders.map((order) => ({
      id: order.id,
      customerName: order.customerName,
      why:
        ORDER_LIFE[order.status].leftTheStudio || order.status === 'cancelled'
          ? `is ${order.status}`
          : shipsUnverified(order, 'shipped')
            ? 'waits for its payment match'
            : undefined,
    })),
  };
}

/** Marks the chosen orders as shipped, each by itself: one that can't be stays as it is and is named. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const { id: ids } = await readButton(request, schema, ['id']);
  const left: string[] = [];
  let shipped = 0;
  for (const orderId of new Set(ids)) {
    const { status } = await getOrder(shop, orderId);
    const waits = status === 'pending' || status === 'processing';
    const changed = waits && (await setOrderStatus(shop, { orderId, status: 'shipped' }));
    if (changed && changed.ok) shipped += 1;
    // Shipped by another tab meanwhile: what was wanted.
    else if (status !== 'shipped') left.push(shortId(orderId));
  }
  return seeOther(href('/admin/orders'), url, { shipped: String(shipped), left: left.join(' ') });
}

/** The one question before several parcels are told to be on their way. */
export default function ShipOrders({ loaderData: { orders } }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const list = `${href('/admin/orders')}${pickListSearch(search)}`;
  const ready = orders.filter((order) => !order.why);
  const staying = orders.filter((order) => order.why);
  return (
    <Dialog
      open
      closeTo={list}
      title="Mark as shipped"
      foot={
        <>
          <ButtonLink look="secondary" to={list} preventScrollReset>
            Cancel
          </ButtonLink>
          <Form method="post" action={`${href('/admin/orders/ship')}${pickListSearch(search)}`} preventScrollReset>
            {ready.map((order) => (
              <input key={order.id} type="hidden" name="id" value={order.id} />
            ))}
            <Button icon="truck" disabled={ready.length === 0}>
              {ready.length === 1 ? 'Mark 1 as shipped' : `Mark ${ready.length} as shipped`}
            </Button>
          </Form>
        </>
      }
    >
      <p className="muted">Each customer gets the mail that their parcel is on its way.</p>
      <ul className="grid gap-1">
        {ready.map((order) => (
          <li key={order.id}>
            <b className="num">#{shortId(order.id)}</b> {order.customerName}
          </li>
        ))}
      </ul>
      {staying.length > 0 ? (
        <>
          <p className="font-semibold">These stay as they are</p>
          <ul className="grid gap-1">
            {staying.map((order) => (
              <li key={order.id}>
                <b className="num">#{shortId(order.id)}</b> {order.customerName} {order.why}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </Dialog>
  );
}
