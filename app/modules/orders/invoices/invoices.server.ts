import { inArray } from 'drizzle-orm';
import { coupons } from '#app/modules/orders/coupons/tables.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { NOTHING_CREDITED } from './credit.ts';
import { creditNotesFor } from './credit-notes.server.ts';
import { findCorrections, findCurrentInvoices } from './internal/current-invoices.server.ts';
import { type DocumentRow, issue, type NewDocument } from './internal/issue.server.ts';
import { findMoney, type OrderMoney } from './internal/order-money.server.ts';
import { type InvoicedOrder, toReturnedItems, writeInvoices } from './write-document.ts';

export { hasCurrentInvoice } from './internal/current-invoices.server.ts';

/** Issues the missing invoices of locked orders. Returns the number of documents. */
export async function issueInvoices(
  shop: Shop,
  orders: readonly InvoicedOrder[],
  { pricedBy }: { pricedBy?: Settings } = {},
): Promise<number> {
  const withoutInvoice = async () => {
    if (pricedBy) return orders;
    const current = await findCurrentInvoices(
      shop,
      orders.map(({ id }) => id),
    );
    return orders.filter(({ id }) => !current.some(({ orderId }) => orderId === id));
  };
  const certain = await withoutInvoice();
  if (certain.length === 0) return 0;
  const settings = pricedBy ?? (await getSettings(shop));
  const percentages = await findDiscountPercentages(shop, certain);
  return issue(shop, async () => {
    const missing = await withoutInvoice();
    const notes = pricedBy ? [] : await findCorrections(shop, missing);
    const money = await findMoney(shop, missing);
    return missing.flatMap((order) =>
      writeNewInvoices(settings, order, { percentages, notes, money: money.get(order.id)!, isNew: !!pricedBy }),
    );
  });
}

function writeNewInvoices(
  settings: Settings,
  order: InvoicedOrder,
  {
    percentages,
    notes,
    money: { atIssue: money, credited },
    isNew = false,
  }: {
    percentages: ReadonlyMap<string, number>;
    notes: readonly DocumentRow[];
    money: OrderMoney;
    isNew?: boolean;
  },
): NewDocument[] {
  const percentage = percentages.get(order.couponCode ?? '') ?? null;
  const returned = notes
    .filter(({ orderId, kind }) => orderId === order.id && kind === 'credit-note')
    .flatMap(({ content }) => toReturnedItems(content));
  const written = { percentage, money, credited: isNew ? NOTHING_CREDITED : { returned, amount: credited } };
  return writeInvoices(settings, order, written).map((invoice) => ({ orderId: order.id, ...invoice }));
}

/** Replaces a tax invoice when the address is now in another state. Returns the number of documents. */
export const reissueForState = (shop: Shop, order: InvoicedOrder): Promise<number> =>
  reissueInvoice(
    shop,
    order,
    'The order goes to another state',
    ({ content: { isTaxed, buyer } }) =>
      isTaxed && !buyer.firm?.suppliesFirmState && buyer.address.state !== order.shippingAddress.state,
  );

/**
 * Replaces a locked order's invoices for which `isWrong` is true by credit notes and new invoices. Returns the number
 * of documents.
 */
export async function reissueInvoice(
  shop: Shop,
  order: InvoicedOrder,
  reason: string,
  isWrong: (invoice: DocumentRow) => boolean = () => true,
): Promise<number> {
  const findWrong = async () => (await findCurrentInvoices(shop, [order.id])).filter((invoice) => isWrong(invoice));
  if ((await findWrong()).length === 0) return 0;
  const settings = await getSettings(shop);
  const percentages = await findDiscountPercentages(shop, [order]);
  return issue(shop, async () => {
    const wrong = await findWrong();
    const money = (await findMoney(shop, [order])).get(order.id)!;
    const cancellation = { reason, isCancellation: true, money: money.atIssue } as const;
    const notes = await creditNotesFor(shop, wrong, 'all', () => cancellation);
    // A fully returned order gets no further invoice.
    if (notes.length === 0) return [];
    const earlier = await findCorrections(shop, [order]);
    return [...notes, ...writeNewInvoices(settings, order, { percentages, notes: earlier, money })];
  });
}

async function findDiscountPercentages(shop: Shop, certain: readonly InvoicedOrder[]): Promise<Map<string, number>> {
  const codes = certain.flatMap(({ couponCode }) => couponCode ?? []);
  if (codes.length === 0) return new Map();
  const rows = await shop.database
    .select({ code: coupons.code, percentage: coupons.discountPercentage })
    .from(coupons)
    .where(inArray(coupons.code, codes));
  return new Map(rows.map(({ code, percentage }) => [code, percentage]));
}
