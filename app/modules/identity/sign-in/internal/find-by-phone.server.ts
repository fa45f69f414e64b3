import { and, asc, desc, eq, isNull } from 'drizzle-orm';
import { authUsers, userProfiles } from '#app/modules/identity/accounts/tables.server.ts';
import { passwordOptions } from '#app/modules/identity/sign-in/password-hash.server.ts';
import { authAccounts } from '#app/modules/identity/sign-in/tables.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';

/** Enough for a family that shares a phone; each check takes the time of one sign-in. */
const CHECKS = 3;
/** The hash of a random password that nobody has, for checks without an account. */
const NOBODYS_HASH = `${'5f1d8c0e9a3b7246'.repeat(2)}:${'c47e02b9d1f68a35'.repeat(8)}`;

// Not by owner: the password decides whose account it is.
/**
 * Returns the email of the one account with this phone (ten digits) and this password; undefined for none and for several.
 * Always checks three passwords, so that the time says nothing about who has the phone.
 */
export async function findEmailByPhone(shop: Shop, phone: string, password: string): Promise<string | undefined> {
  const found = await shop.database
    .select({ email: authUsers.email, hash: authAccounts.password })
    .from(userProfiles)
    .innerJoin(authUsers, eq(authUsers.id, userProfiles.id))
    .innerJoin(authAccounts, and(eq(authAccounts.userId, authUsers.id), eq(authAccounts.providerId, 'credential')))
    .where(and(eq(userProfiles.phone, phone), isNull(userProfiles.deactivatedAt)))
    .orderBy(desc(authUsers.emailVerified), asc(authUsers.createdAt), asc(authUsers.id))
    .limit(CHECKS);
  const emails: string[] = [];
  for (let check = 0; check < CHECKS; check += 1) {
    const account = found[check];
    const isRight = await passwordOptions(shop).verify({ hash: account?.hash ?? NOBODYS_HASH, password });
    if (isRight && account) emails.push(account.email);
  }
  return emails.length === 1 ? emails[0] : undefined;
}
