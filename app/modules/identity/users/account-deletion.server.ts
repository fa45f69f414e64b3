import { and, asc, eq, isNotNull, lte } from 'drizzle-orm';
import { done, refused, type Result } from '#app/basics/result.ts';
import { DELETION_DAYS } from '#app/modules/identity/accounts/account.ts';
import { ensureProfile, updateProfile } from '#app/modules/identity/accounts/accounts.server.ts';
import '#app/modules/identity/accounts/events.server.ts';
import type { AccountRefusal } from '#app/modules/identity/accounts/messages.ts';
import { authUsers, userProfiles } from '#app/modules/identity/accounts/tables.server.ts';
import { isOwnPassword } from '#app/modules/identity/sign-in/credentials.server.ts';
import { endSessions } from '#app/modules/identity/sign-in/sessions.server.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';
import { adminOnly, inTransaction, type Shop, signedIn } from '#app/platform/shop.server.ts';
import { isLastOwner, lockOwners } from './users.server.ts';

/**
 * Ends the visitor's sessions and schedules anonymisation in seven days. Refuses a wrong password and the last owner. A
 * repeated request keeps the first date.
 */
export async function requestDeletion(
  shop: Shop,
  { password }: { password: string },
): Promise<Result<{ dueAt: Date }, AccountRefusal>> {
  const { userId } = signedIn(shop);
  await ensureProfile(shop, userId);
  const right = await isOwnPassword(shop, password);
  if (!right.ok) return right;
  return inTransaction(shop, async (shop) => {
    if (isLastOwner(await lockOwners(shop), userId)) return refused('last-owner');
    const [profile] = await shop.database
      .select({ deletionDueAt: userProfiles.deletionDueAt })
      .from(userProfiles)
      .where(eq(userProfiles.id, userId))
      .for('update');
    await endSessions(shop, userId);
    if (profile?.deletionDueAt) return done({ dueAt: profile.deletionDueAt });
    const dueAt = new Date(shop.now.getTime() + DELETION_DAYS * 86_400_000);
    await updateProfile(shop, userId, { deletionDueAt: dueAt });
    await announce(shop, 'accounts.deletion-asked', { userId, dueAt: dueAt.toISOString() });
    return done({ dueAt });
  });
}

export async function undoDeletion(shop: Shop): Promise<void> {
  await updateProfile(shop, signedIn(shop).userId, { deletionDueAt: null });
}

export async function listDueAccounts(shop: Shop): Promise<{ userId: string }[]> {
  adminOnly(shop);
  return shop.database
    .select({ userId: userProfiles.id })
    .from(userProfiles)
    .where(and(isNotNull(userProfiles.deletionDueAt), lte(userProfiles.deletionDueAt, shop.now)))
    .orderBy(asc(userProfiles.deletionDueAt))
    .limit(100);
}

/** Locks an account that is still due for deletion, and returns its address. Skips the last owner. */
export async function lockDueAccount(shop: Shop, userId: string): Promise<{ email: string } | undefined> {
  adminOnly(shop);
  if (isLastOwner(await lockOwners(shop), userId)) {
    await updateProfile(shop, userId, { deletionDueAt: null });
    return undefined;
  }
  const [due] = await shop.database
    .select({ email: authUsers.email })
    .from(userProfiles)
    .innerJoin(authUsers, eq(authUsers.id, userProfiles.id))
    .where(and(eq(userProfiles.id, userId), lte(userProfiles.deletionDueAt, shop.now)))
    .for('update');
  return due;
}
