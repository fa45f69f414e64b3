import { type SQL, sql } from 'drizzle-orm';
import { done, refused, type Result } from '#app/basics/result.ts';
import type { OutOfStock } from '#app/modules/catalogue/artworks/messages.ts';
import { type Item, itemKey } from '#app/basics/item.ts';
import { titleOfVariant } from '#app/modules/catalogue/artworks/variant.ts';
import type { Shop } from '#app/platform/shop.server.ts';

export type StockLine = Item & { quantity: number };

/**
 * Takes all items from stock, or none, in the caller's transaction. Items marked `promised` may be unpublished. Locks
 * pieces in the order of ids, then variants.
 */
export async function takeStock(
  shop: Shop,
  lines: readonly StockLine[],
  { promised = [] }: { promised?: readonly string[] } = {},
): Promise<Result<undefined, OutOfStock>> {
  if (lines.length === 0) return done();
  const { rows } = await shop.database.execute<{
    artwork_id: string;
    variant_id: string | null;
    title: string | null;
    size: string | null;
    cloth: string | null;
    available: number;
    short: boolean;
  }>(sql`
    with wanted as (${unnest(lines)}), ${LOCKED}, asked as (
      select w.artwork_id, w.variant_id, l.title, v.size, v.cloth, available, available < w.quantity as short, w.place
      from wanted w left join locked l on l.id = w.artwork_id left join locked_variants v on v.id = w.variant_id,
        lateral (select case
          when l.id is null or l.medium = 'fabric' then 0
          when (l.status <> 'published' or l.price is null) and l.id <> all(${sql.param([...promised])}::uuid[]) then 0
          when w.variant_id is null then case when l.has_variants then 0 else l.stock_count end
          else coalesce(v.stock_count, 0) end as available) a
    ), moved as (
      select artwork_id, variant_id, -quantity as change from wanted where not exists (select from asked where short)
    ), ${WRITTEN(shop)}
    select artwork_id, variant_id, title, size, cloth, available, short from asked order by place`);
  const first = rows.find((row) => row.short);
  if (!first) return done();
  const { artwork_id: artworkId, title, size, cloth, available } = first;
  const named = title !== null && size !== null && cloth !== null ? titleOfVariant(title, { size, cloth }) : title;
  return refused('out-of-stock', { artworkId, title: named ?? 'This piece', available });
}

/**
 * Puts items back into stock, except deleted pieces, and pieces that have variants now. The caller prevents a second
 * call.
 */
export async function returnStock(shop: Shop, lines: readonly StockLine[]): Promise<StockLine[]> {
  if (lines.length === 0) return [];
  const { rows } = await shop.database.execute<StockLine>(sql`
    with wanted as (${unnest(lines)}), ${LOCKED}, moved as (
      select w.artwork_id, w.variant_id, w.quantity as change
      from wanted w join locked l on l.id = w.artwork_id left join locked_variants v on v.id = w.variant_id
      where case when w.variant_id is null then not l.has_variants else v.id is not null end
    ), ${WRITTEN(shop)}
    select artwork_id as "artworkId", variant_id as "variantId", change as quantity from moved`);
  return rows;
}

function unnest(lines: readonly StockLine[]): SQL {
  const wanted = new Map<string, StockLine>();
  for (const { artworkId, variantId, quantity } of lines) {
    if (!Number.isSafeInteger(quantity) || quantity <= 0) throw new RangeError(`not a number of pieces: ${quantity}`);
    const item = { artworkId: artworkId.toLowerCase(), variantId: variantId?.toLowerCase() ?? null };
    const key = itemKey(item);
    wanted.set(key, { ...item, quantity: (wanted.get(key)?.quantity ?? 0) + quantity });
  }
  const all = [...wanted.values()];
  const of = (name: keyof StockLine) => sql.param(all.map((line) => line[name]));
  return sql`select * from unnest(${of('artworkId')}::uuid[], ${of('variantId')}::uuid[], ${of('quantity')}::int[]) with ordinality as w (artwork_id, variant_id, quantity, place)`;
}

const LOCKED = sql`locked as (
      select a.id, a.title, a.medium, a.status, a.price, a.stock_count, a.has_variants
      from artworks a where a.id in (select artwork_id from wanted) order by a.id for update of a
    ), locked_variants as (
      select v.id, v.artwork_id, v.size, v.cloth, v.stock_count
      from locked l join wanted w on w.artwork_id = l.id join artwork_variants v on v.id = w.variant_id and v.artwork_id = l.id
      order by v.id for update of v
    )`;

const WRITTEN = (shop: Shop) => sql`moved_variants as (
      update artwork_variants v set stock_count = l.stock_count + m.change
      from moved m join locked_variants l on l.id = m.variant_id where v.id = m.variant_id
    ), moved_artworks as (
      update artworks a set stock_count = l.stock_count + m.change, version = a.version + 1, updated_at = ${shop.now.toISOString()}::timestamptz
      from locked l join (select artwork_id, sum(change)::int as change from moved group by artwork_id) m on m.artwork_id = l.id
      where a.id = l.id
    )`;
