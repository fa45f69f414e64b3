import type { z } from 'zod';
import { done, type Refused, refused, type Result } from '#app/basics/result.ts';
import type { Profile } from '#app/modules/accounts/account.ts';
import { ensureProfile, getProfile, updateProfile } from '#app/modules/accounts/accounts.server.ts';
import { recordConsents } from '#app/modules/consents/consents.server.ts';
import { hasPassword, isOwnPassword, type WrongPassword } from '#app/modules/credentials/credentials.server.ts';
import { requestEmailChange } from '#app/modules/credentials/email.server.ts';
import type { TooManyAttempts } from '#app/modules/verifications/attempts.server.ts';
import { inTransaction, type Shop, signedIn } from '#app/platform/shop.server.ts';
import { writeFirstAddress } from './address-book.server.ts';
import type { profileFormSchema, profileSchema } from './forms.ts';

/**
 * What the form of the Profile tab does: saves the profile and, where another e-mail stands in it, has that one confirmed by
 * a link before it counts. Another e-mail or phone is taken for the right password; when that is refused nothing is saved.
 * A phone signs in beside a password alone, so who has none changes it without.
 */
export async function saveProfileForm(
  shop: Shop,
  { email, currentPassword, ...profile }: z.infer<typeof profileFormSchema>,
): Promise<Result<{ isMailed: boolean }, Refused<'password-needed'> | WrongPassword | TooManyAttempts>> {
  const isMailed = email !== signedIn(shop).email;
  const isOtherPhone = profile.phone !== (await getProfile(shop)).phone;
  if (isMailed || (isOtherPhone && (await hasPassword(shop)))) {
    if (!currentPassword) return refused('password-needed');
    const right = await (isMailed
      ? requestEmailChange(shop, { email, currentPassword })
      : isOwnPassword(shop, currentPassword));
    if (!right.ok) return right;
  }
  await saveProfile(shop, profile);
  return done({ isMailed });
}

/**
 * Saves the signed-in person's name, phone, measurements and first address. An address without a single word is no address:
 * the next one of theirs becomes the first.
 */
export async function saveProfile(
  shop: Shop,
  { name, phone, measurements, street, city, state, zipCode }: z.infer<typeof profileSchema>,
): Promise<Profile> {
  const { userId } = signedIn(shop);
  await ensureProfile(shop, userId);
  const address = street || city || state || zipCode ? { street, city, state, zipCode } : undefined;
  await inTransaction(shop, async (shop) => {
    const saved = await updateProfile(shop, userId, { name, phone: phone || null, measurements });
    if (saved && measurements !== undefined)
      await recordConsents(shop, { userId }, 'profile', { measurements: measurements !== '' });
    await writeFirstAddress(shop, userId, address);
  });
  return getProfile(shop);
}
