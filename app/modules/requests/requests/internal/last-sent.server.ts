import { desc, eq } from 'drizzle-orm';
import { formatRupees } from '#app/basics/money.ts';
import { userProfiles } from '#app/modules/identity/accounts/tables.server.ts';
import type { SentBefore } from '#app/modules/requests/requests/life-messages.ts';
import { STAGE_LABELS } from '#app/modules/requests/requests/life.ts';
import { quotes, stageUpdates } from '#app/modules/requests/requests/tables.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';

// Not by owner: of a request that a `RequestAccess` of the studio opened.
/** The newest quote or stage of a request in a few words, and who sent it. */
export async function lastSent(shop: Shop, requestId: string, kind: 'quote' | 'stage'): Promise<SentBefore> {
  if (kind === 'quote') {
    const [quote] = await shop.database
      .select({ version: quotes.version, total: quotes.total, name: userProfiles.name })
      .from(quotes)
      .leftJoin(userProfiles, eq(userProfiles.id, quotes.createdBy))
      .where(eq(quotes.requestId, requestId))
      .orderBy(desc(quotes.version))
      .limit(1);
    return { what: `quote ${quote!.version} for ${formatRupees(quote!.total)}`, by: quote!.name ?? 'Somebody' };
  }
  const [update] = await shop.database
    .select({ stage: stageUpdates.stage, name: userProfiles.name })
    .from(stageUpdates)
    .leftJoin(userProfiles, eq(userProfiles.id, stageUpdates.recordedBy))
    .where(eq(stageUpdates.requestId, requestId))
    .orderBy(desc(stageUpdates.createdAt), desc(stageUpdates.id))
    .limit(1);
  return { what: `the stage “${STAGE_LABELS[update!.stage]}”`, by: update!.name ?? 'Somebody' };
}
