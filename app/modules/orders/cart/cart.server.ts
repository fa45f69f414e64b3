import { and, eq, sql, type SQLWrapper } from 'drizzle-orm';
import { done, refused, type Result } from '#app/basics/result.ts';
import { readWithFallback } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { type Item, itemKey } from '#app/basics/item.ts';
import { type Answers, checkAnswers, checkTypedAnswers } from '#app/modules/catalogue/artworks/personalization.ts';
import { summariesOfItems } from '#app/modules/catalogue/artworks/variants.server.ts';
import { openHolds } from '#app/modules/orders/holds/holds.server.ts';
import { notification, topics } from '#app/platform/live/live.server.ts';
import type { Person } from '#app/platform/actor.ts';
import { adminOnly, signedIn, type Shop } from '#app/platform/shop.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { buildCartLine, maxInCart, type Cart, type CartChange, type CartRefusal } from './cart.ts';
import { answersIn, guestLineId, MAX_GUEST_LINES, findQuantity, withQuantity, type GuestCart } from './guest-cart.ts';
import { cart, cartMerges } from './tables.server.ts';
import {
  mostFor,
  soldFromStock,
  answersOfItem,
  publishAfter,
  findCartRefusal,
  WANTED,
  ADDED,
  iso,
  toPerson,
  cartRows,
  lowerToStock,
  itemOfLine,
  buildCartChange,
} from './internal/cart-rows.server.ts';
import { isReplaced, checkGuestCart } from './merge-cart.server.ts';

/** Returns the cart with current prices. Reduces quantities to the stock, and reports each reduction once. */
export async function getCart(shop: Shop, guest: GuestCart): Promise<Cart> {
  const person = toPerson(shop);
  const stored = person
    ? await cartRows(shop, person)
    : guest.lines.map((line) => ({ id: guestLineId(line), ...line }));
  const summaries = await summariesWithRemoved(shop, stored);
  const lines = stored.map((line) => buildCartLine(line, summaries.get(itemKey(line))));
  const lowered = lines.filter((line, at) => line.quantity < stored[at]!.quantity);
  if (person && lowered.length > 0) await lowerToStock(shop, person);
  return {
    lines,
    itemCount: lines.reduce((count, line) => count + (line.available ? line.quantity : 0), 0),
    lowered: lowered.flatMap((line) => line.artwork?.title ?? []),
  };
}

/** Counts the items in at most one query. If the catalogue fails, counts the stored quantities. */
export async function cartCount(shop: Shop, guest: GuestCart): Promise<number> {
  const person = toPerson(shop);
  if (!person) return guest.lines.reduce((count, line) => count + line.quantity, 0);
  const isTheirs = eq(cart.userId, person.userId);
  const sumOf = (quantity: SQLWrapper) => ({ itemCount: sql<number>`coalesce(sum(${quantity}), 0)::int` });
  const [total] = await readWithFallback(
    shop,
    () =>
      shop.database
        .select(sumOf(sql`least(${cart.quantity}, ${mostFor(person, cart.variantId)})`))
        .from(cart)
        .innerJoin(artworks, eq(artworks.id, cart.artworkId))
        .where(and(isTheirs, soldFromStock(person, cart.variantId))),
    () => shop.database.select(sumOf(cart.quantity)).from(cart).where(isTheirs),
  );
  return total?.itemCount ?? 0;
}

