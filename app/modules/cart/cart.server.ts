import { and, asc, eq, sql, type SQLWrapper } from 'drizzle-orm';
import { done, refused, type Result } from '#app/basics/result.ts';
import { isUuid } from '#app/basics/uuid.ts';
import { isMadeToOrder, type ArtworkSummary } from '#app/modules/catalogue/artwork.ts';
import { readWithFallback, summariesOf } from '#app/modules/catalogue/catalogue.server.ts';
import { artworks, availableCount } from '#app/modules/catalogue/tables.server.ts';
import { openHolds } from '#app/modules/holds/holds.server.ts';
import { stockHolds } from '#app/modules/holds/tables.server.ts';
import { publish, topics } from '#app/platform/live/live.server.ts';
import { adminOnly, inTransaction, signedIn, type Person, type Shop } from '#app/platform/shop.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { lineOf, maxInCart, type Cart, type CartChange, type CartMerge, type CartRefusal } from './cart.ts';
import {
  artworkIdOf,
  guestLineId,
  MAX_GUEST_LINES,
  MAX_OF_ONE_LINE,
  quantityOf,
  withQuantity,
  type GuestCart,
} from './guest-cart.ts';
import { cart, cartMerges } from './tables.server.ts';

/** In SQL, how many of `artworks` somebody can buy: what is in stock, and what is held for them at the checkout. */
const stockFor = ({ userId }: Person) =>
  sql`(${availableCount} + coalesce((select ${stockHolds.quantity} from ${stockHolds}
    where ${stockHolds.userId} = ${userId}::uuid and ${stockHolds.artworkId} = ${artworks.id} and ${stockHolds.endedAt} is null), 0))`;
/** In SQL, how many of `artworks` their cart may hold. */
const mostFor = (person: Person) => sql`least(${stockFor(person)}, ${MAX_OF_ONE_LINE}::int)`;
const soldFromStock = (person: Person) => sql`${artworks.medium} <> 'fabric' and ${stockFor(person)} > 0`;

/**
 * The visitor's cart with titles, prices and stock read again: the signed-in person's rows, or the guest's
 * cookie. A row that holds more than is left is lowered for good, and told once.
 */
export async function getCart(shop: Shop, guest: GuestCart): Promise<Cart> {
  const person = personOf(shop);
  const stored = person
    ? await rowsOf(shop, person)
    : guest.lines.map((line) => ({ id: guestLineId(line.artworkId), ...line }));
  const summaries = await summariesFor(
    shop,
    stored.map((line) => line.artworkId),
  );
  const lines = stored.map((line) => lineOf(line.id, line.artworkId, line.quantity, summaries.get(line.artworkId)));
  const lowered = lines.filter((line, at) => line.quantity < stored[at]!.quantity);
  if (person && lowered.length > 0) await lowerToStock(shop, person);
  return {
    lines,
    itemCount: lines.reduce((count, line) => count + (line.available ? line.quantity : 0), 0),
    lowered: lowered.flatMap((line) => line.artwork?.title ?? []),
  };
}

/**
 * The number on the cart icon, in one query for a signed-in person and none for a guest. While artworks can't be read it
 * is what the lines hold, so that the page around it stands.
 */
export async function cartCount(shop: Shop, guest: GuestCart): Promise<number> {
  const person = personOf(shop);
  if (!person) return guest.lines.reduce((count, line) => count + line.quantity, 0);
  const isTheirs = eq(cart.userId, person.userId);
  const sumOf = (quantity: SQLWrapper) =>
    shop.database.select({ itemCount: sql<number>`coalesce(sum(${quantity}), 0)::int` }).from(cart);
  const [total] = await readWithFallback(
    shop,
    () =>
      sumOf(sql`least(${cart.quantity}, ${mostFor(person)})`)
        .innerJoin(artworks, eq(artworks.id, cart.artworkId))
        .where(and(isTheirs, soldFromStock(person))),
    () => sumOf(cart.quantity).where(isTheirs),
  );
  return total?.itemCount ?? 0;
}

