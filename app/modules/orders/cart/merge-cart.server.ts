import { sql } from 'drizzle-orm';
import { done, refused, type Result } from '#app/basics/result.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { type Item, itemKey } from '#app/basics/item.ts';
import { type Answers, checkAnswers } from '#app/modules/catalogue/artworks/personalization.ts';
import { summariesOfItems } from '#app/modules/catalogue/artworks/variants.server.ts';
import { inTransaction, signedIn, type Shop } from '#app/platform/shop.server.ts';
import type { CartChange, CartMerge, CartRefusal } from './cart.ts';
import { fitsCookie, type GuestCart } from './guest-cart.ts';
import { cartMerges } from './tables.server.ts';
import { mostFor, soldFromStock, publishAfter, WANTED, ADDED, iso } from './internal/cart-rows.server.ts';

/** Merges a guest's cart into the account's once, up to the stock. The caller then deletes the cookie. */
export async function mergeGuestCart(shop: Shop, guest: GuestCart): Promise<CartMerge> {
  const { userId } = signedIn(shop);
  const nothing: CartMerge = { lowered: [], skipped: [], replaced: [] };
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

/** Adds items up to the stock. Valid answers replace stored answers. */
export async function addLines(
  shop: Shop,
  wanted: readonly (Item & { quantity: number; title?: string; answers?: Answers })[],
): Promise<CartMerge> {
  const person = signedIn(shop);
  const { userId } = person;
  const summaries = await summariesOfItems(shop, wanted);
  const lines = wanted.map((line) => {
    const fields = summaries.get(itemKey(line))?.personalizationFields ?? [];
    return { ...line, answers: JSON.stringify(checkAnswers(fields, line.answers ?? {}).answers) };
  });
  const of = (name: 'artworkId' | 'variantId' | 'quantity' | 'answers') =>
    sql.param(lines.map((line) => line[name] ?? null));
  const { rows: merged } = await publishAfter(
    shop,
    person,
    shop.database.execute<MergedLine>(sql`
    with held as (select artwork_id, variant_id, quantity, answers from cart where user_id = ${userId}::uuid),
    merged as (
      insert into cart (user_id, artwork_id, variant_id, quantity, answers, created_at, updated_at)
      select ${userId}::uuid, ${artworks.id}, wanted.variant_id, least(wanted.quantity, ${mostFor(person, WANTED)}), wanted.answers::jsonb, ${iso(shop)} + wanted.place * interval '1 microsecond', ${iso(shop)}
      from unnest(${of('artworkId')}::uuid[], ${of('variantId')}::uuid[], ${of('quantity')}::int[], ${of('answers')}::text[]) with ordinality wanted (artwork_id, variant_id, quantity, answers, place)
      join ${artworks} on ${artworks.id} = wanted.artwork_id
      where ${soldFromStock(person, WANTED)}
      order by ${artworks.id}
      for key share of ${artworks}
      on conflict (user_id, artwork_id, variant_id) do update
        set quantity = least(cart.quantity + excluded.quantity, (select ${mostFor(person, ADDED)} from ${artworks} where ${artworks.id} = excluded.artwork_id)),
          answers = case when excluded.answers = '{}' then cart.answers else excluded.answers end, updated_at = excluded.updated_at
      returning artwork_id, variant_id, quantity, answers)
    select merged.artwork_id, merged.variant_id, merged.quantity, merged.answers, coalesce(held.quantity, 0)::int as held, held.answers as before
    from merged left join held on held.artwork_id = merged.artwork_id and held.variant_id is not distinct from merged.variant_id`),
  );
  const now = new Map(merged.map((line) => [line.variant_id ?? line.artwork_id, line]));
  return {
    lowered: lines.flatMap((line) => {
      const after = now.get(itemKey(line));
      return after && after.quantity < after.held + line.quantity
        ? [{ title: summaries.get(itemKey(line))?.title ?? 'A piece', available: after.quantity }]
        : [];
    }),
    replaced: merged
      .filter(({ before, answers }) => isReplaced(before ?? {}, answers))
      .map((line) => ({ title: summaries.get(line.variant_id ?? line.artwork_id)?.title ?? 'a piece' })),
    skipped: lines
      .filter((line) => !now.has(itemKey(line)))
      .map((line) => ({ title: summaries.get(itemKey(line))?.title ?? line.title })),
  };
}

type MergedLine = {
  artwork_id: string;
  variant_id: string | null;
  quantity: number;
  answers: Answers;
  held: number;
  before: Answers | null;
};

export const isReplaced = (before: Answers, after: Answers): boolean =>
  Object.keys(before).length > 0 &&
  [...Object.keys(before), ...Object.keys(after)].some((id) => before[id] !== after[id]);

export const checkGuestCart = (change: CartChange): Result<CartChange, CartRefusal> =>
  fitsCookie(change.guest) ? done(change) : refused('answers-too-long');
