import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction, type Shop, signedIn } from '#app/platform/shop.server.ts';
import type { Profile } from './account.ts';
import { writeFirstAddress } from './addresses.server.ts';
import type { profileShape } from './forms.ts';
import { ensureProfile, getProfile } from './profile.server.ts';
import { userProfiles } from './tables.server.ts';

/**
 * Saves the signed-in person's name, phone and first address (S2 §2). An address without a single word is no address:
 * the next one of theirs becomes the first.
 */
export async function saveProfile(
  shop: Shop,
  { name, phone, street, city, state, zipCode }: z.infer<typeof profileShape>,
): Promise<Profile> {
  const { userId } = signedIn(shop);
  await ensureProfile(shop, userId);
  const address = street || city || state || zipCode ? { street, city, state, zipCode } : undefined;
  await inTransaction(shop, async (shop) => {
    await shop.database
      .update(userProfiles)
      .set({ name, phone: phone || null, updatedAt: shop.now })
      .where(eq(userProfiles.id, userId));
    await writeFirstAddress(shop, userId, address);
  });
  return getProfile(shop);
}
