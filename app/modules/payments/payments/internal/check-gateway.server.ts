import { and, eq, inArray, sql } from 'drizzle-orm';
import { dayInIndia } from '#app/basics/india.ts';
import { type Gateway, GATEWAYS } from '#app/basics/payment-methods.ts';
import { done, type Refused, refused, type Result } from '#app/basics/result.ts';
import type { PaymentProvider, Settlement } from '#app/modules/payments/payments/provider.ts';
import {
  gatewayChecks,
  gatewayDifferences,
  gatewaySettlementLines,
  gatewaySettlements,
  isCapturedPayment,
  paymentOrders,
} from '#app/modules/payments/payments/tables.server.ts';
import { adminOnly, inTransaction, ownerOnly, type Shop } from '#app/platform/shop.server.ts';
import { type CheckedDay, type Compared, comparePayments } from './compare-payments.server.ts';
import { compareRefunds } from './compare-refunds.server.ts';
import { payments } from '#app/modules/orders/ledger/tables.server.ts';

const DAY_MS = 24 * 60 * 60_000;
const CHECKED_DAYS = 3;
/** Payments of a day's last minutes may still be processing when the day ends. */
const SETTLES_IN_MS = 60 * 60_000;

/** Returns the gateways whose payments can be compared; a demo gateway moves no money. */
export const comparableGateways = ({ suppliers }: Pick<Shop, 'suppliers'>): Gateway[] =>
  GATEWAYS.filter((gateway) => {
    const supplier = suppliers.payment[gateway];
    return supplier && supplier.window?.kind !== 'demo';
  });

/**
 * Compares a gateway's day with the shop's records, and adds missing payments. A repeat replaces the result. Owners
 * only.
 */
export async function checkGateway(
  shop: Shop,
  { provider, day }: { provider: Gateway; day: string },
): Promise<Result<{ differences: number }, Refused<'gateway-unavailable' | 'day-ahead', undefined>>> {
  ownerOnly(shop);
  if (day > dayInIndia(shop.now)) return refused('day-ahead');
  const supplier = comparableGateways(shop).includes(provider) ? shop.suppliers.payment[provider] : undefined;
  if (!supplier) return refused('gateway-unavailable');
  const from = new Date(`${day}T00:00:00+05:30`);
  const checked = { day, from, to: new Date(from.getTime() + DAY_MS) };
  const found = await compare(shop, { provider, supplier }, checked);
  if (!found) return refused('gateway-unavailable');
  const { payments, refunds } = found;
  const differences = [...payments.differences, ...refunds.differences];
  await inTransaction(shop, async (shop) => {
    const check = { payments: payments.count, refunds: refunds.count, checkedAt: shop.now };
    await shop.database
      .insert(gatewayChecks)
      .values({ provider, day, ...check })
      .onConflictDoUpdate({ target: [gatewayChecks.provider, gatewayChecks.day], set: check });
    const ofThisDay = and(eq(gatewayDifferences.provider, provider), eq(gatewayDifferences.day, day));
    await shop.database.delete(gatewayDifferences).where(and(ofThisDay, eq(gatewayDifferences.completed, false)));
    if (differences.length > 0)
      await shop.database
        .insert(gatewayDifferences)
        .values(differences.map((difference) => ({ provider, day, ...difference })))
        .onConflictDoNothing();
  });
  return done({ differences: differences.length });
}

type At = { provider: Gateway; supplier: PaymentProvider };

async function compare(
  shop: Shop,
  at: At,
  day: CheckedDay,
): Promise<{ payments: Compared; refunds: Compared } | undefined> {
  const payments = await comparePayments(shop, at, day);
  const refunds = payments && (await compareRefunds(shop, at, day));
  const settled = refunds && (await importSettlements(shop, at, day.day));
  return payments && refunds && settled ? { payments, refunds } : undefined;
}

