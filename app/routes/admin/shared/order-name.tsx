import { shortId } from '#app/modules/orders/orders/order.ts';

export function OrderName({ order: { id, orderNumber } }: { order: { id: string; orderNumber: string } }) {
  return (
    <span className="num">
      <b className="whitespace-nowrap">{orderNumber}</b>{' '}
      <span className="meta font-normal whitespace-nowrap">#{shortId(id)}</span>
    </span>
  );
}
