import { shortId } from '#app/modules/orders/orders/order.ts';

export function OrderName({ order: { id, orderNumber } }: { order: { id: string; orderNumber: string } }) {
  return (
    <span className="num whitespace-nowrap">
      <b>{orderNumber}</b> <span className="meta font-normal">#{shortId(id)}</span>
    </span>
  );
}
