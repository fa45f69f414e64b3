import { formatRupees, NOTHING, type Paise } from '#app/basics/money.ts';
import type { Totals } from './pricing.ts';

export type TotalRow = { label: string; amount: string; kind?: 'saving' | 'total' | 'part' };

/** `labels` replaces the usual labels, and `shipped` the shipping amount. `includedGst` is the GST in the total. */
export function totalRows(
  totals: Totals,
  labels: {
    discount?: string;
    shipping?: string;
    shipped?: string;
    total?: string;
    showsGst?: boolean;
    includedGst?: Paise | undefined;
  } = {},
): TotalRow[] {
  const { subtotal, discountAmount, shippingCost, codCharge, gstAmount, total } = totals;
  const { discount = 'Discount', shipping = 'Shipping', includedGst = NOTHING } = labels;
  const isIncluded = gstAmount === 0 && includedGst > 0;
  const shipped = labels.shipped ?? (shippingCost === 0 ? 'Free' : formatRupees(shippingCost));
  return [
    { label: 'Subtotal', amount: formatRupees(subtotal) },
    ...(discountAmount > 0
      ? [{ label: discount, amount: `−${formatRupees(discountAmount)}`, kind: 'saving' as const }]
      : []),
    { label: shipping, amount: shipped },
    ...codChargeRows(codCharge),
    ...(gstAmount > 0 || (labels.showsGst && !isIncluded) ? [{ label: 'GST', amount: formatRupees(gstAmount) }] : []),
    { label: labels.total ?? 'Total', amount: formatRupees(total), kind: 'total' },
    ...(isIncluded ? [{ label: 'Includes GST', amount: formatRupees(includedGst), kind: 'part' as const }] : []),
  ];
}

const codChargeRows = (codCharge: Paise): TotalRow[] =>
  codCharge > 0 ? [{ label: 'Cash on delivery charge', amount: formatRupees(codCharge) }] : [];
