import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { done, refused, type Refused, type Result } from '#app/basics/result.ts';
import { inTransaction, type Shop, signedIn } from '#app/platform/shop.server.ts';
import type { Profile } from './account.ts';
import { writeFirstAddress } from './addresses.server.ts';
import { requestEmailChange } from './email.server.ts';
import type { profileFormSchema, profileSchema } from './forms.ts';
import type { WrongPassword } from './password.server.ts';
import { ensureProfile, getProfile } from './profile.server.ts';
import { userProfiles } from './tables.server.ts';
import type { TooManyTries } from './tries.server.ts';

/**
 * What the form of the Profile tab does: saves the profile and, where another e-mail stands in it, has that one confirmed by
 * a link before it counts, for the right password. When that is refused nothing is saved.
 */
export async function saveProfileForm(
  shop: Shop,
  { email, currentPassword, ...profile }: z.infer<typeof profileFormSchema>,
): Promise<Result<{ isMailed: boolean }, Refused<'password-needed'> | WrongPassword | TooManyTries>> {
  const isMailed = email !== signedIn(shop).email;
  if (isMailed) {
    if (!currentPassword) return refused('password-needed');
    const asked = await requestEmailChange(shop, { email, currentPassword });
    if (!asked.ok) return asked;
  }
  await saveProfile(shop, profile);
  return done({ isMailed });
}

/**
 * Saves the signed-in person's name, phone and first address. An address without a single word is no address:
 * the next one of theirs becomes the first.
 */
export async function saveProfile(
  shop: Shop,
  { name, phone, street, city, state, zipCode }: z.infer<typeof profileSchema>,
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
