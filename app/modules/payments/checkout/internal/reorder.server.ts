import { answersOf } from '#app/basics/personalization.ts';
import { done, type Refused, refused, type Result } from '#app/basics/result.ts';
import type { CartMerge } from '#app/modules/orders/cart/cart.ts';
import { addLines } from '#app/modules/orders/cart/cart.server.ts';
import { type Shop, signedIn } from '#app/platform/shop.server.ts';
import { itemOf } from '#app/modules/orders/orders/order.ts';
import { getOrder } from '#app/modules/orders/orders/orders.server.ts';
import { notFound } from '#app/platform/errors.server.ts';

/**
 * Puts a delivered order's pieces into its owner's cart again, with their answers, at today's price and stock, and answers what
 * was lowered or left out, by name. Refused while the order isn't delivered; throws not-found for another's order.
 */
export async function reorder(
  shop: Shop,
  orderId: string,
): Promise<Result<CartMerge, Refused<'not-delivered', undefined>>> {
  const { userId } = signedIn(shop);
  const order = await getOrder(shop, orderId);
  if (order.userId !== userId) throw notFound();
  if (order.status !== 'delivered') return refused('not-delivered');
  return done(
    await addLines(
      shop,
      order.items.map((item) => ({
        ...itemOf(item),
        quantity: item.quantity,
        title: item.title,
        answers: answersOf(item.personalization),
      })),
    ),
  );
}
