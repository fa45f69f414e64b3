import { shortId } from '#app/modules/orders/orders/order.ts';

type Named = { order: { id: string; orderNumber: string }; wraps?: boolean };

export function OrderName({ order: { id, orderNumber }, wraps }: Named) {
  return (
    <span className={wraps ? 'num' : 'num whitespace-nowrap'}>
      <b className="whitespace-nowrap">{orderNumber}</b>{' '}
      <span className="meta font-normal whitespace-nowrap">#{shortId(id)}</span>
    </span>
  );
}
