import { shortId } from '#app/modules/orders/orders/order.ts';
import { cn } from '#app/ui/kit/class-names.ts';

/** `low` shows the end of the id only where both fit. */
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
