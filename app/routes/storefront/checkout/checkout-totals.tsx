import type { Totals } from '#app/modules/pricing/pricing.ts';
import { totalRows } from '#app/modules/pricing/total-rows.ts';
import { TotalRows } from '#app/ui/shop/total-rows.tsx';

/** What the total is made of, with the code of the coupon that lowered it. */
export function CheckoutTotals({ totals, coupon }: { totals: Totals; coupon?: string | null }) {
  return (
    <div>
      <TotalRows rows={totalRows(totals, { discount: coupon ? `Coupon ${coupon}` : undefined })} />
    </div>
  );
}
