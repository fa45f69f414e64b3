import { and, eq, notExists, sql } from 'drizzle-orm';
import { uuidFrom } from '#app/basics/uuid-from.server.ts';
import { authUsers } from '#app/modules/identity/accounts/tables.server.ts';
import { type Shop, shopOnly } from '#app/platform/shop.server.ts';
import { authAccounts } from './tables.server.ts';

/** Writes the password hashes of new accounts, in the transaction that makes them; they must be usable. Only for the shop itself. */
export async function importPasswords(
  shop: Shop,
  passwords: readonly { userId: string; hash: string; createdAt: Date }[],
): Promise<void> {
  shopOnly(shop);
  if (passwords.length === 0) return;
  await shop.database.insert(authAccounts).values(
    passwords.map(({ userId, hash, createdAt }) => ({
      id: uuidFrom(`credential\n${userId}`),
      userId,
      accountId: userId,
      providerId: 'credential',
      password: hash,
      createdAt,
      updatedAt: createdAt,
    })),
  );
}

// Not by owner: the shop itself, of accounts that it takes in or mails an invitation to.
/** In SQL: nothing is there by which its owner could sign in, but for a code or a link that is mailed. */
const hasNoCredential = (shop: Shop) =>
  notExists(
    shop.database
      .select({ one: sql`1` })
      .from(authAccounts)
      .where(eq(authAccounts.userId, authUsers.id)),
  );

// Not by owner: the shop itself, of accounts that it takes in or mails an invitation to.
/** Those of these accounts that have neither a password nor a linked identity. */
export async function findWithoutCredential(
  shop: Shop,
  userIds: readonly string[],
): Promise<{ id: string; name: string; email: string }[]> {
  const { id, name, email } = authUsers;
  return shop.database
    .select({ id, name, email })
    .from(authUsers)
    .where(and(sql`${id} = any(${sql.param([...userIds])}::uuid[])`, hasNoCredential(shop)));
}
