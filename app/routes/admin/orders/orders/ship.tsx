import { Form, useSearchParams, href } from 'react-router';
import { z } from 'zod';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { ORDER_LIFE, shipsUnverified } from '#app/modules/orders/orders/order-life.ts';
import { orderPayment } from '#app/modules/orders/orders/order-payment.ts';
import { formatRupees } from '#app/basics/money.ts';
import { outstanding } from '#app/modules/orders/ledger/ledger.ts';
import { findBalances } from '#app/modules/orders/ledger/ledger.server.ts';
import type { Order } from '#app/modules/orders/orders/order.ts';
import { getOrders, setOrderStatus } from '#app/modules/orders/orders/orders.server.ts';
import { ewayBillReason } from '#app/modules/store/settings/interstate.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { Failed } from '#app/routes/admin/shared/done.tsx';
import { shopContext } from '#app/routes/request-context.server.ts';
import { listAddress, pickListSearch } from '#app/routes/admin/shared/list-search.ts';
import { OrderName } from '#app/routes/admin/shared/order-name.tsx';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { Dialog } from '#app/ui/kit/dialog.tsx';
import { Field } from '#app/ui/kit/field.tsx';
import type { Route } from './+types/ship.ts';
import { UnchangedOrders } from './unchanged-orders.tsx';
import { EwayBillField, ewayBillText, parcelText } from './carrier-fields.tsx';

export const meta = adminMeta('Mark as shipped');

const MAX_ORDERS = 100;

export async function loader({ context, url }: Route.LoaderArgs) {
  const ids = [...new Set(url.searchParams.getAll('id'))].slice(0, MAX_ORDERS);
  const shop = context.get(shopContext);
  const orders = await getOrders(shop, ids);
  const [balances, settings] = await Promise.all([findBalances(shop, ids), getSettings(shop)]);
  const isDue = ({ id, advance }: Order) => advance !== null && outstanding(balances.get(id)!) > 0;
  return {
    orders: orders.map((order) => ({
      id: order.id,
      orderNumber: order.orderNumber,
      customerName: order.customerName,
      ewayBill: ewayBillReason(settings, { ...order, state: order.shippingAddress.state }),
      why:
        ORDER_LIFE[order.status].leftTheStudio || order.status === 'cancelled'
          ? `is ${order.status}`
          : shipsUnverified(order, 'shipped', balances.get(order.id)!)
            ? orderPayment(order, balances.get(order.id)!).missing > 0
              ? `is underpaid by ${formatRupees(orderPayment(order, balances.get(order.id)!).missing)}`
              : 'needs its payment confirmed'
            : isDue(order)
              ? `has an unpaid balance of ${formatRupees(outstanding(balances.get(order.id)!))}`
              : undefined,
    })),
  };
}

const form = formOf();

export const action = formAction(
  form({
    lists: ['id', 'trackingNumber', 'ewayBill'],
    schema: z.strictObject({
      id: z.array(uuidSchema).max(MAX_ORDERS),
      trackingNumber: z.array(parcelText).max(MAX_ORDERS),
      ewayBill: z.array(ewayBillText).max(MAX_ORDERS),
      carrier: parcelText,
    }),
    run: async (shop, { id: ids, trackingNumber, ewayBill, carrier }) => {
      const left: string[] = [];
      const shipped: string[] = [];
      for (const [at, order] of (await getOrders(shop, ids)).entries()) {
        const waits = order.status === 'pending' || order.status === 'processing';
        const parcel = { carrier, trackingNumber: trackingNumber[at], ewayBill: ewayBill[at] };
        const changed = waits && (await setOrderStatus(shop, { orderId: order.id, status: 'shipped', parcel }));
        if (changed && changed.ok) shipped.push(order.id);
        // Another tab has already shipped the order.
        else if (order.status !== 'shipped') left.push(order.orderNumber);
      }
      return { shipped, left };
    },
    done: ({ shipped, left }, _fields, { url }) =>
      listAddress(href('/admin/orders'), url, { shipped: shipped.join(' ') || 'none', left: left.join(' ') }),
    refused: {},
    back: () => href('/admin/orders'),
  }),
);

export default function ShipOrders({ loaderData: { orders } }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const list = `${href('/admin/orders')}${pickListSearch(search)}`;
  const ready = orders.filter((order) => !order.why);
  const unchanged = orders.filter((order) => order.why);
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
          <Button form="ship" icon="truck" disabled={ready.length === 0}>
            {ready.length === 1 ? 'Mark 1 as shipped' : `Mark ${ready.length} as shipped`}
          </Button>
        </>
      }
    >
      <Failed />
      <p className="muted">Each customer gets a shipping email with these details.</p>
      {ready.length > 0 ? (
        <Form
          id="ship"
          method="post"
          action={`${href('/admin/orders/ship')}${pickListSearch(search)}`}
          preventScrollReset
          className="grid gap-3"
        >
          <Field label="Carrier" name="carrier" hint="e.g. India Post" maxLength={60} optional />
          {ready.map((order) => (
            <div key={order.id}>
              <input type="hidden" name="id" value={order.id} />
              <Field
                id={`number-${order.id}`}
                label={
                  <>
                    <OrderName order={order} /> {order.customerName}
                  </>
                }
                hint="Tracking number"
                name="trackingNumber"
                maxLength={60}
                autoComplete="off"
                optional
              />
              {order.ewayBill ? (
                <EwayBillField id={`eway-bill-${order.id}`} reason={order.ewayBill} />
              ) : (
                <input type="hidden" name="ewayBill" value="" />
              )}
            </div>
          ))}
        </Form>
      ) : null}
      <UnchangedOrders orders={unchanged} />
    </Dialog>
  );
}
