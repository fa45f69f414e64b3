import type { ComponentProps } from 'react';
import { OrderName } from '#app/routes/admin/shared/order-name.tsx';

export function UnchangedOrders({
  orders,
}: {
  orders: readonly (ComponentProps<typeof OrderName>['order'] & { customerName: string; why: string | undefined })[];
}) {
  if (orders.length === 0) return null;
  return (
    <>
      <p className="font-semibold">These won’t change</p>
      <ul className="grid gap-1">
        {orders.map((order) => (
          <li key={order.id}>
            <OrderName order={order} /> {order.customerName} {order.why}
          </li>
        ))}
      </ul>
    </>
  );
}
