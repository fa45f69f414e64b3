import type { ReactNode } from 'react';
import { formatRupees, type Paise } from '#app/basics/money.ts';
import type { Totals } from '#app/modules/orders/pricing/pricing.ts';
import { totalRows } from '#app/modules/orders/pricing/total-rows.ts';
import { Icon } from '#app/ui/kit/icon.tsx';
import { CouponFields } from '#app/ui/shop/coupon-fields.tsx';
import { BoughtItem } from '#app/ui/shop/line-item.tsx';
import { TotalRows } from '#app/ui/shop/total-rows.tsx';
import { FORM, type Open, type OpenCheckout } from './open-checkout.ts';

export function OpenSummary({
  lines,
  open,
  error,
  answer,
  typed,
  busyWith,
}: Pick<OpenCheckout, 'lines'> & {
  open: Open;
  error: string | undefined;
  answer: object | undefined;
  typed: string | undefined;
  busyWith?: FormDataEntryValue | null;
}) {
  const itemCount = lines.reduce((all, line) => all + line.quantity, 0);
  return (
    <Summary title={`Order summary, ${itemCount} ${itemCount === 1 ? 'item' : 'items'}`} total={open.totals.total}>
      <ul>
        {lines.map(({ artwork, ...line }) => (
          <BoughtItem key={line.id} picture={artwork.picture} item={{ title: artwork.title, ...line }} />
        ))}
      </ul>
      <div className="my-3 border-t border-line pt-4">
        <CouponFields
          applied={open.applied}
          error={error ?? open.couponError}
          answer={answer}
          hint={open.hint}
          typed={typed}
          busy={busyWith === 'apply-coupon' || busyWith === 'remove-coupon'}
          form={FORM}
        />
      </div>
      <CheckoutTotals totals={open.totals} includedGst={open.includedGst} coupon={open.applied?.code} />
      <p className="tick meta mt-5">
        <Icon name="shield" small />
        {open.isInsured ? 'Insured parcel. ' : ''}
        {open.returnWithinDays}-day returns on ready pieces.
      </p>
    </Summary>
  );
}

export function Summary({ title, total, children }: { title: string; total: Paise; children: ReactNode }) {
  return (
    <aside className="checkout-summary" aria-label="Order summary">
      <details>
        <summary>
          <Icon name="bag" />
          <span>{title}</span>
          <span className="num" translate="no">
            {formatRupees(total)}
          </span>
          <Icon name="down" small />
        </summary>
        <div className="checkout-summary-body">
          <h2>Order summary</h2>
          {children}
        </div>
      </details>
    </aside>
  );
}

export const CheckoutTotals = ({
  totals,
  includedGst,
  coupon,
}: {
  totals: Totals;
  includedGst?: Paise | undefined;
  coupon?: string | null;
}) => (
  <div>
    <TotalRows rows={totalRows(totals, { discount: coupon ? `Coupon ${coupon}` : undefined, includedGst })} />
  </div>
);
