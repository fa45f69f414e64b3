import { count, desc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import {
  gatewayChecks,
  gatewayDifferences,
  gatewaySettlementLines,
  gatewaySettlements,
  webhookEvents,
} from '#app/modules/payments/payments/tables.server.ts';
import { paiseOf } from '#app/platform/database/columns.server.ts';
import { ownerOnly, type Shop } from '#app/platform/shop.server.ts';
import { comparableGateways } from './check-gateway.server.ts';

const SHOWN = { checks: 10, differences: 100, settlements: 20, webhooks: 20 } as const;

export async function readGatewayBooks(shop: Shop) {
  ownerOnly(shop);
  const line = gatewaySettlementLines;
  const [checks, differences, settlements, webhooks] = await Promise.all([
    shop.database
      .select()
      .from(gatewayChecks)
      .orderBy(desc(gatewayChecks.day), gatewayChecks.provider)
      .limit(SHOWN.checks),
    shop.database
      .select({ difference: gatewayDifferences, orderNumber: orders.orderNumber })
      .from(gatewayDifferences)
      .leftJoin(orders, eq(orders.id, gatewayDifferences.orderId))
      .orderBy(gatewayDifferences.completed, desc(gatewayDifferences.day), gatewayDifferences.id)
      .limit(SHOWN.differences),
    shop.database
      .select({
        id: gatewaySettlements.id,
        provider: gatewaySettlements.provider,
        reference: gatewaySettlements.reference,
        providerSettlementId: gatewaySettlements.providerSettlementId,
        settledAt: gatewaySettlements.settledAt,
        lines: count(line.providerId),
        unknown: sql<number>`count(*) filter (where ${line.kind} = 'payment' and ${line.paymentId} is null)`.mapWith(
          Number,
        ),
        gross: paiseOf(sql`sum(${line.gross})`),
        fee: paiseOf(sql`sum(${line.fee})`),
        tax: paiseOf(sql`sum(${line.tax})`),
        net: paiseOf(sql`sum(${line.net})`),
      })
      .from(gatewaySettlements)
      .leftJoin(line, eq(line.settlementId, gatewaySettlements.id))
      .groupBy(gatewaySettlements.id)
      .orderBy(desc(gatewaySettlements.settledAt), desc(gatewaySettlements.id))
      .limit(SHOWN.settlements),
    shop.database
      .select({
        provider: webhookEvents.provider,
        eventId: webhookEvents.eventId,
        receivedAt: webhookEvents.receivedAt,
        handledAt: webhookEvents.handledAt,
        lastError: webhookEvents.lastError,
      })
      .from(webhookEvents)
      .where(or(isNull(webhookEvents.handledAt), isNotNull(webhookEvents.lastError)))
      .orderBy(desc(webhookEvents.receivedAt), webhookEvents.eventId)
      .limit(SHOWN.webhooks),
  ]);
  return {
    gateways: comparableGateways(shop),
    checks,
    differences: differences.map(({ difference, orderNumber }) => ({ ...difference, orderNumber })),
    settlements,
    webhooks,
  };
}
