import { NOTHING } from '#app/basics/money.ts';
import { type Refused, refused, type Result } from '#app/basics/result.ts';
import { type DraftLine, type Sale, UNDO_SALE_WITHIN_SECONDS } from '#app/modules/payments/checkout/draft-order.ts';
import type { DraftRefusal } from '#app/modules/payments/checkout/messages.ts';
import type { Order } from '#app/modules/orders/orders/order.ts';
import { lockOrder, setOrderStatus } from '#app/modules/orders/orders/orders.server.ts';
import { paymentsAndRefunds, refundOrder } from '#app/modules/payments/payments/refunds.server.ts';
import { allOrNothing } from '#app/platform/all-or-nothing.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { adminOnly, isOwner, type Shop } from '#app/platform/shop.server.ts';
import { placeDraft } from './place-draft.server.ts';
import { asc, inArray } from 'drizzle-orm';
import { type ArtworkSummary, variantOf } from '#app/modules/catalogue/artworks/artwork.ts';
import { artworkVariants } from '#app/modules/catalogue/artworks/tables.server.ts';

const NO_ADDRESS = { email: '', street: '', city: '', state: '', zipCode: '', country: 'India' };
const NO_NAME = 'Walk-in customer';

/** Creates a delivered and paid order, once per key. Admins only. */
export async function sellInPerson(
  shop: Shop,
  { lines, name, phone, ...sale }: Sale & { lines: readonly DraftLine[] },
): Promise<Result<Order, DraftRefusal>> {
  return placeDraft(shop, {
    ...NO_ADDRESS,
    ...sale,
    name: name || NO_NAME,
    phone,
    lines,
    discount: NOTHING,
    account: '',
    handedOver: 'on',
    sawPayment: true,
    note: '',
  });
}

/** Undoes a sale within a minute, including its stock and payment. Repeating is safe. Admins only. */
export async function undoSale(
  shop: Shop,
  orderId: string,
): Promise<Result<undefined, Refused<'too-late', undefined>>> {
  adminOnly(shop);
  return allOrNothing<undefined, Refused<'too-late', undefined>>(shop, async (shop, refuse) => {
    const order = await lockOrder(shop, orderId);
    if (!order.handedOver) throw notFound();
    if (order.status === 'cancelled') return undefined;
    if (shop.now.getTime() - order.createdAt.getTime() > UNDO_SALE_WITHIN_SECONDS * 1_000)
      return refuse(refused('too-late'));
    const reason = 'Sale undone';
    const cancelled = await setOrderStatus(shop, { orderId, status: 'cancelled', reason });
    if (!cancelled.ok) throw new Error(`sale ${orderId} can't be undone: ${cancelled.reason}`);
    // A helper cannot refund, and the payment of a helper's sale is not confirmed yet.
    if (order.verification !== 'matched' || !isOwner(shop)) return undefined;
    const [payment] = (await paymentsAndRefunds(shop, orderId)).payments;
    if (!payment || payment.left === 0) return undefined;
    const refund = { orderId, paymentId: payment.id, amount: payment.left, reason, key: orderId };
    const refunded = await refundOrder(shop, refund);
    if (!refunded.ok) throw new Error(`the money of sale ${orderId} can't be given back: ${refunded.reason}`);
    return undefined;
  });
}

export type SellableItem = ArtworkSummary & { variantId: string | null };

export async function itemsOfArtworks(shop: Shop, summaries: readonly ArtworkSummary[]): Promise<SellableItem[]> {
  const ids = summaries.filter(({ hasVariants }) => hasVariants).map(({ id }) => id);
  const rows =
    ids.length === 0
      ? []
      : await shop.database
          .select()
          .from(artworkVariants)
          .where(inArray(artworkVariants.artworkId, ids))
          .orderBy(asc(artworkVariants.position));
  return summaries.flatMap((summary): SellableItem[] =>
    summary.hasVariants
      ? rows
          .filter(({ artworkId }) => artworkId === summary.id)
          .map((row) => ({ ...variantOf(summary, row), variantId: row.id }))
      : [{ ...summary, variantId: null }],
  );
}
