import { and, asc, eq, gt, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm';
import { done, refused, type Result } from '#app/basics/result.ts';
import { returnStock, takeStock } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { type Item, itemKey } from '#app/basics/item.ts';
import { actorId, adminOnly, inTransaction, type Shop } from '#app/platform/shop.server.ts';
import { type HeldItem, HOLD_MINUTES, type HoldRefusal, type HoldStarts, isHeldTooOften } from './hold.ts';
import type { Holder } from './holder.server.ts';
import { stockHolds } from './tables.server.ts';

export {
  requestBackInStock,
  forgetBackInStockRequests,
  sweepBackInStockRequests,
  takeBackInStockRequest,
  withdrawBackInStock,
} from './internal/back-in-stock.server.ts';

export type StockHold = typeof stockHolds.$inferSelect;
type Line = Item & { quantity: number };

/** Returns holds that have not been ended, including expired holds. */
export async function openHolds(shop: Shop, userId: string | undefined): Promise<StockHold[]> {
  if (userId === undefined) return [];
  return shop.database
    .select()
    .from(stockHolds)
    .where(and(eq(stockHolds.userId, userId), isNull(stockHolds.endedAt)))
    .orderBy(asc(stockHolds.id));
}

/** Locks a person's open holds. The caller then locks their pieces in the order of ids. */
export const lockHolds = (shop: Shop, userId: string): Promise<StockHold[]> =>
  shop.database
    .select()
    .from(stockHolds)
    .where(and(eq(stockHolds.userId, userId), isNull(stockHolds.endedAt)))
    .orderBy(asc(stockHolds.id))
    .for('update');

export const heldArtworkIds = (shop: Shop, userId: string) =>
  shop.database
    .select({ artworkId: stockHolds.artworkId })
    .from(stockHolds)
    .where(and(eq(stockHolds.userId, userId), isNull(stockHolds.endedAt)));

/** Locks a person's holds and then all pieces in the order of ids, which prevents deadlocks. */
export async function lockHoldsAndArtworks(
  shop: Shop,
  userId: string,
  others: readonly string[],
): Promise<StockHold[]> {
  const held = await lockHolds(shop, userId);
  const ids = new Set([...held.map((hold) => hold.artworkId), ...others]);
  await shop.database
    .select({ id: artworks.id })
    .from(artworks)
    .where(inArray(artworks.id, [...ids]))
    .orderBy(asc(artworks.id))
    .for('no key update');
  return held;
}

export async function endHolds(shop: Shop, held: readonly StockHold[]): Promise<void> {
  if (held.length === 0) return;
  await markEnded(shop, held);
  await returnStock(shop, held);
}

async function markEnded(shop: Shop, held: readonly StockHold[]): Promise<void> {
  const ids = held.map((hold) => hold.id);
  await shop.database.update(stockHolds).set({ endedAt: shop.now }).where(inArray(stockHolds.id, ids));
}

/**
 * Replaces a person's locked holds. The 15 minutes count from the first hold. Refuses pieces that were held too often.
 */
export async function holdStock(
  shop: Shop,
  {
    userId,
    holder,
    held,
    lines,
    starts,
  }: { userId: string; holder: Holder; held: readonly StockHold[]; lines: readonly Line[]; starts: HoldStarts },
): Promise<Result<Date, HoldRefusal>> {
  const running = held.filter((hold) => hold.heldUntil > shop.now);
  const heldUntil = running[0]?.heldUntil ?? new Date(shop.now.getTime() + HOLD_MINUTES * 60_000);
  if (running.length === held.length && isSame(running, lines)) return done(heldUntil);
  const already = new Set(running.map(itemKey));
  const added = lines.filter((line) => !already.has(itemKey(line)));
  const tooOften = added.find((line) => isHeldTooOften(starts, line));
  if (tooOften) return refused('held-too-often', { item: itemKey(tooOften) });
  await returnStock(shop, held);
  const taken = await takeStock(shop, lines);
  if (!taken.ok) return taken;
  const goesOn = (hold: StockHold) => running.includes(hold) && lines.some((line) => itemKey(line) === itemKey(hold));
  await markEnded(
    shop,
    held.filter((hold) => !goesOn(hold)),
  );
  await shop.database
    .insert(stockHolds)
    .values(
      lines.map(({ artworkId, variantId, quantity }) => ({
        userId,
        artworkId,
        variantId: variantId ?? null,
        quantity,
        heldUntil,
        ...holder,
        createdAt: shop.now,
      })),
    )
    .onConflictDoUpdate({
      target: [stockHolds.userId, stockHolds.artworkId, stockHolds.variantId],
      targetWhere: isNull(stockHolds.endedAt),
      set: { quantity: sql`excluded.quantity` },
    });
  return done(heldUntil);
}

export const isSame = (held: readonly Line[], lines: readonly Line[]): boolean =>
  held.length === lines.length &&
  lines.every((line) => held.some((hold) => itemKey(hold) === itemKey(line) && hold.quantity === line.quantity));

export function countHeld(shop: Shop, artworkIds: readonly string[]): Promise<HeldItem[]> {
  adminOnly(shop);
  const { artworkId, variantId, quantity } = stockHolds;
  return shop.database
    .select({ artworkId, variantId, quantity: sql<number>`sum(${quantity})::int` })
    .from(stockHolds)
    .where(and(inArray(artworkId, [...artworkIds]), isNull(stockHolds.endedAt)))
    .groupBy(artworkId, variantId);
}

const RETENTION_DAYS = 7;

/** Ends expired holds and deletes week-old holds. Returns the number of people concerned. */
export async function sweepHolds(shop: Shop): Promise<number> {
  adminOnly(shop);
  // No hold lasts longer, so a later end means that the clock was set back.
  const atMost = new Date(shop.now.getTime() + 60 * 60_000);
  const hasPassed = or(lte(stockHolds.heldUntil, shop.now), gt(stockHolds.heldUntil, atMost));
  const due = and(isNull(stockHolds.endedAt), hasPassed);
  const people = await shop.database
    .selectDistinct({ userId: stockHolds.userId })
    .from(stockHolds)
    .where(due)
    .limit(200);
  for (const { userId } of people)
    await inTransaction(shop, async (shop) => {
      const held = await lockHoldsAndArtworks(shop, userId, []);
      await endHolds(
        shop,
        held.filter(({ heldUntil }) => heldUntil <= shop.now || heldUntil > atMost),
      );
    });
  const longAgo = new Date(shop.now.getTime() - RETENTION_DAYS * 24 * 3_600_000);
  await shop.database.delete(stockHolds).where(lt(stockHolds.endedAt, longAgo));
  return people.length;
}

// Not filtered by owner: returns piece ids, and whether the visitor holds them.
export function findHeldArtworks(
  shop: Shop,
  artworkIds: readonly string[],
): Promise<{ id: string; isOwn: boolean; heldUntil: Date }[]> {
  return shop.database
    .select({
      id: stockHolds.artworkId,
      isOwn: sql<boolean>`coalesce(bool_or(${stockHolds.userId} = ${actorId(shop)}::uuid), false)`,
      heldUntil: sql<Date>`min(${stockHolds.heldUntil})`.mapWith(stockHolds.heldUntil),
    })
    .from(stockHolds)
    .innerJoin(artworks, eq(artworks.id, stockHolds.artworkId))
    .where(and(inArray(stockHolds.artworkId, [...artworkIds]), isNull(stockHolds.endedAt), eq(artworks.stockCount, 0)))
    .groupBy(stockHolds.artworkId);
}
