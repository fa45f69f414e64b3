import type { Paise } from '#app/basics/money.ts';
import type { DocumentKind } from '#app/modules/orders/invoices/paper.ts';
import { includedGst } from '#app/modules/orders/pricing/pricing.ts';
import type { Seller } from '#app/modules/store/settings/seller.ts';
import type { Order } from './order.ts';

const TAXED: readonly DocumentKind[] = ['tax-invoice', 'invoice-cum-bill-of-supply', 'receipt-voucher'];

/**
 * Returns the GST in an order's total. The order's documents decide whether there is any; without documents, the
 * seller's GST status decides.
 */
export function gstWithin(
  order: Order,
  {
    seller,
    documents = [],
  }: { seller: Pick<Seller, 'status'>; documents?: readonly { kind: DocumentKind }[] | undefined },
): Paise | undefined {
  const isTaxed =
    documents.length > 0 ? documents.some(({ kind }) => TAXED.includes(kind)) : seller.status === 'regular';
  return isTaxed ? includedGst(order, order.items) : undefined;
}
