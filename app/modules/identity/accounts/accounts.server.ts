import { and, desc, eq, inArray, isNull, ne, notExists, notLike, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { recordConsents } from '#app/modules/store/consents/consents.server.ts';
import type { AdminRole } from '#app/platform/admin-role.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { logSecurityEvent } from '#app/platform/security-log.server.ts';
import { inTransaction, type Shop, shopOnly, signedIn } from '#app/platform/shop.server.ts';
import { firstName, nobodysAddress, OF_GUESTS, type Profile } from './account.ts';
import { authUsers, customerSettings, formerAddresses, userProfiles } from './tables.server.ts';

export type ProfileRow = typeof userProfiles.$inferSelect;

const NOBODY = 'Deleted account';

export async function findAccountByEmail(shop: Shop, email: string): Promise<{ id: string; name: string } | undefined> {
  const [account] = await shop.database
    .select({ id: authUsers.id, name: authUsers.name })
    .from(authUsers)
    .where(eq(authUsers.email, email));
  return account;
}

/** Returns the account that confirmed an address, or else the newest that claims it. `email` is its sign-in address. */
export async function findReaderOf(shop: Shop, email: string): Promise<{ id: string; email: string } | undefined> {
  const [reader] = await shop.database
    .select({ id: authUsers.id, email: authUsers.email })
    .from(userProfiles)
    .innerJoin(authUsers, eq(authUsers.id, userProfiles.id))
    .where(and(eq(userProfiles.email, email), notLike(authUsers.email, `%${OF_GUESTS}`)))
    .orderBy(desc(eq(authUsers.email, email)), desc(authUsers.createdAt), desc(authUsers.id))
    .limit(1);
  return reader;
}

/** Returns undefined when the address is taken. */
export async function insertAccount(
  shop: Shop,
  { name, email, role }: { name: string; email: string; role?: AdminRole | null },
): Promise<string | undefined> {
  const stamps = { createdAt: shop.now, updatedAt: shop.now };
  const [account] = await shop.database
    .insert(authUsers)
    .values({ name, email, emailVerified: true, ...stamps })
    .onConflictDoNothing({ target: authUsers.email })
    .returning({ id: authUsers.id });
  if (!account) return undefined;
  const { id } = account;
  const rights = { isAdmin: Boolean(role), adminRole: role ?? ('owner' as const) };
  await shop.database
    .insert(userProfiles)
    .values({ id, name: firstName({ name, email }), email, ...rights, ...stamps });
  if (role) logSecurityEvent(shop, 'role-changed', { role, userId: id });
  return id;
}

/**
 * Confirms the account's claimed address, or the `changed` one, and stores its former confirmed address. Returns false
 * if another account has the address.
 */
export async function verifyEmail(shop: Shop, userId: string, changed?: string): Promise<boolean> {
  const email = changed ?? (await ensureProfile(shop, userId)).email;
  if (changed) await keepFormerAddress(shop, userId);
  if (!(await takeAddress(shop, userId, email, { emailVerified: true }))) return false;
  if (changed) await updateProfile(shop, userId, { email });
  return true;
}

/** Makes an address the account's sign-in address. Returns false if it belongs to another account. */
export async function takeAddress(
  shop: Shop,
  userId: string,
  email: string,
  proof?: { emailVerified: true },
): Promise<boolean> {
  // The second of two accounts that claim one address waits here.
  await shop.database.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`address ${email}`}, 0))`);
  const other = alias(authUsers, 'other');
  const isOthers = shop.database
    .select({ id: other.id })
    .from(other)
    .where(and(eq(other.email, email), ne(other.id, userId)));
  const taken = await shop.database
    .update(authUsers)
    .set({ email, ...proof, updatedAt: shop.now })
    .where(and(eq(authUsers.id, userId), notExists(isOthers)))
    .returning({ id: authUsers.id });
  return taken.length > 0;
}

async function keepFormerAddress(shop: Shop, userId: string): Promise<void> {
  const [proven] = await shop.database
    .select({ email: authUsers.email })
    .from(authUsers)
    .where(and(eq(authUsers.id, userId), eq(authUsers.emailVerified, true)));
  if (proven) await shop.database.insert(formerAddresses).values({ userId, email: proven.email, leftAt: shop.now });
}

/** Creates a missing profile with the claimed address, or else the account's. */
export async function ensureProfile(shop: Shop, userId: string, claimed?: string): Promise<ProfileRow> {
  const existing = await findProfileRow(shop, userId);
  if (existing) return existing;
  const [account] = await shop.database
    .select({ name: authUsers.name, email: authUsers.email })
    .from(authUsers)
    .where(eq(authUsers.id, userId));
  if (!account) throw notFound('No such account');
  await shop.database
    .insert(userProfiles)
    .values({
      id: userId,
      name: firstName(account),
      email: claimed ?? account.email,
      createdAt: shop.now,
      updatedAt: shop.now,
    })
    .onConflictDoNothing();
  const made = await findProfileRow(shop, userId);
  if (!made) throw new Error('The profile of this account could not be made');
  return made;
}

/** Returns undefined when the account was deleted. The caller checks access. */
export async function updateProfile(
  shop: Shop,
  userId: string,
  changes: Partial<Omit<ProfileRow, 'id' | 'createdAt' | 'updatedAt' | 'anonymisedAt'>>,
): Promise<ProfileRow | undefined> {
  const [profile] = await shop.database
    .update(userProfiles)
    .set({ ...changes, updatedAt: shop.now })
    .where(and(eq(userProfiles.id, userId), isNull(userProfiles.anonymisedAt)))
    .returning();
  return profile;
}

/** Schedules these accounts for immediate anonymisation. */
export async function scheduleDeletion(shop: Shop, userIds: readonly string[]): Promise<void> {
  shopOnly(shop);
  await shop.database
    .update(userProfiles)
    .set({ deletionDueAt: shop.now, updatedAt: shop.now })
    .where(and(inArray(userProfiles.id, [...userIds]), isNull(userProfiles.anonymisedAt)));
}

/** Locks an account against deletion. Returns false when it was deleted. */
export async function lockAccount(shop: Shop, userId: string): Promise<boolean> {
  const [account] = await shop.database
    .select({ id: userProfiles.id })
    .from(userProfiles)
    .where(and(eq(userProfiles.id, userId), isNull(userProfiles.anonymisedAt)))
    .for('share');
  return account !== undefined;
}

export async function getProfile(shop: Shop): Promise<Profile> {
  const { id, name, email, phone, address, measurements, isAdmin } = await ensureProfile(shop, signedIn(shop).userId);
  return { id, name, email, phone: phone ?? '', address: address ?? undefined, measurements, isAdmin };
}

/** Saves the visitor's measurements and records the consent. Measurements are never deleted automatically. */
export async function saveMeasurements(shop: Shop, measurements: string): Promise<void> {
  const { userId } = signedIn(shop);
  await inTransaction(shop, async (shop) => {
    await ensureProfile(shop, userId);
    if (await updateProfile(shop, userId, { measurements }))
      await recordConsents(shop, { userId }, 'custom-order', { measurements: true });
  });
}

/** Anonymises an account permanently and frees its address. Throws not-found, also when repeated. */
export async function forgetAccount(shop: Shop, userId: string): Promise<void> {
  const email = nobodysAddress(userId);
  const [profile] = await shop.database
    .update(userProfiles)
    .set({
      name: NOBODY,
      email,
      phone: null,
      address: null,
      measurements: '',
      note: '',
      isAdmin: false,
      deactivatedAt: shop.now,
      anonymisedAt: shop.now,
      deletionDueAt: null,
      updatedAt: shop.now,
    })
    .where(and(eq(userProfiles.id, userId), isNull(userProfiles.anonymisedAt)))
    .returning({ id: userProfiles.id });
  if (!profile) throw notFound();
  await shop.database
    .update(authUsers)
    .set({ name: NOBODY, email, emailVerified: false, image: null, twoFactorEnabled: false, updatedAt: shop.now })
    .where(eq(authUsers.id, userId));
  await shop.database.delete(formerAddresses).where(eq(formerAddresses.userId, userId));
  await shop.database.delete(customerSettings).where(eq(customerSettings.userId, userId));
}

export async function clearSecondFactor(shop: Shop, userId: string): Promise<void> {
  await shop.database
    .update(authUsers)
    .set({ twoFactorEnabled: false, updatedAt: shop.now })
    .where(eq(authUsers.id, userId));
}

async function findProfileRow(shop: Shop, userId: string): Promise<ProfileRow | undefined> {
  const [row] = await shop.database.select().from(userProfiles).where(eq(userProfiles.id, userId));
  return row;
}
