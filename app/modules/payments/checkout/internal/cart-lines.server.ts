import { createHash } from 'node:crypto';
import { and, asc, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';
import type { Paise } from '#app/basics/money.ts';
import { cart } from '#app/modules/orders/cart/tables.server.ts';
import { answersOf, type PersonalizationAnswer } from '#app/basics/personalization.ts';
import { shownMedium } from '#app/modules/catalogue/artworks/medium.ts';
import { personalize } from '#app/modules/catalogue/artworks/personalization.ts';
import { artworks, artworkVariants } from '#app/modules/catalogue/artworks/tables.server.ts';
import { titleOfVariant } from '#app/modules/catalogue/artworks/variant.ts';
import { heldArtworkIds, lockHolds } from '#app/modules/orders/holds/holds.server.ts';
import { itemOf, type OrderItem } from '#app/modules/orders/orders/order.ts';
import { type ArtworkGst, currentGst } from '#app/modules/orders/pricing/pricing.ts';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import { pipeline } from '#app/platform/database/database.server.ts';
import { type Shop, signedIn } from '#app/platform/shop.server.ts';
import { done, type Refused, refused, type Result } from '#app/basics/result.ts';
import type { CartMerge } from '#app/modules/orders/cart/cart.ts';
import { addLines } from '#app/modules/orders/cart/merge-cart.server.ts';
import { getOrder } from '#app/modules/orders/orders/orders.server.ts';
import { notFound } from '#app/platform/errors.server.ts';

/** Locks the cart's pieces. The caller must lock the checkout first. `unpriced`: without a price or variant. */
export async function lockCartLines(shop: Shop, userId: string) {
  // One query locks all pieces in the order of ids, so that two carts cannot deadlock.
  const cartAndHeld = shop.database
    .select({
      artworkId: artworks.id,
      variantId: cart.variantId,
      hasVariants: artworks.hasVariants,
      quantity: cart.quantity,
      answers: cart.answers,
      fields: artworks.personalizationFields,
      title: artworks.title,
      price: artworks.price,
      medium: artworks.medium,
      category: artworks.category,
      gstRate: artworks.gstRate,
      hsn: artworks.hsn,
      images: artworks.images,
      mainImageIndex: artworks.mainImageIndex,
      cartId: cart.id,
      // A guest's items are added within one millisecond, so only microseconds preserve their order.
      addedAt: sql<number | null>`(extract(epoch from ${cart.createdAt}) * 1000000)::float8`,
    })
    .from(artworks)
    .leftJoin(cart, and(eq(cart.artworkId, artworks.id), eq(cart.userId, userId)))
    .where(or(isNotNull(cart.id), inArray(artworks.id, heldArtworkIds(shop, userId))))
    .orderBy(asc(artworks.id))
    .for('no key update', { of: artworks });
  const [held, rows] = await pipeline([() => lockHolds(shop, userId), () => cartAndHeld]);
  const inCart = rows.flatMap(({ quantity, cartId, addedAt, answers, fields, ...row }) =>
    quantity === null || cartId === null || addedAt === null
      ? []
      : [
          {
            ...row,
            ...personalize(fields, answers ?? {}),
            quantity,
            cartId,
            addedAt,
            gst: { medium: shownMedium(row), gstRate: row.gstRate, hsn: row.hsn },
          },
        ],
  );
  inCart.sort((a, b) => a.addedAt - b.addedAt || (a.cartId < b.cartId ? -1 : 1));
  const all = await withVariants(shop, inCart);
  const lines = all.flatMap(({ price, ...line }) => (price === null ? [] : [{ ...line, price }]));
  const unpriced = all.find((line) => line.price === null);
  const asking = lines.find((line) => line.unanswered.length > 0);
  return {
    held,
    lines,
    unanswered: asking && { title: asking.title, unanswered: asking.unanswered },
    unpriced: unpriced && { artworkId: unpriced.artworkId, title: unpriced.title, available: 0 },
  };
}

async function withVariants<
  Line extends { variantId: string | null; hasVariants: boolean; title: string; price: Paise | null },
>(shop: Shop, lines: readonly Line[]): Promise<Line[]> {
  const ids = lines.flatMap(({ variantId }) => variantId ?? []);
  const rows =
    ids.length === 0 ? [] : await shop.database.select().from(artworkVariants).where(inArray(artworkVariants.id, ids));
  const variants = new Map(rows.map((row) => [row.id, row]));
  return lines.flatMap((line) => {
    if (line.variantId === null) return [line.hasVariants ? { ...line, price: null } : line];
    const variant = variants.get(line.variantId);
    return variant ? [{ ...line, title: titleOfVariant(line.title, variant), price: variant.price }] : [];
  });
}

type CartLine = {
  artworkId: string;
  variantId: string | null;
  title: string;
  price: Paise;
  quantity: number;
  images: string[];
  mainImageIndex: number;
  gst: ArtworkGst;
  personalization: PersonalizationAnswer[];
};

export const toOrderItems = (lines: readonly CartLine[], settings: Pick<Settings, 'gst'>): OrderItem[] =>
  lines.map((line) => ({
    artwork_id: line.artworkId,
    ...(line.variantId !== null && { variant_id: line.variantId }),
    title: line.title,
    price: line.price,
    quantity: line.quantity,
    image: line.images[line.mainImageIndex] ?? line.images[0]!,
    ...currentGst(settings, line.gst),
    ...toPersonalization(line),
  }));

export const toPersonalization = ({ personalization }: { personalization: PersonalizationAnswer[] }) =>
  personalization.length > 0 ? { personalization } : {};

export function digestAnswers(answers: readonly PersonalizationAnswer[] = []): string {
  if (answers.length === 0) return '';
  const text = JSON.stringify(answers.map(({ id, label, answer, unit }) => [id, label, answer, unit]));
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

/** Adds an order's items to the cart. Returns reduced and omitted items. Refuses an order that is not delivered. */
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
