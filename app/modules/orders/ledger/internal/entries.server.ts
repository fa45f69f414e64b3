import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import { NOTHING, type Paise, paise } from '#app/basics/money.ts';
import {
  type Balance,
  LEDGER_EFFECTS,
  type LedgerType,
  NO_BALANCE,
  refundOwed,
} from '#app/modules/orders/ledger/ledger.ts';
import { ledgerEntries, orderBalances } from '#app/modules/orders/ledger/tables.server.ts';
import { paiseOf } from '#app/platform/database/columns.server.ts';
import { announceEach } from '#app/platform/outbox/outbox.server.ts';
import { pipeline } from '#app/platform/database/database.server.ts';
import { actorId, type Shop } from '#app/platform/shop.server.ts';

export type NewEntry = {
  orderId: string;
  type: LedgerType;
  amount: Paise;
  paymentId?: string;
  refundId?: string;
  reason?: string;
};

/** Adds entries to locked orders. Announces a refund that becomes due, except after a failed refund. */
export async function recordEntries(shop: Shop, entries: readonly NewEntry[]): Promise<void> {
  const written = entries.filter(({ amount }) => amount > 0);
  if (written.length === 0) return;
  await shop.database
    .insert(ledgerEntries)
    .values(written.map((entry) => ({ ...entry, recordedBy: actorId(shop), createdAt: shop.now })));
  const changes = [...Map.groupBy(written, ({ orderId }) => orderId)].flatMap(([orderId, ofOrder]) => {
    const total = (side: keyof Balance) =>
      ofOrder.reduce((sum, { type, amount }) => sum + LEDGER_EFFECTS[type][side] * amount, 0);
    const lastReduction = ofOrder.findLast(
      ({ type }) => LEDGER_EFFECTS[type].due < 0 || LEDGER_EFFECTS[type].received > 0,
    );
    const change = { orderId, due: total('due'), received: total('received'), type: lastReduction?.type ?? null };
    return change.due === 0 && change.received === 0 ? [] : [change];
  });
  if (changes.length === 0) return;
  const column = (name: 'orderId' | 'due' | 'received' | 'type') => sql.param(changes.map((change) => change[name]));
  // A new row with negative amounts violates the constraints, so an empty row is inserted first and then changed.
  await shop.database.execute(sql`
    insert into order_balances (order_id) select unnest(${column('orderId')}::uuid[]) on conflict do nothing`);
  const { rows } = await shop.database.execute<{ order_id: string; owed: string; before: string }>(sql`
    update order_balances balance
    set due = balance.due + change.due, received = balance.received + change.received,
      overpaid_since = case when balance.received + change.received > balance.due + change.due
        then coalesce(balance.overpaid_since, ${shop.now.toISOString()}::timestamptz) end,
      overpaid_by = case when balance.received + change.received > balance.due + change.due
        then case when change.received > change.due then change.type else balance.overpaid_by end end
    from unnest(${column('orderId')}::uuid[], ${column('due')}::bigint[], ${column('received')}::bigint[],
      ${column('type')}::text[]) as change (order_id, due, received, type)
    where balance.order_id = change.order_id
    returning balance.order_id, balance.received - balance.due as owed,
      balance.received - change.received - balance.due + change.due as before`);
  const failed = new Set(written.flatMap(({ type, orderId }) => (type === 'refund-failed' ? orderId : [])));
  const more = rows.filter(
    ({ order_id, owed, before }) => Number(owed) > Math.max(0, Number(before)) && !failed.has(order_id),
  );
  await announceEach(
    shop,
    'ledger.refund-owed',
    more.map(({ order_id: orderId, owed }) => ({ orderId, amount: Number(owed) })),
  );
}

export async function chargeNewOrder(shop: Shop, { orderId, total }: { orderId: string; total: Paise }): Promise<void> {
  await pipeline([
    () => shop.database.insert(orderBalances).values({ orderId, due: total, received: NOTHING }),
    () =>
      total > 0 &&
      shop.database
        .insert(ledgerEntries)
        .values({ orderId, type: 'charged', amount: total, recordedBy: actorId(shop), createdAt: shop.now }),
  ]);
}

/** Charges a locked order's total. Subtracts earlier reductions unless `inFull`. */
export async function chargeOrder(
  shop: Shop,
  { orderId, total, inFull = false }: { orderId: string; total: Paise; inFull?: boolean },
): Promise<void> {
  await shop.database.insert(orderBalances).values({ orderId, due: NOTHING, received: NOTHING }).onConflictDoNothing();
  const off = await sumReductions(shop, orderId, ['credited', 'written-off']);
  const { due } = await balanceOfOrder(shop, orderId);
  await recordEntries(shop, [
    { orderId, type: 'charged', amount: paise(total - off - due) },
    { orderId, type: 'reinstated', amount: inFull ? off : NOTHING },
  ]);
}

