import { hashPassword } from 'better-auth/crypto';
import { and, eq, notExists, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { AdminRole } from '#app/platform/admin-role.ts';
import { done, refused, type Refused, type Result } from '#app/basics/result.ts';
import { insertAccount, verifyEmail } from '#app/modules/identity/accounts/accounts.server.ts';
import '#app/modules/identity/accounts/events.server.ts';
import { authUsers } from '#app/modules/identity/accounts/tables.server.ts';
import { endSessions } from './sessions.server.ts';
import { attemptsAt, returnAttempt, takeAttempt, type TooManyAttempts } from './attempts.server.ts';
import { dropEmailChanges } from './verifications.server.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';
import { logSecurityEvent } from '#app/platform/security-log.server.ts';
import { inTransaction, type Shop, shopOnly, signedIn } from '#app/platform/shop.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import type { changePasswordSchema } from './password-forms.ts';
import { isKnownPassword } from './known-passwords.server.ts';
import { passwordOptions } from './password-hash.server.ts';
import { authAccounts } from './tables.server.ts';
import { uuidFrom } from '#app/basics/uuid-from.server.ts';

export type WrongPassword = Refused<'wrong-password'> | Refused<'no-password'>;

/** Returns undefined when the address is taken. `opensExisting` sets an imported account's first password. */
export async function createAccount(
  shop: Shop,
  {
    hash,
    opensExisting = false,
    ...person
  }: { name: string; email: string; hash: string; role?: AdminRole | null; opensExisting?: boolean },
): Promise<string | undefined> {
  const userId =
    (await insertAccount(shop, person)) ?? (opensExisting ? await findAccountToOpen(shop, person.email) : undefined);
  if (userId) await insertHash(shop, userId, hash);
  return userId;
}

/** Ends the other sessions (T16). Needs the current password. */
export async function changePassword(
  shop: Shop,
  { currentPassword, password }: z.infer<typeof changePasswordSchema>,
): Promise<Result<undefined, WrongPassword | Refused<'common-password'> | TooManyAttempts>> {
  const person = signedIn(shop);
  const right = await isOwnPassword(shop, currentPassword);
  if (!right.ok) return right;
  if (await isKnownPassword(shop, password)) return refused('common-password');
  const hash = await hashPassword(password);
  return inTransaction(shop, async (shop) => {
    await setPassword(shop, person.userId, hash);
    await endSessions(shop, person.userId, person);
    return done();
  });
}

/** Checks the visitor's password before a sensitive action, with a limit. */
export async function isOwnPassword(
  shop: Shop,
  password: string,
): Promise<Result<undefined, WrongPassword | TooManyAttempts>> {
  const { userId } = signedIn(shop);
  const limits = attemptsAt('password', userId);
  const tooMany = await takeAttempt(shop, limits);
  if (tooMany) return tooMany;
  const hash = await findHash(shop, userId);
  if (!hash) return refused('no-password');
  if (await passwordOptions(shop).verify({ hash, password })) {
    await returnAttempt(shop, limits);
    return done();
  }
  logSecurityEvent(shop, 'password-refused', {});
  return refused('wrong-password');
}

export async function hasPassword(shop: Shop): Promise<boolean> {
  return (await findHash(shop, signedIn(shop).userId)) !== undefined;
}

/** Saves a new password, emails the person about it and cancels a pending change of the email address. */
export async function setPassword(shop: Shop, userId: string, hash: string): Promise<void> {
  const updated = await shop.database
    .update(authAccounts)
    .set({ password: hash, updatedAt: shop.now })
    .where(and(eq(authAccounts.userId, userId), eq(authAccounts.providerId, 'credential')))
    .returning({ id: authAccounts.id });
  if (updated.length === 0) await insertHash(shop, userId, hash);
  await dropEmailChanges(shop, userId);
  await announce(shop, 'accounts.password-changed', { userId });
  logSecurityEvent(shop, 'password-changed', { userId });
}

export async function isGoogleLinked(shop: Shop): Promise<boolean> {
  return (await listProviders(shop, signedIn(shop).userId)).includes('google');
}

/** An account without a password cannot unlink Google, because it would have no way to sign in. */
export async function unlinkGoogle(shop: Shop): Promise<Result<undefined, Refused<'last-way-in'>>> {
  const { userId } = signedIn(shop);
  return inTransaction(shop, async (shop) => {
    await shop.database.select({ id: authUsers.id }).from(authUsers).where(eq(authUsers.id, userId)).for('update');
    const providers = await listProviders(shop, userId);
    if (!providers.includes('google')) throw notFound();
    if (providers.length === 1) return refused('last-way-in');
    await shop.database
      .delete(authAccounts)
      .where(and(eq(authAccounts.userId, userId), eq(authAccounts.providerId, 'google')));
    await announce(shop, 'accounts.google-changed', { userId, isLinked: false });
    logSecurityEvent(shop, 'google-changed', { isLinked: false });
    return done();
  });
}

export async function forgetCredentials(shop: Shop, userId: string): Promise<void> {
  await shop.database.delete(authAccounts).where(eq(authAccounts.userId, userId));
}

async function findAccountToOpen(shop: Shop, email: string): Promise<string | undefined> {
  const { id } = authUsers;
  const locked = await shop.database.select({ id }).from(authUsers).where(eq(authUsers.email, email)).for('update');
  const [open] = await findWithoutCredential(
    shop,
    locked.map(({ id }) => id),
  );
  if (open) await verifyEmail(shop, open.id);
  return open?.id;
}

async function listProviders(shop: Shop, userId: string): Promise<string[]> {
  const rows = await shop.database
    .select({ provider: authAccounts.providerId })
    .from(authAccounts)
    .where(eq(authAccounts.userId, userId));
  return rows.map(({ provider }) => provider);
}

export async function insertHash(shop: Shop, userId: string, hash: string): Promise<void> {
  const stamps = { createdAt: shop.now, updatedAt: shop.now };
  await shop.database
    .insert(authAccounts)
    .values({ userId, accountId: userId, providerId: 'credential', password: hash, ...stamps });
}

async function findHash(shop: Shop, userId: string): Promise<string | undefined> {
  const [account] = await shop.database
    .select({ hash: authAccounts.password })
    .from(authAccounts)
    .where(and(eq(authAccounts.userId, userId), eq(authAccounts.providerId, 'credential')));
  return account?.hash ?? undefined;
}

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

// Not filtered by owner: imports and invitations concern other people's accounts.
/** Matches accounts that can sign in only with an emailed code or link. */
const hasNoCredential = (shop: Shop) =>
  notExists(
    shop.database
      .select({ one: sql`1` })
      .from(authAccounts)
      .where(eq(authAccounts.userId, authUsers.id)),
  );

// Not filtered by owner: imports and invitations concern other people's accounts.
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
