import { and, eq, isNull, like } from 'drizzle-orm';
import {
  authAccounts,
  authDevices,
  authSessions,
  authTwoFactors,
  authUsers,
  authVerifications,
  customerAddresses,
  customerSettings,
  userProfiles,
} from '#app/modules/accounts/tables.server.ts';
import { inTransaction, ownerOnly, type Shop } from '#app/platform/shop.server.ts';
import { notFound } from '#app/platform/errors.server.ts';

/** What stands where a name was. */
const NOBODY = 'Deleted account';

/**
 * Makes a person unrecognisable for good: nobody can sign in, the address can be registered again,
 * profile, addresses, settings, sessions and ways to sign in are gone. Orders and what the law keeps stay. For an owner
 * and the shop itself; throws not-found for nobody and for who was anonymised before.
 */
export async function anonymisePerson(outer: Shop, userId: string): Promise<void> {
  ownerOnly(outer);
  await inTransaction(outer, async (shop) => {
    const email = `deleted-${userId}@deleted.invalid`;
    const [profile] = await shop.database
      .update(userProfiles)
      .set({
        name: NOBODY,
        email,
        phone: null,
        address: null,
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
    for (const table of [authSessions, authAccounts, authDevices, authTwoFactors, customerAddresses, customerSettings])
      await shop.database.delete(table).where(eq(table.userId, userId));
    // Links and codes stand for a person by their id; one that changed the address would name them again.
    await shop.database.delete(authVerifications).where(like(authVerifications.value, `%${userId}%`));
  });
}
