import { eq } from 'drizzle-orm';
import { done, refused, type Result } from '#app/basics/result.ts';
import { isStale, type Stale } from '#app/basics/stale-form.ts';
import type { ConsentPurpose } from '#app/modules/store/consents/consent.ts';
import { recordConsents } from '#app/modules/store/consents/consents.server.ts';
import { digestSeen } from '#app/platform/digest-seen.server.ts';
import { inTransaction, type Shop, shopOnly, signedIn } from '#app/platform/shop.server.ts';
import { type CustomerSettings, DEFAULT_CUSTOMER_SETTINGS, SETTINGS } from './account.ts';
import { ensureProfile } from './accounts.server.ts';
import { customerSettings } from './tables.server.ts';

const CONSENT_SETTINGS = {
  'marketing-emails': 'marketingEmails',
  'whatsapp-updates': 'whatsAppOrderUpdates',
  'purchase-history': 'sharePurchaseHistory',
} as const satisfies Partial<Record<ConsentPurpose, keyof CustomerSettings>>;

export const getCustomerSettings = (shop: Shop): Promise<CustomerSettings> => findSettings(shop, signedIn(shop).userId);

export function getCustomerSettingsOf(shop: Shop, userId: string): Promise<CustomerSettings> {
  shopOnly(shop);
  return findSettings(shop, userId);
}

export const digestSettings = (settings: CustomerSettings): string =>
  digestSeen(SETTINGS.map((name) => settings[name]));

/** Saves changed settings and records consents. Refuses when they differ from `seen`. */
export async function saveCustomerSettings(
  shop: Shop,
  changes: Partial<CustomerSettings>,
  seen?: string,
): Promise<Result<undefined, Stale>> {
  const { userId } = signedIn(shop);
  await ensureProfile(shop, userId);
  return inTransaction(shop, async (shop) => {
    // Creates a missing row, so that two concurrent forms lock the same row one after the other.
    await shop.database
      .insert(customerSettings)
      .values({ userId, ...DEFAULT_CUSTOMER_SETTINGS, updatedAt: shop.now })
      .onConflictDoNothing();
    const [before] = await selectSettings(shop, userId).for('update');
    if (isStale(seen, digestSettings(before!))) return refused('stale');
    await shop.database
      .update(customerSettings)
      .set({ ...changes, updatedAt: shop.now })
      .where(eq(customerSettings.userId, userId));
    const consentChanges = Object.entries(CONSENT_SETTINGS).flatMap(([purpose, name]) =>
      changes[name] === undefined ? [] : [[purpose, changes[name]]],
    );
    if (consentChanges.length > 0)
      await recordConsents(shop, { userId }, 'settings', Object.fromEntries(consentChanges));
    return done();
  });
}

const findSettings = async (shop: Shop, userId: string): Promise<CustomerSettings> =>
  (await selectSettings(shop, userId))[0] ?? DEFAULT_CUSTOMER_SETTINGS;

const selectSettings = (shop: Shop, userId: string) =>
  shop.database
    .select({
      emailOrderUpdates: customerSettings.emailOrderUpdates,
      smsDeliveryUpdates: customerSettings.smsDeliveryUpdates,
      whatsAppOrderUpdates: customerSettings.whatsAppOrderUpdates,
      marketingEmails: customerSettings.marketingEmails,
      personalizedRecommendations: customerSettings.personalizedRecommendations,
      sharePurchaseHistory: customerSettings.sharePurchaseHistory,
    })
    .from(customerSettings)
    .where(eq(customerSettings.userId, userId));
