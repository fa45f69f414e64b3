import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { GATEWAYS } from '#app/basics/payment-methods.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';
import { inTransaction, type Shop, shopOnly } from '#app/platform/shop.server.ts';
import './events.server.ts';
import { gatewayFingerprints } from './tables.server.ts';

/** Emails the owners of a live shop when gateway credentials changed since the last start. */
export async function noteGatewayCredentials(shop: Shop): Promise<void> {
  shopOnly(shop);
  if (shop.config.mode === 'demo') return;
  const rows = GATEWAYS.map((gateway) => ({
    gateway,
    fingerprint: fingerprintOf(shop.config.gateways[gateway]),
    seenAt: shop.now,
  }));
  await inTransaction(shop, async (shop) => {
    const written = await shop.database
      .insert(gatewayFingerprints)
      .values(rows)
      .onConflictDoUpdate({
        target: gatewayFingerprints.gateway,
        set: { fingerprint: sql`excluded.fingerprint`, seenAt: shop.now },
        setWhere: sql`${gatewayFingerprints.fingerprint} <> excluded.fingerprint`,
      })
      .returning({
        gateway: gatewayFingerprints.gateway,
        isFirst: sql<boolean>`xmax = 0`,
      });
    for (const { gateway, isFirst } of written)
      if (!isFirst) await announce(shop, 'opening.gateway-changed', { gateway });
  });
}

function fingerprintOf(credentials: object | undefined): string {
  if (!credentials) return '';
  const sorted = Object.entries(credentials).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex');
}
