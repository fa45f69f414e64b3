import { recordPurchases } from '#app/modules/catalogue/artworks/purchases.server.ts';
import { outstanding } from '#app/modules/orders/ledger/ledger.ts';
import { balanceOfOrder } from '#app/modules/orders/ledger/ledger.server.ts';
import { creditInvoices, issueInvoices, reissueForState } from '#app/modules/orders/invoices/invoices.server.ts';
import { isBought, ORDER_LIFE } from '#app/modules/orders/orders/order-life.ts';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';
import { pipeline } from '#app/platform/database/database.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import type { OrderRow } from './order-row.server.ts';

/** What follows once an order stands as it does. */
export async function settle(shop: Shop, before: OrderRow, order: OrderRow, isRejection?: boolean): Promise<void> {
  await publishChanges(shop, before, order, isRejection);
  await writePapers(shop, before, order);
}

export async function publishChanges(
  shop: Shop,
  before: OrderRow | undefined,
  order: OrderRow,
  isRejection = false,
): Promise<void> {
  const orderId = order.id;
  const isCertainNow = order.confirmedAt && !before?.confirmedAt;
  const wasBought = before !== undefined && isBought(before);
  const artworkIds = isBought(order) ? order.items.map((item) => item.artwork_id) : [];
  const purchases = { orderId, userId: order.userId, boughtAt: order.createdAt, artworkIds };
  await pipeline([
    () => isCertainNow && announce(shop, 'orders.confirmed', { orderId }),
    () => isBought(order) !== wasBought && recordPurchases(shop, purchases),
    () =>
      before &&
      before.status !== order.status &&
      announce(shop, 'orders.status-changed', {
        orderId,
        from: before.status,
        to: order.status,
        ...(isRejection && { isRejection }),
      }),
  ]);
}

/** Its invoice and what undoes it come last, since whoever waits for a number holds everything else already. */
export async function writePapers(
  shop: Shop,
  before: OrderRow | undefined,
  order: OrderRow,
  pricedBy?: Settings,
): Promise<void> {
  const moved = before?.status !== order.status;
  if (
    ORDER_LIFE[order.status].isCertain &&
    !hasForeignPapers(before, order) &&
    (await isInvoiceDue(shop, order, moved))
  )
    await issueInvoices(shop, [order], { pricedBy });
  if (moved && order.status === 'cancelled') await creditInvoices(shop, [order]);
  if (before && before.shippingAddress.state !== order.shippingAddress.state) await reissueForState(shop, order);
}

/** Of an order that was moved in the invoice is ours where it becomes certain or leaves the studio here. */
const hasForeignPapers = (before: OrderRow | undefined, order: OrderRow): boolean =>
  order.movedInAt !== null &&
  before !== undefined &&
  ORDER_LIFE[before.status].isCertain &&
  (ORDER_LIFE[before.status].leftTheStudio || !ORDER_LIFE[order.status].leftTheStudio);

/** Of an order with an advance what came before all of it was paid has receipts; its last payment may come without a change of status. */
const isInvoiceDue = async (shop: Shop, order: OrderRow, moved: boolean): Promise<boolean> =>
  order.advance === null ? moved : outstanding(await balanceOfOrder(shop, order.id)) === 0;
