import { and, count, eq, inArray, isNotNull, isNull, ne, not, sql, type SQL } from 'drizzle-orm';
import { type Item, itemKey } from '#app/basics/item.ts';
import { type HoldStarts, isHeldTooOften } from '#app/modules/orders/holds/hold.ts';
import type { Holder } from '#app/modules/orders/holds/holder.server.ts';
import { stockHolds } from '#app/modules/orders/holds/tables.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import { pipeline } from '#app/platform/database/database.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';

const TRUSTED_FACTOR = 3;

type Line = Item & { quantity: number; made_to_order?: true };

/** Locks a holder, so that concurrent requests cannot both use the last slot. Call it before locking stock. */
export async function lockHolder(shop: Shop, { holderKeys, networkKey }: Holder, userId: string): Promise<void> {
  await shop.database.execute(sql`
    select pg_advisory_xact_lock(lock) from (
      select hashtextextended(key, 135) as lock from unnest(${textArray(holderKeys)} || case
        when exists (select from orders where user_id = ${userId}::uuid and verification = 'matched') then '{}'::text[]
        else array[${networkKey}::text] end) as key
      order by 1) locks`);
}

/**
 * Returns whether a locked holder may take these items without payment: two orders or ten pieces per person, thirty
 * pieces per network. After a confirmed payment, three times as many per person without a network limit.
 */
export async function mayHoldUnpaid(
  shop: Shop,
  holder: Holder,
  lines: readonly Line[],
  {
    userId,
    limit,
    held,
    orderId,
    withOwnCheckout = false,
  }: {
    userId: string;
    limit: Settings['unmatchedOrders'];
    held: readonly Item[];
    orderId?: string;
    withOwnCheckout?: boolean;
  },
): Promise<boolean> {
  const heldKeys = new Set(held.map(itemKey));
  const starting = lines.filter((line) => !line.made_to_order && !heldKeys.has(itemKey(line)));
  const starts = await countHoldStarts(shop, userId, starting);
  if (starting.some((line) => isHeldTooOften(starts, line, limit.orders + 1))) return false;
  const isTrusted = await hasMatchedPayment(shop, userId);
  const keys = isTrusted ? holder.holderKeys.slice(0, 1) : holder.holderKeys;
  const others = orderId === undefined ? undefined : ne(orders.id, orderId);
  const otherHolds = withOwnCheckout ? undefined : ne(stockHolds.userId, userId);
  const ofPerson = await countUnpaid(shop, {
    inOrders: and(others, sql`${orders.holderKeys} && ${textArray(keys)}`),
    inHolds: and(otherHolds, sql`${stockHolds.holderKeys} && ${textArray(keys)}`),
  });
  const itemCount = countItems(lines);
  const factor = isTrusted ? TRUSTED_FACTOR : 1;
  if (ofPerson.orders + 1 > limit.orders * factor || ofPerson.items + itemCount > limit.artworks * factor) return false;
  if (isTrusted) return true;
  const ofNetwork = await countUnpaid(shop, {
    inOrders: and(others, eq(orders.networkKey, holder.networkKey)),
    inHolds: and(otherHolds, eq(stockHolds.networkKey, holder.networkKey)),
  });
  return ofNetwork.items + itemCount <= limit.artworksPerNetwork;
}

const hasMatchedPayment = async (shop: Shop, userId: string): Promise<boolean> =>
  (await shop.database.$count(orders, and(eq(orders.userId, userId), eq(orders.verification, 'matched')))) > 0;

const countItems = (lines: readonly Line[]): number =>
  lines.reduce((sum, { quantity, made_to_order }) => sum + (made_to_order ? 0 : quantity), 0);

const textArray = (texts: readonly string[]): SQL => sql`${sql.param([...texts])}::text[]`;

const isUnpaid = and(
  isNotNull(orders.holderKeys),
  inArray(orders.status, ['pending', 'processing']),
  ne(orders.verification, 'matched'),
  not(orders.stockWaitsForPayment),
);

const itemsOfOrder = sql`(select sum((item ->> 'quantity')::int) from jsonb_array_elements(${orders.items}) item
  where not item ? 'made_to_order')`;

// Not filtered by owner: counts orders and holds that share a phone, email address or network.
async function countUnpaid(
  shop: Shop,
  { inOrders, inHolds }: { inOrders: SQL | undefined; inHolds: SQL | undefined },
): Promise<{ orders: number; items: number }> {
  const [[placed], [held]] = await pipeline([
    () =>
      shop.database
        .select({ orders: count(), items: sql<number>`coalesce(sum(${itemsOfOrder}), 0)::int` })
        .from(orders)
        .where(and(isUnpaid, inOrders)),
    () =>
      shop.database
        .select({
          checkouts: sql<number>`count(distinct ${stockHolds.userId})::int`,
          items: sql<number>`coalesce(sum(${stockHolds.quantity}), 0)::int`,
        })
        .from(stockHolds)
        .where(and(isNull(stockHolds.endedAt), inHolds)),
  ]);
  return { orders: placed!.orders + held!.checkouts, items: placed!.items + held!.items };
}

export async function countHoldStarts(shop: Shop, userId: string, lines: readonly Item[]): Promise<HoldStarts> {
  const ids = textArray(lines.map(({ artworkId }) => artworkId));
  const now = sql`${shop.now.toISOString()}::timestamptz`;
  // A hold and the order placed from it count once.
  const { rows } = await shop.database.execute<{ key: string; hour: number; day: number }>(sql`
    with starts as (
      select coalesce(variant_id, artwork_id)::text as key, created_at from stock_holds
      where user_id = ${userId}::uuid and artwork_id::text = any(${ids})
      union all
      select coalesce(item ->> 'variant_id', item ->> 'artwork_id'), orders.created_at
      from orders, jsonb_array_elements(orders.items) item
      where orders.user_id = ${userId}::uuid and orders.holder_keys is not null and orders.verification <> 'matched'
        and not orders.stock_waits_for_payment and orders.created_at > ${now} - interval '1 day'
        and item ->> 'artwork_id' = any(${ids})
        and not exists (select from stock_holds where stock_holds.user_id = orders.user_id
          and stock_holds.ended_at = orders.created_at and stock_holds.artwork_id::text = item ->> 'artwork_id')
    )
    select key, (count(*) filter (where created_at > ${now} - interval '1 hour'))::int as hour, count(*)::int as day
    from starts where created_at > ${now} - interval '1 day' group by key`);
  const keys = new Set(lines.map(itemKey));
  const matchingRows = rows.filter(({ key }) => keys.has(key));
  return {
    hour: new Map(matchingRows.filter(({ hour }) => hour > 0).map(({ key, hour }) => [key, hour])),
    day: new Map(matchingRows.map(({ key, day }) => [key, day])),
  };
}