/** Compares each of the last three days once, after the day has ended. Returns the number of compared days. */
export async function checkGateways(shop: Shop): Promise<number> {
  adminOnly(shop);
  const gateways = comparableGateways(shop);
  if (gateways.length === 0) return 0;
  const days = Array.from({ length: CHECKED_DAYS }, (_, ago) =>
    dayInIndia(new Date(shop.now.getTime() - (ago + 1) * DAY_MS)),
  ).filter((day) => isOver(day, shop.now));
  const checks = await shop.database
    .select()
    .from(gatewayChecks)
    .where(and(inArray(gatewayChecks.provider, gateways), inArray(gatewayChecks.day, days)));
  let checked = 0;
  for (const provider of gateways)
    for (const day of days) {
      if (checks.some((check) => check.provider === provider && check.day === day && isOver(day, check.checkedAt)))
        continue;
      const answer = await checkGateway(shop, { provider, day });
      if (!answer.ok) break;
      checked += 1;
    }
  return checked;
}

const isOver = (day: string, at: Date): boolean =>
  at.getTime() >= Date.parse(`${day}T00:00:00+05:30`) + DAY_MS + SETTLES_IN_MS;

/**
 * Imports a day's settlements. A repeat only links payments that were recorded in the meantime. Returns false when the
 * gateway cannot be reached.
 */
async function importSettlements(
  shop: Shop,
  { provider, supplier }: { provider: Gateway; supplier: PaymentProvider },
  day: string,
): Promise<boolean> {
  if (!supplier.listSettlements) return true;
  const settlements = await supplier.listSettlements(day);
  if (!settlements) return false;
  if (settlements.length === 0) return true;
  await inTransaction(shop, async (shop) => {
    const ids = await insertSettlements(shop, provider, settlements);
    const lines = settlements.flatMap((settlement) =>
      settlement.lines.map((line) => ({ ...line, settlementId: ids.get(settlement.settlementId)! })),
    );
    if (lines.length === 0) return;
    const booked = await readBooked(
      shop,
      provider,
      lines.flatMap(({ paymentId }) => paymentId ?? []),
    );
    const lineColumns = gatewaySettlementLines;
    await shop.database
      .insert(gatewaySettlementLines)
      .values(
        lines.map(({ id: providerId, paymentId, ...line }) => ({
          ...line,
          providerId,
          paymentId: paymentId === undefined ? undefined : booked.get(paymentId),
        })),
      )
      .onConflictDoUpdate({
        target: [lineColumns.settlementId, lineColumns.kind, lineColumns.providerId],
        set: { paymentId: sql`coalesce(${lineColumns.paymentId}, excluded.payment_id)` },
      });
  });
  return true;
}

async function insertSettlements(shop: Shop, provider: Gateway, settlements: Settlement[]) {
  const stored = await shop.database
    .insert(gatewaySettlements)
    .values(
      settlements.map(({ settlementId, reference, settledAt }) => ({
        provider,
        providerSettlementId: settlementId,
        reference,
        settledAt,
        importedAt: shop.now,
      })),
    )
    .onConflictDoUpdate({
      target: [gatewaySettlements.provider, gatewaySettlements.providerSettlementId],
      set: { importedAt: shop.now },
    })
    .returning({ id: gatewaySettlements.id, settlementId: gatewaySettlements.providerSettlementId });
  return new Map(stored.map(({ id, settlementId }) => [settlementId, id]));
}

async function readBooked(shop: Shop, provider: Gateway, paymentIds: string[]) {
  if (paymentIds.length === 0) return new Map<string, string>();
  const booked = await shop.database
    .select({ id: payments.id, paymentId: paymentOrders.paymentId })
    .from(paymentOrders)
    .innerJoin(payments, isCapturedPayment())
    .where(and(eq(paymentOrders.provider, provider), inArray(paymentOrders.paymentId, paymentIds)));
  return new Map(booked.map(({ id, paymentId }) => [paymentId!, id]));
}
