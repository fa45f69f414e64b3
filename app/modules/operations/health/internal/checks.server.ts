import { audit } from '#app/platform/audit/audit.server.ts';
import { actorId, inTransaction, type Shop } from '#app/platform/shop.server.ts';
import { openingChecks } from '#app/modules/operations/health/tables.server.ts';

export type CheckedItem = (typeof openingChecks.$inferSelect)['item'];

export async function noteCheck(
  shop: Shop,
  { item, subject, note = '' }: { item: CheckedItem; subject: string; note?: string },
): Promise<void> {
  await inTransaction(shop, async (shop) => {
    const now = { note, checkedBy: actorId(shop), checkedAt: shop.now };
    await shop.database
      .insert(openingChecks)
      .values({ item, subject, ...now })
      .onConflictDoUpdate({
        target: [openingChecks.item, openingChecks.subject],
        set: now,
      });
    await audit(shop, {
      action: 'shop.check',
      table: 'opening_checks',
      id: item,
      after: { name: item, note },
    });
  });
  shop.readCache?.drop('settings');
}
