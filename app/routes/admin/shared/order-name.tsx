import { shortId } from '#app/modules/orders/orders/order.ts';

export function OrderName({ order: { id, orderNumber } }: { order: { id: string; orderNumber: string } }) {
  return (
    <>
      <b className="num whitespace-nowrap">{orderNumber}</b>{' '}
      <span className="meta num whitespace-nowrap font-normal">#{shortId(id)}</span>
    </>
  );
}
