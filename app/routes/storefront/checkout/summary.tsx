import { useRef } from 'react';
import { formatRupees, times } from '#app/basics/money.ts';
import type { AvailableLine } from '#app/modules/cart/cart.ts';
import { offApplied } from '#app/modules/coupons/messages.ts';
import { Button } from '#app/ui/kit/button.tsx';
import { Field } from '#app/ui/kit/field.tsx';
import { Icon } from '#app/ui/kit/icon.tsx';
import { Picture } from '#app/ui/shop/picture.tsx';
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
  lines: AvailableLine[];
  open: Open;
  couponError?: string;
  typedCode?: string;
  busyWith?: FormDataEntryValue | null;
}) {
  const pieces = lines.reduce((all, line) => all + line.quantity, 0);
  const apply = useRef<HTMLButtonElement>(null);
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
              <li key={line.id} className="line-item">
                <Picture picture={line.artwork.picture} sizes="64px" alt="" />
                <div>
                  <b>{line.artwork.title}</b>
                  <span className="meta">Qty {line.quantity}</span>
                </div>
                <b className="num">{formatRupees(times(line.artwork.price, line.quantity))}</b>
              </li>
            ))}
          </ul>
          <div className="my-3 border-t border-line pt-4">
            {open.applied ? (
              <div className="coupon-applied" role="status">
                <Icon name="check" small />
                <span>
                  {offApplied(open.applied.percentage)} {open.applied.code}
                </span>
                <input type="hidden" form={FORM} name="couponCode" value={open.applied.code} />
                <Button
                  form={FORM}
                  name="intent"
                  value="remove-coupon"
                  look="quiet"
                  busy={busyWith === 'remove-coupon'}
                  aria-label={`Remove coupon ${open.applied.code}`}
                >
                  Remove
                </Button>
              </div>
            ) : (
              <div className="coupon-row items-end">
                <Field
                  label="Coupon code"
                  name="couponCode"
                  form={FORM}
                  autoComplete="off"
                  autoCapitalize="characters"
                  hint={open.hint}
                  defaultValue={typedCode}
                  error={couponError}
                  onKeyDown={(event) => {
                    if (event.key !== 'Enter') return;
                    event.preventDefault();
                    apply.current?.click();
                  }}
                />
                <Button
                  ref={apply}
                  form={FORM}
                  name="intent"
                  value="apply-coupon"
                  look="secondary"
                  className={couponError ? 'self-center' : undefined}
                  busy={busyWith === 'apply-coupon'}
                >
                  Apply
                </Button>
              </div>
            )}
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
