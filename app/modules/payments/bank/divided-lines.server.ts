import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { asc, eq } from 'drizzle-orm';
import { type Paise, sum } from '#app/basics/money.ts';
import { done, type Refused, refused, type Result } from '#app/basics/result.ts';
import { lockOrder } from '#app/modules/orders/orders/orders.server.ts';
import { inTransaction, ownerOnly, type Shop } from '#app/platform/shop.server.ts';
import { lockOpenLines, storeLines } from './internal/bank-lines.server.ts';
import { bankLineAllocations, bankStatementLines } from './tables.server.ts';
import { type LineUnavailable, type Matched, orderWithLine, findMatched, settle } from './matches.server.ts';

const MAX_PARTS = 10;

type AllocateRefusal =
  | LineUnavailable
  | Refused<'nothing' | 'key-used', undefined>
  | Refused<'too-much', { left: Paise }>;

/** Splits the rest of a bank line among at most ten orders, once per `key`. Owners only. */
export async function allocateLine(
  shop: Shop,
  given: {
    text: string;
    fingerprint: string;
    parts: readonly { orderId: string; amount: Paise }[];
    reason?: string;
    key?: string;
  },
): Promise<Result<Matched, AllocateRefusal>> {
  ownerOnly(shop);
  const byOrder = Map.groupBy(given.parts, ({ orderId }) => orderId);
  const parts = [...byOrder]
    .map(([orderId, ofOrder]) => ({ orderId, amount: sum(ofOrder.map(({ amount }) => amount)) }))
    .filter(({ amount }) => amount > 0)
    .toSorted((a, b) => (a.orderId < b.orderId ? -1 : 1));
  if (parts.length === 0 || parts.length > MAX_PARTS) return refused('nothing');
  return inTransaction(shop, async (shop): Promise<Result<Matched, AllocateRefusal>> => {
    await storeLines(shop, given.text);
    // Every caller locks orders before bank lines, to prevent deadlocks.
    for (const { orderId } of parts) await lockOrder(shop, orderId);
    const [line] = await lockOpenLines(shop, given.fingerprint);
    const batch = given.key ?? randomUUID();
    const earlier = await findMatched(shop, batch);
    if (earlier) return (await wasDividedSo(shop, batch, { ...given, parts })) ? done(earlier) : refused('key-used');
    if (!line) return refused('gone', { takenBy: await orderWithLine(shop, given.fingerprint) });
    if (sum(parts.map(({ amount }) => amount)) > line.amount) return refused('too-much', { left: line.amount });
    const why = [`part of bank line ${line.reference ?? line.day}`, given.reason?.trim()].filter(Boolean).join(', ');
    for (const { orderId, amount } of parts) {
      await settle(shop, batch, { line, orderId, amount, reason: why });
    }
    return done({ batch, orderIds: parts.map(({ orderId }) => orderId) });
  });
}

async function wasDividedSo(
  shop: Shop,
  batch: string,
  { fingerprint, parts }: { fingerprint: string; parts: readonly { orderId: string; amount: Paise }[] },
): Promise<boolean> {
  const divided = await shop.database
    .select({
      fingerprint: bankStatementLines.fingerprint,
      orderId: bankLineAllocations.orderId,
      amount: bankLineAllocations.amount,
    })
    .from(bankLineAllocations)
    .innerJoin(bankStatementLines, eq(bankStatementLines.id, bankLineAllocations.lineId))
    .where(eq(bankLineAllocations.batch, batch))
    .orderBy(asc(bankLineAllocations.orderId));
  return isDeepStrictEqual(
    divided,
    parts.map(({ orderId, amount }) => ({ fingerprint, orderId, amount })),
  );
}