/**
 * Adds pieces to the visitor's cart; a line never holds more than is in stock, and what was
 * left out is told by `lowered`. Refuses fabric, what has its price on request, what is out of stock, and a line that is full already; throws not-found
 * for an unknown piece and RangeError for a quantity that isn't a positive whole number.
 */
export async function addLine(
  shop: Shop,
  guest: GuestCart,
  wanted: { artworkId: string; quantity: number },
): Promise<Result<CartChange, CartRefusal>> {
  const { artworkId, quantity } = wanted;
  if (!Number.isSafeInteger(quantity) || quantity < 1) throw new RangeError(`not a quantity: ${quantity}`);
  const artwork = (await summariesFor(shop, [artworkId])).get(artworkId);
  if (!artwork) throw notFound('Artwork not found');
  if (isMadeToOrder(artwork)) return refused('made-to-order', { title: artwork.title });
  if (artwork.price === null) return refused('price-on-request', { title: artwork.title });
  const available = maxInCart(artwork);
  if (available === 0) return refused('out-of-stock', { title: artwork.title });

  const person = personOf(shop);
  if (!person) {
    const held = quantityOf(guest, artworkId);
    if (held === 0 && guest.lines.length >= MAX_GUEST_LINES) return refused('cart-full');
    if (held >= available) return refused('no-more', { title: artwork.title, available });
    return done(
      changeOf(artwork, guestLineId(artworkId), Math.min(held + quantity, available), held + quantity, guest),
    );
  }
  // One statement: two tabs that add at once both count, and neither gets past the stock. The lock waits for who deletes the piece.
  const { rows } = await publishAfter(
    shop,
    person,
    shop.database.execute<{ id: string; quantity: number; held: number }>(sql`
    with held as (select quantity from cart where user_id = ${person.userId}::uuid and artwork_id = ${artworkId}::uuid)
    insert into cart (user_id, artwork_id, quantity, created_at, updated_at)
    select ${person.userId}::uuid, ${artworks.id}, least(${quantity}::int, ${mostFor(person)}), ${iso(shop)}, ${iso(shop)}
    from ${artworks} where ${artworks.id} = ${artworkId}::uuid and ${soldFromStock(person)}
    for key share of ${artworks}
    on conflict (user_id, artwork_id) do update
      set quantity = least(cart.quantity + ${quantity}::int, (select ${mostFor(person)} from ${artworks} where ${artworks.id} = excluded.artwork_id)), updated_at = excluded.updated_at
      where cart.quantity < (select ${mostFor(person)} from ${artworks} where ${artworks.id} = excluded.artwork_id)
    returning id, quantity, coalesce((select quantity from held), 0)::int as held`),
  );
  const [line] = rows;
  if (!line) return refused('no-more', { title: artwork.title, available });
  return done(changeOf(artwork, line.id, line.quantity, line.held + quantity, guest));
}

/**
 * Sets a line to a quantity, lowered to what is in stock; 0 or less takes it out. Refuses when nothing is left;
 * throws not-found for a line that isn't the visitor's.
 */
export async function setQuantity(
  shop: Shop,
  guest: GuestCart,
  lineId: string,
  quantity: number,
): Promise<Result<CartChange, CartRefusal>> {
  if (!Number.isSafeInteger(quantity)) throw new RangeError(`not a quantity: ${quantity}`);
  if (quantity <= 0) return done(await removeLine(shop, guest, lineId));
  const artworkId = await artworkOf(shop, guest, lineId);
  const artwork = (await summariesFor(shop, [artworkId])).get(artworkId);
  if (!artwork) throw notFound('Artwork not found');
  if (isMadeToOrder(artwork)) return refused('made-to-order', { title: artwork.title });
  if (artwork.price === null) return refused('price-on-request', { title: artwork.title });
  const available = maxInCart(artwork);
  if (available === 0) return refused('out-of-stock', { title: artwork.title });

  const person = personOf(shop);
  if (!person) return done(changeOf(artwork, lineId, Math.min(quantity, available), quantity, guest));
  const [line] = await publishAfter(
    shop,
    person,
    shop.database
      .update(cart)
      .set({ quantity: sql`least(${quantity}::int, ${mostFor(person)})`, updatedAt: shop.now })
      .from(artworks)
      .where(
        and(
          eq(cart.id, lineId),
          eq(cart.userId, person.userId),
          eq(artworks.id, cart.artworkId),
          soldFromStock(person),
        ),
      )
      .returning({ id: cart.id, quantity: cart.quantity }),
  );
  if (!line) return refused('out-of-stock', { title: artwork.title });
  return done(changeOf(artwork, line.id, line.quantity, quantity, guest));
}

