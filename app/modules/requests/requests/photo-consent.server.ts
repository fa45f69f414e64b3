import { eq } from 'drizzle-orm';
import { commissions } from './tables.server.ts';
import type { RequestAccess } from './access.ts';
import { publishRequest } from './internal/publish-request.server.ts';
import { recordConsents } from '#app/modules/store/consents/consents.server.ts';
import { lockRequest } from './internal/state.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';
import { inTransaction, type Shop } from '#app/platform/shop.server.ts';
import { lockCommission } from './internal/state.server.ts';

/** Allows photos of the piece in the shop, or no longer: then they are taken out of it. Its customer. */
export async function setPhotoConsent(shop: Shop, access: RequestAccess, consent: boolean): Promise<void> {
  if (access.side !== 'customer') throw notFound();
  await inTransaction(shop, async (shop) => {
    const { requestId } = access;
    const { userId } = await lockRequest(shop, requestId);
    const { photoConsentAt } = await lockCommission(shop, requestId);
    if ((photoConsentAt !== null) === consent) return;
    await recordConsents(shop, { userId, requestId }, 'commission', { 'commission-photos': consent });
    await shop.database
      .update(commissions)
      .set({ photoConsentAt: consent ? shop.now : null })
      .where(eq(commissions.requestId, access.requestId));
    if (!consent) await announce(shop, 'commissions.photo-consent-withdrawn', { requestId: access.requestId });
    await publishRequest(shop, access.requestId);
  });
}
