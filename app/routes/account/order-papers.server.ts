import { ORDER_LIFE } from '#app/modules/orders/order-life.ts';
import { invoicesOf } from '#app/modules/invoices/invoices.server.ts';
import type { OrderAsItStands } from '#app/modules/orders/orders.server.ts';
import { refundStatesOf } from '#app/modules/refunds/refunds.server.ts';
import { isInReturnWindow, lastDayToReturn, returnedItemCount } from '#app/modules/returns/return.ts';
import { returnsOf } from '#app/modules/returns/returns.server.ts';
import { getSettings } from '#app/modules/settings/settings.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';

/** What an order's card knows of its invoice and its return. */
export type OrderPapers = Awaited<ReturnType<typeof papersOf>>[string];

/** What the cards of My Orders offer and say of invoices and returns, by the order's id. */
export async function papersOf(shop: Shop, orders: readonly OrderAsItStands[]) {
  const ids = orders.map(({ id }) => id);
  const [numbers, requests, refundStates, { promises, contact }] = await Promise.all([
    invoicesOf(shop, ids),
    returnsOf(shop, ids),
    refundStatesOf(shop, ids),
    getSettings(shop),
  ]);
  const days = promises.returnWithinDays;
  return Object.fromEntries(
    orders.map((order) => {
      const asked = requests.get(order.id) ?? [];
      const [request] = asked;
      const bought = order.items.reduce((all, { quantity }) => all + quantity, 0);
      const isOpen =
        order.status === 'delivered' &&
        isInReturnWindow(order.since, days, shop.now) &&
        returnedItemCount(asked) < bought;
      return [
        order.id,
        {
          hasInvoice: numbers.has(order.id) || ORDER_LIFE[order.status].isCertain,
          /** The last day a return can be asked for, 'YYYY-MM-DD'; undefined when it can't be now. */
          returnUntil: isOpen && request?.status !== 'pending' ? lastDayToReturn(order.since, days) : undefined,
          request: request && {
            kind: request.kind,
            status: request.status,
            answer: request.answer,
            createdAt: request.createdAt,
            answeredAt: request.answeredAt,
            receivedAt: request.receivedAt,
          },
          refund: refundStates.get(order.id),
          replyWithinHours: contact.replyWithinHours,
          sendTo: contact.address,
        },
      ];
    }),
  );
}
