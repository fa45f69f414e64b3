import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Gateway } from '#app/basics/payment-methods.ts';
import type { PaymentProvider, Settlement } from '#app/modules/payments/payments/provider.ts';
import { payments } from '#app/modules/orders/ledger/tables.server.ts';
import { isCapturedPayment, paymentOrders } from '#app/modules/payments/payments/tables.server.ts';
import { gatewaySettlementLines, gatewaySettlements } from '#app/modules/payments/payments/tables.server.ts';
import { inTransaction, type Shop } from '#app/platform/shop.server.ts';

/**
 * Takes in what a gateway paid out on a day: each settlement with a line for every payment, its fee and the tax on it. The
 * same again changes nothing, but that a payment which wasn't in the books then is found now. False: not reached.
 */
export async function importSettlements(
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

/** The payments in our books by the gateway's ids. */
async function readBooked(shop: Shop, provider: Gateway, paymentIds: string[]) {
  if (paymentIds.length === 0) return new Map<string, string>();
  const booked = await shop.database
    .select({ id: payments.id, paymentId: paymentOrders.paymentId })
    .from(paymentOrders)
    .innerJoin(payments, isCapturedPayment())
    .where(and(eq(paymentOrders.provider, provider), inArray(paymentOrders.paymentId, paymentIds)));
  return new Map(booked.map(({ id, paymentId }) => [paymentId!, id]));
}