/** Adds items up to the stock (`lowered`: fewer than wanted). Without `answers`, an item keeps its stored answers. */
export async function addLine(
  shop: Shop,
  guest: GuestCart,
  wanted: Item & { quantity: number; answers?: Answers | undefined },
): Promise<Result<CartChange, CartRefusal>> {
  const { artworkId, quantity } = wanted;
  const variantId = wanted.variantId ?? null;
  const item = { artworkId, variantId };
  if (!Number.isSafeInteger(quantity) || quantity < 1) throw new RangeError(`not a quantity: ${quantity}`);
  const artwork = (await summariesFor(shop, [item])).get(itemKey(item));
  if (!artwork) throw notFound('Artwork not found');
  const barred = findCartRefusal(artwork);
  if (barred) return barred;
  const available = maxInCart(artwork);
  if (available === 0) return refused('out-of-stock', { title: artwork.title });

  const person = toPerson(shop);
  const previousAnswers = await answersOfItem(shop, guest, item, artwork);
  const { answers, errors } = wanted.answers
    ? checkTypedAnswers(artwork.personalizationFields, wanted.answers)
    : checkAnswers(artwork.personalizationFields, previousAnswers);
  if (Object.keys(errors).length > 0) return refused('unanswered', { title: artwork.title, errors });
  if (!person) {
    const held = findQuantity(guest, item);
    const replaced = held > 0 && isReplaced(previousAnswers, answers);
    if (held === 0 && guest.lines.length >= MAX_GUEST_LINES) return refused('cart-full');
    if (held >= available && !replaced) return refused('no-more', { title: artwork.title, available });
    const line = { ...item, id: guestLineId(item), quantity: Math.min(held + quantity, available), answers };
    return checkGuestCart(buildCartChange(artwork, line, { wanted: held + quantity, replaced }, guest));
  }
  const given = wanted.answers === undefined ? null : JSON.stringify(answers);
  // Two tabs may add at the same time, so the statement that adds also compares with the stock.
  const { rows } = await publishAfter(
    shop,
    person,
    shop.database.execute<{ id: string; quantity: number; answers: Answers; held: number; before: Answers | null }>(sql`
    with wanted as (select ${variantId}::uuid as variant_id),
    held as (
      select quantity, answers from cart, wanted
      where user_id = ${person.userId}::uuid and artwork_id = ${artworkId}::uuid and cart.variant_id is not distinct from wanted.variant_id
    )
    insert into cart (user_id, artwork_id, variant_id, quantity, answers, created_at, updated_at)
    select ${person.userId}::uuid, ${artworks.id}, wanted.variant_id, least(${quantity}::int, ${mostFor(person, WANTED)}), coalesce(${given}::text::jsonb, '{}'), ${iso(shop)}, ${iso(shop)}
    from ${artworks}, wanted where ${artworks.id} = ${artworkId}::uuid and ${soldFromStock(person, WANTED)}
    for key share of ${artworks}
    on conflict (user_id, artwork_id, variant_id) do update
      set quantity = least(cart.quantity + ${quantity}::int, (select ${mostFor(person, ADDED)} from ${artworks} where ${artworks.id} = excluded.artwork_id)),
        answers = coalesce(${given}::text::jsonb, cart.answers), updated_at = excluded.updated_at
      where cart.quantity < (select ${mostFor(person, ADDED)} from ${artworks} where ${artworks.id} = excluded.artwork_id)
        or cart.answers <> ${given}::text::jsonb
    returning id, quantity, answers, coalesce((select quantity from held), 0)::int as held, (select answers from held) as before`),
  );
  const [line] = rows;
  if (!line) return refused('no-more', { title: artwork.title, available });
  const replaced = isReplaced(line.before ?? {}, line.answers);
  return done(
    buildCartChange(
      artwork,
      { ...item, id: line.id, quantity: line.quantity, answers: line.answers },
      { wanted: line.held + quantity, replaced },
      guest,
    ),
  );
}

export async function answerLine(
  shop: Shop,
  guest: GuestCart,
  lineId: string,
  typed: Answers,
): Promise<Result<CartChange, CartRefusal>> {
  const item = await itemOfLine(shop, guest, lineId);
  const artwork = (await summariesFor(shop, [item])).get(itemKey(item));
  if (!artwork) throw notFound('Artwork not found');
  const { answers, errors } = checkTypedAnswers(artwork.personalizationFields, typed);
  if (Object.keys(errors).length > 0) return refused('unanswered', { title: artwork.title, errors });
  const person = toPerson(shop);
  if (!person) {
    const quantity = findQuantity(guest, item);
    const line = { ...item, id: lineId, quantity, answers };
    return checkGuestCart(buildCartChange(artwork, line, { wanted: quantity, replaced: true }, guest));
  }
  const [line] = await publishAfter(
    shop,
    person,
    shop.database
      .update(cart)
      .set({ answers, updatedAt: shop.now })
      .where(and(eq(cart.id, lineId), eq(cart.userId, person.userId)))
      .returning({ quantity: cart.quantity }),
  );
  if (!line) throw notFound();
  const { quantity } = line;
  return done(
    buildCartChange(artwork, { ...item, id: lineId, quantity, answers }, { wanted: quantity, replaced: true }, guest),
  );
}

