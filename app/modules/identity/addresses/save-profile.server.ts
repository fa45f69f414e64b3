import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { done, type Refused, refused, type Result } from '#app/basics/result.ts';
import { isStale, type Stale } from '#app/basics/stale-form.ts';
import type { Profile, SavedAddress } from '#app/modules/identity/accounts/account.ts';
import { ensureProfile, getProfile, updateProfile } from '#app/modules/identity/accounts/accounts.server.ts';
import { userProfiles } from '#app/modules/identity/accounts/tables.server.ts';
import { recordConsents } from '#app/modules/store/consents/consents.server.ts';
import { hasPassword, isOwnPassword, type WrongPassword } from '#app/modules/identity/sign-in/credentials.server.ts';
import { requestEmailChange } from '#app/modules/identity/sign-in/email.server.ts';
import type { TooManyAttempts } from '#app/modules/identity/sign-in/attempts.server.ts';
import { digestSeen } from '#app/platform/digest-seen.server.ts';
import { inTransaction, type Shop, signedIn } from '#app/platform/shop.server.ts';
import { listAddresses, writeFirstAddress } from './addresses.server.ts';
import type { profileFormSchema, profileSchema } from './forms.ts';

/**
 * Saves the profile. A new email takes effect when its link is opened. A new email or phone needs the password. Refuses
 * when `seen` is stale.
 */
export async function saveProfileForm(
  shop: Shop,
  { email, currentPassword, seen, ...profile }: z.infer<typeof profileFormSchema>,
): Promise<
  Result<{ isMailed: boolean }, Stale<{ seen: string }> | Refused<'password-needed'> | WrongPassword | TooManyAttempts>
> {
  const stale = await refuseStale(shop, seen);
  if (stale) return stale;
  const isMailed = email !== signedIn(shop).email;
  const isOtherPhone = profile.phone !== (await getProfile(shop)).phone;
  if (isMailed || (isOtherPhone && (await hasPassword(shop)))) {
    if (!currentPassword) return refused('password-needed');
    const right = await (isMailed
      ? requestEmailChange(shop, { email, currentPassword })
      : isOwnPassword(shop, currentPassword));
    if (!right.ok) return right;
  }
  return inTransaction(shop, async (shop) => {
    const stale = await refuseStale(shop, seen);
    if (stale) return stale;
    await saveProfile(shop, profile);
    return done({ isMailed });
  });
}

export function digestProfile(
  { measurements }: Pick<Profile, 'measurements'>,
  first: SavedAddress | undefined,
): string {
  const { street, city, state, zipCode } = first?.address ?? {};
  return digestSeen([first?.id, street, city, state, zipCode, measurements]);
}

/** Locks the profile, so that the result stays true until the transaction ends. */
async function refuseStale(shop: Shop, seen: string | undefined): Promise<Stale<{ seen: string }> | undefined> {
  if (seen === undefined) return undefined;
  const [profile] = await shop.database
    .select({ measurements: userProfiles.measurements })
    .from(userProfiles)
    .where(eq(userProfiles.id, signedIn(shop).userId))
    .for('update');
  const [first] = await listAddresses(shop);
  const now = digestProfile({ measurements: profile?.measurements ?? '' }, first);
  return isStale(seen, now) ? refused('stale', { seen: now }) : undefined;
}

/** When the first address is empty, the next address becomes the first. */
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
