import { and, eq, inArray, isNull, type SQL } from 'drizzle-orm';
import type { Address } from '#app/basics/address.ts';
import { adminOnly, type Shop } from '#app/platform/shop.server.ts';
import { authUsers, userProfiles } from './tables.server.ts';

export type FoundAccount = { userId: string; name: string; email: string };

/** A typed address proves nothing, so this finds the account that verified the email. */
export const findVerifiedAccount = (shop: Shop, email: string): Promise<FoundAccount | undefined> =>
  findActive(shop, eq(authUsers.email, email.trim().toLowerCase()), eq(authUsers.emailVerified, true));

/** Returns the ids of the accounts that verified these emails, by email. Admins only. */
export async function findVerifiedAccounts(shop: Shop, emails: readonly string[]): Promise<Map<string, string>> {
  adminOnly(shop);
  const wanted = [...new Set(emails.map((email) => email.trim().toLowerCase()))];
  if (wanted.length === 0) return new Map();
  const found = await shop.database
    .select({ email: authUsers.email, userId: userProfiles.id })
    .from(userProfiles)
    .innerJoin(authUsers, eq(authUsers.id, userProfiles.id))
    .where(
      and(isNull(userProfiles.deactivatedAt), inArray(authUsers.email, wanted), eq(authUsers.emailVerified, true)),
    );
  return new Map(found.map(({ email, userId }) => [email, userId]));
}

export const findAccount = (shop: Shop, userId: string): Promise<FoundAccount | undefined> =>
  findActive(shop, eq(userProfiles.id, userId));

async function findActive(shop: Shop, ...conditions: SQL[]): Promise<FoundAccount | undefined> {
  adminOnly(shop);
  const [found] = await shop.database
    .select({ userId: userProfiles.id, name: userProfiles.name, email: authUsers.email })
    .from(userProfiles)
    .innerJoin(authUsers, eq(authUsers.id, userProfiles.id))
    .where(and(isNull(userProfiles.deactivatedAt), ...conditions));
  return found;
}

export async function findProfileAddress(shop: Shop, userId: string): Promise<Address | undefined> {
  adminOnly(shop);
  const [found] = await shop.database
    .select({ address: userProfiles.address })
    .from(userProfiles)
    .where(eq(userProfiles.id, userId));
  return found?.address ?? undefined;
}
