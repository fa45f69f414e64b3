import { formatRupees } from '#app/basics/money.ts';
import type { Open } from './open-checkout.ts';

/** What the total is made of. */
export function TotalLines({ totals, applied }: Pick<Open, 'totals' | 'applied'>) {
  return (
    <div>
      <p className="sum-line">
        <span>Subtotal</span>
        <span>{formatRupees(totals.subtotal)}</span>
      </p>
      {applied ? (
        <p className="sum-line sum-saving">
          <span>Coupon {applied.code}</span>
          <span>−{formatRupees(totals.discountAmount)}</span>
        </p>
      ) : null}
      <p className="sum-line">
        <span>Shipping</span>
        <span>{totals.shippingCost === 0 ? 'Free' : formatRupees(totals.shippingCost)}</span>
      </p>
      <p className="sum-line">
        <span>GST</span>
        <span>{formatRupees(totals.gstAmount)}</span>
      </p>
      <p className="sum-line sum-total">
        <span>Total</span>
        <span>{formatRupees(totals.total)}</span>
      </p>
    </div>
  );
}