/** Takes a line out and answers what it held, so that it can be put back; throws not-found for a line that isn't the visitor's. */
export async function removeLine(shop: Shop, guest: GuestCart, lineId: string): Promise<CartChange> {
  const artworkId = await artworkOf(shop, guest, lineId);
  const person = personOf(shop);
  const held = person
    ? (
        await publishAfter(
          shop,
          person,
          shop.database
            .delete(cart)
            .where(and(eq(cart.id, lineId), eq(cart.userId, person.userId)))
            .returning({ quantity: cart.quantity }),
        )
      )[0]?.quantity
    : quantityOf(guest, artworkId);
  if (held === undefined) throw notFound();
  const title = (await summariesOf(shop, [artworkId])).get(artworkId)?.title ?? 'This piece';
  return {
    guest: person ? guest : withQuantity(guest, artworkId, 0),
    line: { id: lineId, artworkId, title, quantity: held },
    lowered: false,
  };
}

/** Empties the signed-in person's cart, or another's for the shop, inside the caller's transaction when it has one; a guest's cookie is the edge's to drop. */
export async function clearCart(shop: Shop, whose: Pick<Person, 'userId'> = signedIn(shop)): Promise<void> {
  await publishAfter(shop, whose, shop.database.delete(cart).where(eq(cart.userId, whose.userId)));
}

/**
 * Takes a guest's cart over into the signed-in person's, in one transaction: quantities are added,
 * lowered to what is in stock; pieces that are gone, sold out or made to order are left out; both are told. The same
 * guest cart is taken over once, however often it is sent. Drop the cookie when this has answered.
 */
export async function mergeGuestCart(shop: Shop, guest: GuestCart): Promise<CartMerge> {
  const { userId } = signedIn(shop);
  const nothing: CartMerge = { lowered: [], skipped: [] };
  if (guest.lines.length === 0) return nothing;
  return inTransaction(shop, async (shop) => {
    const first = await shop.database
      .insert(cartMerges)
      .values({ userId, guestKey: guest.key, createdAt: shop.now })
      .onConflictDoNothing()
      .returning();
    if (first.length === 0) return nothing;
    return addLines(shop, guest.lines);
  });
}

/**
 * Adds several lines to the signed-in person's cart in one statement: quantities are added, lowered to what is in stock;
 * pieces that are gone, sold out or made to order are left out, by their title now or the one given. Each piece once.
 */
export async function addLines(
  shop: Shop,
  lines: readonly { artworkId: string; quantity: number; title?: string }[],
): Promise<CartMerge> {
  const person = signedIn(shop);
  const { userId } = person;
  const ids = lines.map((line) => line.artworkId);
  const { rows: merged } = await publishAfter(
    shop,
    person,
    shop.database.execute<{ artwork_id: string; quantity: number; held: number }>(sql`
    with held as (select artwork_id, quantity from cart where user_id = ${userId}::uuid),
    merged as (
      insert into cart (user_id, artwork_id, quantity, created_at, updated_at)
      select ${userId}::uuid, ${artworks.id}, least(wanted.quantity, ${mostFor(person)}), ${iso(shop)} + wanted.place * interval '1 microsecond', ${iso(shop)}
      from unnest(${sql.param(ids)}::uuid[], ${sql.param(lines.map((line) => line.quantity))}::int[]) with ordinality wanted (artwork_id, quantity, place)
      join ${artworks} on ${artworks.id} = wanted.artwork_id
      where ${soldFromStock(person)}
      order by ${artworks.id}
      for key share of ${artworks}
      on conflict (user_id, artwork_id) do update
        set quantity = least(cart.quantity + excluded.quantity, (select ${mostFor(person)} from ${artworks} where ${artworks.id} = excluded.artwork_id)), updated_at = excluded.updated_at
      returning artwork_id, quantity)
    select merged.artwork_id, merged.quantity, coalesce(held.quantity, 0)::int as held from merged left join held using (artwork_id)`),
  );
  const now = new Map(merged.map((line) => [line.artwork_id, line]));
  const summaries = await summariesOf(shop, ids);
  return {
    lowered: lines.flatMap((line) => {
      const after = now.get(line.artworkId);
      return after && after.quantity < after.held + line.quantity
        ? [{ title: summaries.get(line.artworkId)?.title ?? 'A piece', available: after.quantity }]
        : [];
    }),
    skipped: lines
      .filter((line) => !now.has(line.artworkId))
      .map((line) => ({ title: summaries.get(line.artworkId)?.title ?? line.title })),
  };
}

