import { eq } from 'drizzle-orm';
import { type Shop, signedIn } from '#app/platform/shop.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { firstName, type Profile } from './account.ts';
import { authUsers, userProfiles } from './tables.server.ts';

/** Makes the profile of an account that has none yet; when two do so at once the first one stays. */
export async function ensureProfile(shop: Shop, userId: string) {
  const existing = await findProfileRow(shop, userId);
  if (existing) return existing;
  const [account] = await shop.database
    .select({ name: authUsers.name, email: authUsers.email })
    .from(authUsers)
    .where(eq(authUsers.id, userId));
  if (!account) throw notFound('No such account');
  await shop.database
    .insert(userProfiles)
    .values({ id: userId, name: firstName(account), email: account.email, createdAt: shop.now, updatedAt: shop.now })
    .onConflictDoNothing();
  const made = await findProfileRow(shop, userId);
  if (!made) throw new Error('The profile of this account could not be made: another one has its address');
  return made;
}

/** The signed-in person's own profile; a guest must sign in first. */
export async function getProfile(shop: Shop): Promise<Profile> {
  const { id, name, email, phone, address, isAdmin } = await ensureProfile(shop, signedIn(shop).userId);
  return { id, name, email, phone: phone ?? '', address: address ?? undefined, isAdmin };
}

async function findProfileRow(shop: Shop, userId: string) {
  const [row] = await shop.database.select().from(userProfiles).where(eq(userProfiles.id, userId));
  return row;
}
