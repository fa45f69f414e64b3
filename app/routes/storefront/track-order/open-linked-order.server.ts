import { redirect } from 'react-router';
import { isForAccount, openOrderLink } from '#app/modules/orders/orders/order-link.server.ts';
import type { Order } from '#app/modules/orders/orders/order.ts';
import { getOrder } from '#app/modules/orders/orders/orders.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { tokenOf, tooManyLinksAnswer } from '#app/routes/secret-address.ts';

/**
 * Opens the order of an emailed link. Throws not-found for a wrong link, and 429 after too many. If the account can
 * sign in, redirects to the order's page.
 */
export async function openLinkedOrder(
  shop: Shop,
  url: URL,
  toAccountPage: (order: Order) => string,
): Promise<{ shop: Shop; orderId: string; order: Order }> {
  const opened = await openOrderLink(shop, tokenOf(url));
  if (!opened.ok && opened.reason === 'unknown-link') throw notFound();
  if (!opened.ok) throw tooManyLinksAnswer(opened);
  const order = await getOrder(opened.value.shop, opened.value.orderId);
  if (await isForAccount(shop, order)) throw redirect(toAccountPage(order), 303);
  return { ...opened.value, order };
}