/** Changes somebody's cart and lets their other browsers know; in the caller's transaction, when it has one. */
async function publishAfter<Answer>(
  shop: Shop,
  { userId }: Pick<Person, 'userId'>,
  change: PromiseLike<Answer>,
): Promise<Answer> {
  const answer = await change;
  await publish(shop, [topics.person(userId)], { kind: 'cart', id: userId });
  return answer;
}

/** The pieces as they stand, with those that are held for the visitor at the checkout in stock for them. */
async function summariesFor(shop: Shop, ids: readonly string[]) {
  const [summaries, held] = await Promise.all([summariesOf(shop, ids), openHolds(shop, personOf(shop)?.userId)]);
  for (const { artworkId, quantity } of held) {
    const summary = summaries.get(artworkId);
    if (summary) summaries.set(artworkId, { ...summary, stockCount: summary.stockCount + quantity });
  }
  return summaries;
}

const iso = (shop: Shop) => sql`${shop.now.toISOString()}::timestamptz`;

const personOf = (shop: Shop): Person | undefined => ('userId' in shop.actor ? shop.actor : undefined);

const rowsOf = (shop: Shop, person: Person) =>
  shop.database
    .select({ id: cart.id, artworkId: cart.artworkId, quantity: cart.quantity })
    .from(cart)
    .where(eq(cart.userId, person.userId))
    .orderBy(asc(cart.createdAt), asc(cart.id));

async function lowerToStock(shop: Shop, person: Person): Promise<void> {
  await shop.database
    .update(cart)
    .set({ quantity: mostFor(person), updatedAt: shop.now })
    .from(artworks)
    .where(
      and(
        eq(cart.userId, person.userId),
        eq(artworks.id, cart.artworkId),
        soldFromStock(person),
        sql`${cart.quantity} > ${mostFor(person)}`,
      ),
    );
}

/** The piece in one of the visitor's lines; throws not-found for anybody else's. */
async function artworkOf(shop: Shop, guest: GuestCart, lineId: string): Promise<string> {
  const person = personOf(shop);
  if (!person) {
    const artworkId = artworkIdOf(lineId);
    if (artworkId && quantityOf(guest, artworkId) > 0) return artworkId;
  } else if (isUuid(lineId)) {
    const [line] = await shop.database
      .select({ artworkId: cart.artworkId })
      .from(cart)
      .where(and(eq(cart.id, lineId), eq(cart.userId, person.userId)));
    if (line) return line.artworkId;
  }
  throw notFound();
}

/** The change of a guest's cart or of a row that was written already. */
function changeOf(artwork: ArtworkSummary, id: string, quantity: number, wanted: number, guest: GuestCart): CartChange {
  return {
    guest: artworkIdOf(id) ? withQuantity(guest, artwork.id, quantity) : guest,
    line: { id, artworkId: artwork.id, title: artwork.title, quantity },
    lowered: quantity < wanted,
  };
}

/** Empties the cart of somebody who leaves the shop, in the caller's transaction; admins and the shop itself. */
export async function forgetCart(shop: Shop, userId: string): Promise<void> {
  adminOnly(shop);
  await shop.database.delete(cart).where(eq(cart.userId, userId));
  await shop.database.delete(cartMerges).where(eq(cartMerges.userId, userId));
}
