import { shortId } from '#app/modules/orders/orders/order.ts';
import { cn } from '#app/ui/kit/class-names.ts';

/**
 * Both names of an order: its number, as on labels and in mails, and the end of its id. `low` shows the second only where
 * both fit on the line of a row.
 */
export function OrderName({
  order: { id, orderNumber },
  low,
}: {
  order: { id: string; orderNumber: string };
  low?: boolean;
}) {
  return (
    <>
      <b className="num whitespace-nowrap">{orderNumber}</b>{' '}
      <span className={cn('meta num whitespace-nowrap font-normal', low && 'max-form:sr-only wide:max-widest:sr-only')}>
        #{shortId(id)}
      </span>
    </>
  );
}
