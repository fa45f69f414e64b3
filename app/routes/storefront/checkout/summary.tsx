import { formatRupees, type Paise } from '#app/basics/money.ts';
import type { AvailableLine } from '#app/modules/cart/cart.ts';
import { Icon } from '#app/ui/kit/icon.tsx';
import { CouponFields } from '#app/ui/shop/coupon-fields.tsx';
import { LineItem } from '#app/ui/shop/line-item.tsx';
import { FORM, type Open } from './open-checkout.ts';
import { CheckoutTotals } from './checkout-totals.tsx';

/** What is bought, with the coupon, whose buttons and field belong to the checkout's form. */
export function Summary({
  lines,
  open,
  couponError,
  typedCode,
  busyWith,
}: {
  lines: (AvailableLine & { lineTotal: Paise })[];
  open: Open;
  couponError?: string;
  typedCode?: string;
  busyWith?: FormDataEntryValue | null;
}) {
  const pieces = lines.reduce((all, line) => all + line.quantity, 0);
  return (
    <aside className="checkout-summary" aria-label="Order summary">
      <details>
        <summary>
          <Icon name="bag" />
          <span>
            Order summary, {pieces} {pieces === 1 ? 'item' : 'items'}
          </span>
          <span className="num">{formatRupees(open.totals.total)}</span>
          <Icon name="down" small />
        </summary>
        <div className="checkout-summary-body">
          <h2>Order summary</h2>
          <ul>
            {lines.map((line) => (
              <LineItem
                key={line.id}
                picture={line.artwork.picture}
                title={line.artwork.title}
                end={<b className="num">{formatRupees(line.lineTotal)}</b>}
              >
                <b>{line.artwork.title}</b>
                <span className="meta">Qty {line.quantity}</span>
              </LineItem>
            ))}
          </ul>
          <div className="my-3 border-t border-line pt-4">
            <CouponFields
              applied={open.applied}
              error={couponError}
              hint={open.hint}
              typed={typedCode}
              busy={busyWith === 'apply-coupon' || busyWith === 'remove-coupon'}
              form={FORM}
            />
          </div>
          <CheckoutTotals totals={open.totals} coupon={open.applied?.code} />
          <p className="tick meta mt-5">
            <Icon name="shield" small />
            Insured parcel. {open.returnWithinDays}-day returns on ready pieces.
          </p>
        </div>
      </details>
    </aside>
  );
}
