import { and, asc, eq, inArray, isNotNull, or } from 'drizzle-orm';
import type { Paise } from '#app/basics/money.ts';
import { cart } from '#app/modules/cart/tables.server.ts';
import { shownMedium } from '#app/modules/catalogue/artwork.ts';
import { artworks } from '#app/modules/catalogue/tables.server.ts';
import { heldArtworkIds, lockHolds } from '#app/modules/holds/holds.server.ts';
import type { OrderItem } from '#app/modules/orders/order.ts';
import { type ArtworkGst, gstOf } from '#app/modules/pricing/pricing.ts';
import type { Settings } from '#app/modules/settings/settings.ts';
import { pipeline } from '#app/platform/database/database.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';

/**
 * Somebody's cart and what is held for them, in the caller's transaction, which has locked the checkout: the holds and all
 * pieces are locked, so that prices stand still and two orders can't block each other. `unpriced` is a piece of it whose price is told
 * on request by now, so that it can't be bought.
 */
export async function lockCartLines(shop: Shop, userId: string) {
  // The holds' pieces and the cart's in one go, in the order of their ids; what is answered is what stands under the locks.
  const cartAndHeld = shop.database
    .select({
      artworkId: artworks.id,
      quantity: cart.quantity,
      title: artworks.title,
      price: artworks.price,
      medium: artworks.medium,
      category: artworks.category,
      gstRate: artworks.gstRate,
      hsn: artworks.hsn,
      images: artworks.images,
      mainImageIndex: artworks.mainImageIndex,
      addedAt: cart.createdAt,
    })
    .from(artworks)
    .leftJoin(cart, and(eq(cart.artworkId, artworks.id), eq(cart.userId, userId)))
    .where(or(isNotNull(cart.id), inArray(artworks.id, heldArtworkIds(shop, userId))))
    .orderBy(asc(artworks.id))
    .for('no key update', { of: artworks });
  const [held, rows] = await pipeline([() => lockHolds(shop, userId), () => cartAndHeld]);
  const all = rows.flatMap(({ quantity, addedAt, ...row }) =>
    quantity === null || addedAt === null
      ? []
      : [{ ...row, quantity, addedAt, gst: { ...row, medium: shownMedium(row) } }],
  );
  const lines = all.flatMap(({ price, ...line }) => (price === null ? [] : [{ ...line, price }]));
  const unpriced = all.find((line) => line.price === null);
  return { held, lines, unpriced: unpriced && { artworkId: unpriced.artworkId, title: unpriced.title, available: 0 } };
}

type CartLine = {
  artworkId: string;
  title: string;
  price: Paise;
  quantity: number;
  images: string[];
  mainImageIndex: number;
  addedAt: Date;
  gst: ArtworkGst;
};

/** Lines as an order keeps them, in the order in which they were put into the cart, with the tax that stands for them now. */
export const itemsOf = (lines: readonly CartLine[], settings: Pick<Settings, 'gst'>): OrderItem[] =>
  lines
    .toSorted((a, b) => a.addedAt.getTime() - b.addedAt.getTime())
    .map((line) => ({
      artwork_id: line.artworkId,
      title: line.title,
      price: line.price,
      quantity: line.quantity,
      image: line.images[line.mainImageIndex] ?? line.images[0]!,
      ...gstOf(settings, line.gst),
    }));
