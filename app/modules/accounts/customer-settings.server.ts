import { eq } from 'drizzle-orm';
import { recordConsents } from '#app/modules/consents/consents.server.ts';
import { inTransaction, type Shop, shopOnly, signedIn } from '#app/platform/shop.server.ts';
import { type CustomerSettings, DEFAULT_CUSTOMER_SETTINGS } from './account.ts';
import { ensureProfile } from './accounts.server.ts';
import { customerSettings } from './tables.server.ts';

/** The signed-in person's settings; who never decided has the specification's defaults. */
export const getCustomerSettings = (shop: Shop): Promise<CustomerSettings> => findSettings(shop, signedIn(shop).userId);

/** Somebody's settings, for whatever sends them something: only the shop itself may ask. */
export function getCustomerSettingsOf(shop: Shop, userId: string): Promise<CustomerSettings> {
  shopOnly(shop);
  return findSettings(shop, userId);
}

/** Saves all at once, and records what of them is a consent; they count from the next thing that is sent or shown. */
export async function saveCustomerSettings(shop: Shop, settings: CustomerSettings): Promise<void> {
  const { userId } = signedIn(shop);
  await ensureProfile(shop, userId);
  const values = { ...settings, updatedAt: shop.now };
  await inTransaction(shop, async (shop) => {
    await shop.database
      .insert(customerSettings)
      .values({ userId, ...values })
      .onConflictDoUpdate({ target: customerSettings.userId, set: values });
    await recordConsents(shop, { userId }, 'settings', {
      'marketing-emails': settings.marketingEmails,
      'whatsapp-updates': settings.whatsAppOrderUpdates,
      'purchase-history': settings.sharePurchaseHistory,
    });
  });
}

async function findSettings(shop: Shop, userId: string): Promise<CustomerSettings> {
  const [settings] = await shop.database
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
  return settings ?? DEFAULT_CUSTOMER_SETTINGS;
}