/** Sets a quantity, at most the stock. 0 or less removes the item. Refuses when no piece is left. */
export async function setQuantity(
  shop: Shop,
  guest: GuestCart,
  lineId: string,
  quantity: number,
): Promise<Result<CartChange, CartRefusal>> {
  if (!Number.isSafeInteger(quantity)) throw new RangeError(`not a quantity: ${quantity}`);
  if (quantity <= 0) return done(await removeLine(shop, guest, lineId));
  const item = await itemOfLine(shop, guest, lineId);
  const artwork = (await summariesFor(shop, [item])).get(itemKey(item));
  if (!artwork) throw notFound('Artwork not found');
  const barred = findCartRefusal(artwork);
  if (barred) return barred;
  const available = maxInCart(artwork);
  if (available === 0) return refused('out-of-stock', { title: artwork.title });

  const person = toPerson(shop);
  const lineWith = (count: number, answers: Answers) => ({ ...item, id: lineId, quantity: count, answers });
  const change = { wanted: quantity, replaced: false };
  if (!person)
    return done(
      buildCartChange(artwork, lineWith(Math.min(quantity, available), answersIn(guest, item)), change, guest),
    );
  const [line] = await publishAfter(
    shop,
    person,
    shop.database
      .update(cart)
      .set({ quantity: sql`least(${quantity}::int, ${mostFor(person, cart.variantId)})`, updatedAt: shop.now })
      .from(artworks)
      .where(
        and(
          eq(cart.id, lineId),
          eq(cart.userId, person.userId),
          eq(artworks.id, cart.artworkId),
          soldFromStock(person, cart.variantId),
        ),
      )
      .returning({ quantity: cart.quantity, answers: cart.answers }),
  );
  if (!line) return refused('out-of-stock', { title: artwork.title });
  return done(buildCartChange(artwork, lineWith(line.quantity, line.answers), change, guest));
}

export async function removeLine(shop: Shop, guest: GuestCart, lineId: string): Promise<CartChange> {
  const item = await itemOfLine(shop, guest, lineId);
  const person = toPerson(shop);
  const held = person
    ? (
        await publishAfter(
          shop,
          person,
          shop.database
            .delete(cart)
            .where(and(eq(cart.id, lineId), eq(cart.userId, person.userId)))
            .returning({ quantity: cart.quantity, answers: cart.answers }),
        )
      )[0]
    : { quantity: findQuantity(guest, item), answers: answersIn(guest, item) };
  if (held === undefined) throw notFound();
  const title = (await summariesOfItems(shop, [item])).get(itemKey(item))?.title ?? 'This piece';
  return {
    guest: person ? guest : withQuantity(guest, item, 0),
    line: { ...item, variantId: item.variantId ?? null, id: lineId, title, ...held },
    lowered: false,
    replaced: false,
  };
}

/** Empties an account's cart. A guest's cart is a cookie, which the route deletes. */
export async function clearCart(shop: Shop, whose: Pick<Person, 'userId'> = signedIn(shop)): Promise<void> {
  const { userId } = whose;
  // A single statement, because a new order may have locked these pieces.
  await shop.database.execute(sql`
    with cleared as (delete from ${cart} where ${eq(cart.userId, userId)})
    select ${notification([topics.person(userId)], { kind: 'cart', id: userId })}`);
}

async function summariesWithRemoved(shop: Shop, items: readonly Item[]) {
  const summaries = await summariesFor(shop, items);
  const removed = items.filter((item) => item.variantId && !summaries.has(itemKey(item)));
  if (removed.length === 0) return summaries;
  const artworkSummaries = await summariesOfItems(
    shop,
    removed.map(({ artworkId }) => ({ artworkId })),
  );
  for (const item of removed) {
    const artwork = artworkSummaries.get(itemKey({ artworkId: item.artworkId }));
    if (artwork) summaries.set(itemKey(item), { ...artwork, stockCount: 0 });
  }
  return summaries;
}

/** Returns summaries by `itemKey`. Pieces held for the visitor count as in stock. */
async function summariesFor(shop: Shop, items: readonly Item[]) {
  const [summaries, held] = await Promise.all([summariesOfItems(shop, items), openHolds(shop, toPerson(shop)?.userId)]);
  for (const hold of held) {
    const summary = summaries.get(itemKey(hold));
    if (summary) summaries.set(itemKey(hold), { ...summary, stockCount: summary.stockCount + hold.quantity });
  }
  return summaries;
}

export async function forgetCart(shop: Shop, userId: string): Promise<void> {
  adminOnly(shop);
  await shop.database.delete(cart).where(eq(cart.userId, userId));
  await shop.database.delete(cartMerges).where(eq(cartMerges.userId, userId));
}
