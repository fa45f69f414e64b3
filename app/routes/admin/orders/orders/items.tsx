import { formatRupees, type Paise } from '#app/basics/money.ts';
import type { Picture as StoredPicture } from '#app/modules/catalogue/media/picture.ts';
import type { Order, OrderLine } from '#app/modules/orders/orders/order.ts';
import { totalRows } from '#app/modules/orders/pricing/total-rows.ts';
import { Part } from '#app/routes/admin/shared/part.tsx';
import { Personalization } from '#app/ui/shop/personalization.tsx';
import { Picture } from '#app/ui/shop/picture.tsx';
import { TotalRows } from '#app/ui/shop/total-rows.tsx';

export function OrderItems({
  order,
  lines,
  includedGst,
}: {
  order: Order;
  lines: (OrderLine & { picture?: StoredPicture })[];
  includedGst: Paise | undefined;
}) {
  return (
    <Part title="Items">
      <ul>
        {lines.map((line) => (
          <li key={line.variant_id ?? line.artwork_id} className="grid grid-cols-thumb-rest-auto gap-3.5 py-2">
            {line.picture ? (
              <Picture picture={line.picture} alt="" sizes="48px" className="h-15 w-12" />
            ) : (
              <span className="h-15 w-12 bg-clay" />
            )}
            <span className="leading-snug">
              <b className="font-semibold">{line.title}</b>
              <span className="meta num block">
                {formatRupees(line.price)} × {line.quantity}
                {line.made_to_order ? ', made to order' : ''}
              </span>
              <Personalization answers={line.personalization} />
            </span>
            <b className="num font-semibold">{formatRupees(line.lineTotal)}</b>
          </li>
        ))}
      </ul>
      <div>
        <TotalRows
          rows={totalRows(order, {
            showsGst: true,
            includedGst,
            discount: order.couponCode ? `Discount, ${order.couponCode}` : undefined,
            total: 'Grand total',
          })}
        />
      </div>
    </Part>
  );
}
