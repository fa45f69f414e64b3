import { and, eq, gt, gte, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { dayInIndia } from '#app/basics/india.ts';
import { NOTHING, type Paise } from '#app/basics/money.ts';
import { paymentMethodName } from '#app/basics/payment-methods.ts';
import { gatewaySettlementLines, gatewaySettlements } from '#app/modules/payments/payments/tables.server.ts';
import { codRemittances, bankLinePayouts, bankStatementLines } from '#app/modules/payments/bank/tables.server.ts';
import { codSettlements } from '#app/modules/orders/ledger/tables.server.ts';
import { matchPayouts, type Payout } from '#app/modules/payments/bank/payout.ts';
import { auditEach } from '#app/platform/audit/audit.server.ts';
import { paiseOf } from '#app/platform/database/columns.server.ts';
import { actorId, inTransaction, ownerOnly, type Shop } from '#app/platform/shop.server.ts';
import { DAYS_LOOKED_AT, type LockedLine, lockOpenLines } from './bank-lines.server.ts';

const isCurrent = isNull(bankLinePayouts.undoneAt);

export async function openPayouts(shop: Shop): Promise<Payout[]> {
  ownerOnly(shop);
  const since = new Date(shop.now.getTime() - DAYS_LOOKED_AT * 86_400_000);
  const line = gatewaySettlementLines;
  const net = paiseOf(sql`sum(${line.net})`);
  const [settlements, remittances] = await Promise.all([
    shop.database
      .select({
        id: gatewaySettlements.id,
        provider: gatewaySettlements.provider,
        reference: gatewaySettlements.reference,
        settledAt: gatewaySettlements.settledAt,
        net,
        fee: paiseOf(sql`sum(${line.fee})`),
        tax: paiseOf(sql`sum(${line.tax})`),
      })
      .from(gatewaySettlements)
      .innerJoin(line, eq(line.settlementId, gatewaySettlements.id))
      .leftJoin(bankLinePayouts, and(eq(bankLinePayouts.settlementId, gatewaySettlements.id), isCurrent))
      .where(and(gte(gatewaySettlements.settledAt, since), isNull(bankLinePayouts.id)))
      .groupBy(gatewaySettlements.id)
      .having(gt(net, 0)),
    shop.database
      .select({
        id: codRemittances.id,
        from: codRemittances.courier,
        reference: codRemittances.reference,
        day: codRemittances.day,
        net: codRemittances.amount,
        fee: codRemittances.fee,
      })
      .from(codRemittances)
      .leftJoin(bankLinePayouts, and(eq(bankLinePayouts.remittanceId, codRemittances.id), isCurrent))
      .where(and(gte(codRemittances.day, dayInIndia(since)), isNull(bankLinePayouts.id))),
  ]);
  return [
    ...settlements.map(({ provider, settledAt, ...settlement }) => ({
      ...settlement,
      kind: 'settlement' as const,
      from: paymentMethodName(provider),
      day: dayInIndia(settledAt),
    })),
    ...remittances.map((remittance) => ({ ...remittance, kind: 'remittance' as const, tax: NOTHING })),
  ];
}

/** Matches payouts by reference and amount. Skips matches that were undone. Returns the number of matches. */
export async function matchExactPayouts(shop: Shop): Promise<number> {
  ownerOnly(shop);
  return inTransaction(shop, async (shop) => {
    const payouts = await openPayouts(shop);
    if (payouts.length === 0) return 0;
    const lines = await lockOpenLines(shop);
    const takenBack = await shop.database
      .select({
        pair: sql<string>`${bankLinePayouts.lineId} || ' ' || coalesce(${bankLinePayouts.settlementId}, ${bankLinePayouts.remittanceId})`,
      })
      .from(bankLinePayouts)
      .where(isNotNull(bankLinePayouts.undoneAt));
    const pairs = new Set(takenBack.map(({ pair }) => pair));
    const matches = matchPayouts(payouts, lines);
    const exact = lines.flatMap((line) => {
      const match = matches.get(line.fingerprint);
      return match?.isExact && !pairs.has(`${line.id} ${match.payout.id}`) ? [{ line, payout: match.payout }] : [];
    });
    return (await insertPayouts(shop, exact)).length;
  });
}

/** Returns the ids of new matches. */
export async function insertPayouts(
  shop: Shop,
  matches: readonly { line: LockedLine; payout: Payout }[],
): Promise<string[]> {
  if (matches.length === 0) return [];
  const written = await shop.database
    .insert(bankLinePayouts)
    .values(
      matches.map(({ line, payout }) => ({
        lineId: line.id,
        settlementId: payout.kind === 'settlement' ? payout.id : undefined,
        remittanceId: payout.kind === 'remittance' ? payout.id : undefined,
        amount: line.amount,
        matchedBy: actorId(shop),
        createdAt: shop.now,
      })),
    )
    .onConflictDoNothing()
    .returning({ id: bankLinePayouts.id });
  const auditEntry = { action: 'payout.match', table: 'bank_line_payouts' };
  await auditEach(
    shop,
    written.map(({ id }) => ({ ...auditEntry, id })),
  );
  return written.map(({ id }) => id);
}

export async function findPayoutMatch(
  shop: Shop,
  { fingerprint, payoutId }: { fingerprint: string; payoutId: string },
): Promise<string | undefined> {
  const [match] = await shop.database
    .select({ id: bankLinePayouts.id })
    .from(bankLinePayouts)
    .innerJoin(bankStatementLines, eq(bankStatementLines.id, bankLinePayouts.lineId))
    .where(
      and(
        isCurrent,
        eq(bankStatementLines.fingerprint, fingerprint),
        or(eq(bankLinePayouts.settlementId, payoutId), eq(bankLinePayouts.remittanceId, payoutId)),
      ),
    );
  return match?.id;
}

/** Undoes a match, which the shop does not make again automatically. Owners only. */
export async function undoPayout(shop: Shop, id: string): Promise<number> {
  ownerOnly(shop);
  const undone = await shop.database
    .update(bankLinePayouts)
    .set({ undoneAt: shop.now })
    .where(and(eq(bankLinePayouts.id, id), isCurrent))
    .returning({ id: bankLinePayouts.id });
  await auditEach(
    shop,
    undone.map((each) => ({ action: 'payout.undo', table: 'bank_line_payouts', id: each.id })),
  );
  return undone.length;
}

export async function linesOfPayouts(
  shop: Shop,
  payoutIds: readonly string[],
): Promise<Map<string, { matchId: string; day: string; amount: Paise }>> {
  ownerOnly(shop);
  const ids = [...payoutIds];
  const rows = await shop.database
    .select({
      payoutId: sql<string>`coalesce(${bankLinePayouts.settlementId}, ${bankLinePayouts.remittanceId})`,
      matchId: bankLinePayouts.id,
      day: bankStatementLines.day,
      amount: bankLinePayouts.amount,
    })
    .from(bankLinePayouts)
    .innerJoin(bankStatementLines, eq(bankStatementLines.id, bankLinePayouts.lineId))
    .where(and(isCurrent, or(inArray(bankLinePayouts.settlementId, ids), inArray(bankLinePayouts.remittanceId, ids))));
  return new Map(rows.map(({ payoutId, ...line }) => [payoutId, line]));
}

export async function settledDays(shop: Shop, paymentIds: readonly string[]): Promise<Map<string, string>> {
  ownerOnly(shop);
  const ids = [...paymentIds];
  const ofSettlement = and(
    eq(gatewaySettlementLines.settlementId, bankLinePayouts.settlementId),
    eq(gatewaySettlementLines.kind, 'payment'),
    inArray(gatewaySettlementLines.paymentId, ids),
  );
  const ofRemittance = and(
    eq(codSettlements.remittanceId, bankLinePayouts.remittanceId),
    inArray(codSettlements.paymentId, ids),
  );
  const rows = await shop.database
    .select({
      paymentId: sql<string>`coalesce(${gatewaySettlementLines.paymentId}, ${codSettlements.paymentId})`,
      day: bankStatementLines.day,
    })
    .from(bankLinePayouts)
    .innerJoin(bankStatementLines, eq(bankStatementLines.id, bankLinePayouts.lineId))
    .leftJoin(gatewaySettlementLines, ofSettlement)
    .leftJoin(codSettlements, ofRemittance)
    .where(and(isCurrent, or(isNotNull(gatewaySettlementLines.paymentId), isNotNull(codSettlements.paymentId))));
  return new Map(rows.map(({ paymentId, day }) => [paymentId, day]));
}
