import { and, asc, eq, sql, type SQLWrapper } from 'drizzle-orm';
import { refused } from '#app/basics/result.ts';
import { isUuid } from '#app/basics/uuid.ts';
import { isMadeToOrder } from '#app/modules/catalogue/artworks/medium.ts';
import type { ArtworkSummary } from '#app/modules/catalogue/artworks/artwork.ts';
import { artworks, availableOf } from '#app/modules/catalogue/artworks/tables.server.ts';
import type { Item } from '#app/basics/item.ts';
import type { Answers } from '#app/modules/catalogue/artworks/personalization.ts';
import { stockHolds } from '#app/modules/orders/holds/tables.server.ts';
import { publish, topics } from '#app/platform/live/live.server.ts';
import type { Person } from '#app/platform/actor.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import type { CartChange, CartRefusal } from '#app/modules/orders/cart/cart.ts';
import {
  answersIn,
  itemOfGuestLine,
  MAX_OF_ONE_LINE,
  findQuantity,
  withQuantity,
  type GuestCart,
} from '#app/modules/orders/cart/guest-cart.ts';
import { cart } from '#app/modules/orders/cart/tables.server.ts';

const stockFor = ({ userId }: Person, variantId: SQLWrapper) =>
  sql`(${availableOf(variantId)} + coalesce((select ${stockHolds.quantity} from ${stockHolds}
    where ${stockHolds.userId} = ${userId}::uuid and ${stockHolds.artworkId} = ${artworks.id}
      and ${stockHolds.variantId} is not distinct from ${variantId} and ${stockHolds.endedAt} is null), 0))`;

export const mostFor = (person: Person, variantId: SQLWrapper) =>
  sql`least(${stockFor(person, variantId)}, ${MAX_OF_ONE_LINE}::int)`;

export const soldFromStock = (person: Person, variantId: SQLWrapper) =>
  sql`${artworks.medium} <> 'fabric' and ${stockFor(person, variantId)} > 0`;

export async function answersOfItem(
  shop: Shop,
  guest: GuestCart,
  item: Item,
  artwork: ArtworkSummary,
): Promise<Answers> {
  const person = toPerson(shop);
  if (!person || artwork.personalizationFields.length === 0) return answersIn(guest, item);
  const [line] = await shop.database
    .select({ answers: cart.answers })
    .from(cart)
    .where(
      and(
        eq(cart.userId, person.userId),
        eq(cart.artworkId, item.artworkId),
        sql`${cart.variantId} is not distinct from ${item.variantId ?? null}::uuid`,
      ),
    );
  return line?.answers ?? {};
}

export async function publishAfter<Answer>(
  shop: Shop,
  { userId }: Pick<Person, 'userId'>,
  change: PromiseLike<Answer>,
): Promise<Answer> {
  const answer = await change;
  await publish(shop, [topics.person(userId)], { kind: 'cart', id: userId });
  return answer;
}

export function findCartRefusal({ title, ...artwork }: ArtworkSummary): CartRefusal | undefined {
  if (isMadeToOrder(artwork)) return refused('made-to-order', { title });
  if (artwork.price === null) return refused('price-on-request', { title });
  if (artwork.hasVariants) return refused('choose-variant', { title });
  return undefined;
}

export const WANTED = sql`wanted.variant_id`;

export const ADDED = sql`excluded.variant_id`;

export const iso = (shop: Shop) => sql`${shop.now.toISOString()}::timestamptz`;

export const toPerson = (shop: Shop): Person | undefined => ('userId' in shop.actor ? shop.actor : undefined);

export const cartRows = (shop: Shop, person: Person) =>
  shop.database
    .select({
      id: cart.id,
      artworkId: cart.artworkId,
      variantId: cart.variantId,
      quantity: cart.quantity,
      answers: cart.answers,
    })
    .from(cart)
    .where(eq(cart.userId, person.userId))
    .orderBy(asc(cart.createdAt), asc(cart.id));

export async function lowerToStock(shop: Shop, person: Person): Promise<void> {
  await shop.database
    .update(cart)
    .set({ quantity: mostFor(person, cart.variantId), updatedAt: shop.now })
    .from(artworks)
    .where(
      and(
        eq(cart.userId, person.userId),
        eq(artworks.id, cart.artworkId),
        soldFromStock(person, cart.variantId),
        sql`${cart.quantity} > ${mostFor(person, cart.variantId)}`,
      ),
    );
}

/** Returns the item of a row. Throws not-found for other people's rows. */
export async function itemOfLine(shop: Shop, guest: GuestCart, lineId: string): Promise<Item> {
  const person = toPerson(shop);
  if (!person) {
    const item = itemOfGuestLine(lineId);
    if (item && findQuantity(guest, item) > 0) return item;
  } else if (isUuid(lineId)) {
    const [line] = await shop.database
      .select({ artworkId: cart.artworkId, variantId: cart.variantId })
      .from(cart)
      .where(and(eq(cart.id, lineId), eq(cart.userId, person.userId)));
    if (line) return line;
  }
  throw notFound();
}

export function buildCartChange(
  artwork: ArtworkSummary,
  line: Item & { id: string; quantity: number; answers: Answers },
  { wanted, replaced }: { wanted: number; replaced: boolean },
  guest: GuestCart,
): CartChange {
  return {
    guest: itemOfGuestLine(line.id) ? withQuantity(guest, line, line.quantity, line.answers) : guest,
    line: { ...line, variantId: line.variantId ?? null, title: artwork.title },
    lowered: line.quantity < wanted,
    replaced,
  };
}
