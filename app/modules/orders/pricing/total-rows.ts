import { formatRupees, type Paise } from '#app/basics/money.ts';
import type { Totals } from './pricing.ts';

export type TotalRow = { label: string; amount: string; kind?: 'saving' | 'total' };

/** `labels` replaces words, `shipped` the shipping amount. */
export function totalRows(
  totals: Totals,
  labels: { discount?: string; shipping?: string; shipped?: string; total?: string; showsGst?: boolean } = {},
): TotalRow[] {
  const { subtotal, discountAmount, shippingCost, codCharge, gstAmount, total } = totals;
  const { discount = 'Discount', shipping = 'Shipping' } = labels;
  const shipped = labels.shipped ?? (shippingCost === 0 ? 'Free' : formatRupees(shippingCost));
  return [
    { label: 'Subtotal', amount: formatRupees(subtotal) },
    ...(discountAmount > 0
      ? [{ label: discount, amount: `−${formatRupees(discountAmount)}`, kind: 'saving' as const }]
      : []),
    { label: shipping, amount: shipped },
    ...codChargeRows(codCharge),
    ...(gstAmount > 0 || labels.showsGst ? [{ label: 'GST', amount: formatRupees(gstAmount) }] : []),
    { label: labels.total ?? 'Total', amount: formatRupees(total), kind: 'total' },
  ];
}

const codChargeRows = (codCharge: Paise): TotalRow[] =>
  codCharge > 0 ? [{ label: 'Cash on delivery charge', amount: formatRupees(codCharge) }] : [];
