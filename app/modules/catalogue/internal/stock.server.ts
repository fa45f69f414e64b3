import { sql } from 'drizzle-orm';
import type { Result } from '#app/basics/result.ts';
import { done, refused } from '#app/basics/result.ts';
import type { OutOfStock } from '#app/modules/catalogue/messages.ts';
import type { Shop } from '#app/platform/shop.server.ts';

export type StockLine = { artworkId: string; quantity: number };

/**
 * Takes all lines from stock or none, inside the caller's transaction, so that no stock means no order. Refused for
 * the first piece, in the lines' order, that is gone, not published, without a price, too few or fabric (painted to order, never stocked). Throws
 * RangeError for a quantity that isn't a whole number above 0. Those of `promised` are somebody's already, who gets them although they
 * aren't published or priced any more.
 *
 * One statement: it locks the pieces in id order, judges them as they stand once locked, and writes what it read there.
 * What the UPDATE itself sees of them may be older than the wait for a lock, so neither its condition nor its arithmetic
 * may use it.
 */
export async function takeStock(
  shop: Shop,
  lines: readonly StockLine[],
  { promised = [] }: { promised?: readonly string[] } = {},
): Promise<Result<undefined, OutOfStock>> {
  if (lines.length === 0) return done();
  const wanted = wantedOf(lines);
  const { rows } = await shop.database.execute<{
    id: string;
    title: string | null;
    available: number;
    short: boolean;
  }>(sql`
    with wanted as (
      select * from unnest(${sql.param([...wanted.keys()])}::uuid[], ${sql.param([...wanted.values()])}::int[]) as w (id, quantity)
    ), locked as (
      select a.id, a.title, w.quantity, case when a.medium = 'fabric' or ((a.status <> 'published' or a.price is null) and a.id <> all(${sql.param([...promised])}::uuid[])) then 0 else a.stock_count end as available
      from artworks a join wanted w on w.id = a.id order by a.id for update of a
    ), asked as (
      select w.id, l.title, coalesce(l.available, 0) as available, coalesce(l.available, 0) < w.quantity as short
      from wanted w left join locked l on l.id = w.id
    ), taken as (
      update artworks a set stock_count = l.available - l.quantity, version = a.version + 1, updated_at = ${shop.now.toISOString()}::timestamptz
      from locked l
      where a.id = l.id and not exists (select from asked where short)
    )
    select id, title, available, short from asked`);
  const short = new Map(rows.filter((row) => row.short).map((row) => [row.id, row]));
  const first = [...wanted.keys()].find((id) => short.has(id));
  if (first === undefined) return done();
  const { id, title, available } = short.get(first)!;
  return refused('out-of-stock', { artworkId: id, title: title ?? 'This piece', available });
}

/** Puts lines back into stock, in id order; pieces that were deleted meanwhile are passed over. Once only is the caller's to see to. */
export async function returnStock(shop: Shop, lines: readonly StockLine[]): Promise<void> {
  if (lines.length === 0) return;
  const returned = wantedOf(lines);
  await shop.database.execute(sql`
    with returned as (
      select * from unnest(${sql.param([...returned.keys()])}::uuid[], ${sql.param([...returned.values()])}::int[]) as r (id, quantity)
    ), locked as (
      select a.id, a.stock_count, r.quantity from artworks a join returned r on r.id = a.id order by a.id for update of a
    )
    update artworks a set stock_count = l.stock_count + l.quantity, version = a.version + 1, updated_at = ${shop.now.toISOString()}::timestamptz
    from locked l where a.id = l.id`);
}

function wantedOf(lines: readonly StockLine[]): Map<string, number> {
  const wanted = new Map<string, number>();
  for (const { artworkId, quantity } of lines) {
    if (!Number.isSafeInteger(quantity) || quantity <= 0) throw new RangeError(`not a number of pieces: ${quantity}`);
    const id = artworkId.toLowerCase();
    wanted.set(id, (wanted.get(id) ?? 0) + quantity);
  }
  return wanted;
}