/** Sums the reductions since the order was last restored, without the reductions of mistaken refunds. */
async function sumReductions(shop: Shop, orderId: string, types: ('credited' | 'written-off')[]): Promise<Paise> {
  const [taken] = await shop.database
    .select({
      off: paiseOf(
        sql`sum(case when ${ledgerEntries.type} = 'reinstated' then -${ledgerEntries.amount} else ${ledgerEntries.amount} end)`,
      ),
    })
    .from(ledgerEntries)
    .where(and(sinceRestored(shop, orderId), inArray(ledgerEntries.type, [...types, 'reinstated'])));
  return taken!.off;
}

/**
 * Returns how much a refund credited. Returns 0 if the order was restored since then, because the full amount is due
 * again.
 */
export async function creditOfRefund(shop: Shop, orderId: string, refundId: string): Promise<Paise> {
  const [credit] = await shop.database
    .select({ amount: ledgerEntries.amount })
    .from(ledgerEntries)
    .where(and(sinceRestored(shop, orderId), eq(ledgerEntries.refundId, refundId), eq(ledgerEntries.type, 'credited')));
  return credit?.amount ?? NOTHING;
}

/** Undoing one refund does not count as restoring the order. */
const sinceRestored = (shop: Shop, orderId: string) =>
  and(
    eq(ledgerEntries.orderId, orderId),
    gt(
      ledgerEntries.sequence,
      sql`(${shop.database
        .select({ sequence: sql`coalesce(max(${ledgerEntries.sequence}), 0)` })
        .from(ledgerEntries)
        .where(
          and(eq(ledgerEntries.orderId, orderId), eq(ledgerEntries.type, 'reinstated'), isNull(ledgerEntries.refundId)),
        )})`,
    ),
  );

/** Cancels the amount due, except a cancellation fee. Returns that fee. */
export async function voidOrder(
  shop: Shop,
  { orderId, cancellationFee }: { orderId: string; cancellationFee: Paise },
): Promise<Paise> {
  const { due, received } = await balanceOfOrder(shop, orderId);
  const stays = paise(Math.max(0, Math.min(cancellationFee, due, received)));
  await recordEntries(shop, [{ orderId, type: 'voided', amount: paise(due - stays) }]);
  return stays;
}

/** Records a locked order's new total: charges an increase, or voids a decrease. */
export async function changeCharge(
  shop: Shop,
  { orderId, from, to, reason }: { orderId: string; from: Paise; to: Paise; reason: string },
): Promise<void> {
  const type = to > from ? 'charged' : 'voided';
  await recordEntries(shop, [{ orderId, type, amount: paise(Math.abs(to - from)), reason }]);
}

/** Reduces the amount due, but never below zero. Returns the reduction. */
export async function reduceDue(
  shop: Shop,
  less: { orderId: string; type: 'credited' | 'written-off'; amount: Paise; reason: string; refundId?: string },
): Promise<Paise> {
  const { due } = await balanceOfOrder(shop, less.orderId);
  const amount = paise(Math.min(due, less.amount));
  await recordEntries(shop, [{ ...less, amount }]);
  return amount;
}

/** Credits returns until all credits reach `upTo`, which includes earlier refunds. */
export async function creditOrder(
  shop: Shop,
  { orderId, upTo, reason }: { orderId: string; upTo: Paise; reason: string },
): Promise<void> {
  const amount = paise(Math.max(0, upTo - (await sumReductions(shop, orderId, ['credited']))));
  await reduceDue(shop, { orderId, type: 'credited', amount, reason });
}

export const balanceOfOrder = async (shop: Shop, orderId: string): Promise<Balance> =>
  (await findBalances(shop, [orderId])).get(orderId)!;

export async function findBalances(shop: Shop, orderIds: readonly string[]): Promise<Map<string, Balance>> {
  const rows = await shop.database
    .select({ orderId: orderBalances.orderId, due: orderBalances.due, received: orderBalances.received })
    .from(orderBalances)
    .where(inArray(orderBalances.orderId, [...orderIds]));
  const found = new Map(rows.map(({ orderId, ...balance }) => [orderId, balance]));
  return new Map(orderIds.map((id) => [id, found.get(id) ?? NO_BALANCE]));
}

export const owedOfOrder = async (shop: Shop, orderId: string): Promise<Paise> =>
  refundOwed(await balanceOfOrder(shop, orderId));

export function findEntries(shop: Shop, orderId: string) {
  return shop.database
    .select()
    .from(ledgerEntries)
    .where(eq(ledgerEntries.orderId, orderId))
    .orderBy(asc(ledgerEntries.sequence));
}
