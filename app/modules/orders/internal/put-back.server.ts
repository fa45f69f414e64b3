import { eq } from 'drizzle-orm';
import { returnStock } from '#app/modules/catalogue/catalogue.server.ts';
import { ORDER_LIFE, piecesOf } from '#app/modules/orders/order.ts';
import { orders } from '#app/modules/orders/tables.server.ts';
import { adminOnly, type Shop } from '#app/platform/shop.server.ts';
import { lockOrder } from './order-row.server.ts';

/**
 * Puts some pieces of an order back into stock, in the caller's transaction, which makes sure that it happens once;
 * admins. Never more than the order still holds: what was made to order, was put back before or went back with a
 * cancellation stays out. Answers what was put back. Throws not-found.
 */
export async function putBackPieces(
  shop: Shop,
  { orderId, lines }: { orderId: string; lines: readonly { artworkId: string; quantity: number }[] },
): Promise<{ artworkId: string; quantity: number }[]> {
  adminOnly(shop);
  const order = await lockOrder(shop, orderId);
  if (!ORDER_LIFE[order.status].holdsStock) return [];
  const held = new Map(piecesOf(order.items, order.putBack).map((piece) => [piece.artworkId, piece.quantity]));
  const back = lines
    .map(({ artworkId, quantity }) => ({ artworkId, quantity: Math.min(quantity, held.get(artworkId) ?? 0) }))
    .filter(({ quantity }) => quantity > 0);
  if (back.length === 0) return [];
  await returnStock(shop, back);
  const putBack = { ...order.putBack };
  for (const { artworkId, quantity } of back) putBack[artworkId] = (putBack[artworkId] ?? 0) + quantity;
  await shop.database.update(orders).set({ putBack, updatedAt: shop.now }).where(eq(orders.id, order.id));
  return back;
}
