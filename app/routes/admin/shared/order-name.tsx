import { shortId } from '#app/modules/orders/order.ts';

/** Both names of an order: its number, as on labels and in mails, and the end of its id. */
export function OrderName({ order: { id, orderNumber } }: { order: { id: string; orderNumber: string } }) {
  return (
    <>
      <b className="num whitespace-nowrap">{orderNumber}</b>{' '}
      <span className="meta num whitespace-nowrap font-normal">#{shortId(id)}</span>
    </>
  );
}
