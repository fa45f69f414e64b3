import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { done, refused, type Refused, type Result } from '#app/basics/result.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';
import { inTransaction, type Shop, signedIn } from '#app/platform/shop.server.ts';
import { authOf } from './auth.server.ts';
import { isCommonPassword } from './common-passwords.server.ts';
import './events.server.ts';
import type { changePasswordSchema } from './forms.ts';
import { dropEmailChanges } from './links.server.ts';
import { endSessions } from './sessions.server.ts';
import { authAccounts } from './tables.server.ts';
import { type TooManyTries, tooManyTries, triesAt } from './tries.server.ts';

export type WrongPassword = Refused<'wrong-password'> | Refused<'no-password'>;

/** Sets another password for who knows the current one, and ends every other session of theirs (T16). */
export async function changePassword(
  outer: Shop,
  { currentPassword, password }: z.infer<typeof changePasswordSchema>,
): Promise<Result<undefined, WrongPassword | Refused<'common-password'> | TooManyTries>> {
  const person = signedIn(outer);
  if (isCommonPassword(password)) return refused('common-password');
  const right = await isOwnPassword(outer, currentPassword);
  if (!right.ok) return right;
  const hash = await hashPassword(outer, password);
  return inTransaction(outer, async (shop) => {
    await setPassword(shop, person.userId, hash);
    await endSessions(shop, person.userId, person);
    return done();
  });
}

/** Whether this is the signed-in person's password, before anything that must not be done at a screen left open. Tries are limited. */
export async function isOwnPassword(
  shop: Shop,
  password: string,
): Promise<Result<undefined, WrongPassword | TooManyTries>> {
  const { userId } = signedIn(shop);
  const tooMany = await tooManyTries(shop, triesAt('password', userId));
  if (tooMany) return tooMany;
  const hash = await findHash(shop, userId);
  if (!hash) return refused('no-password');
  const { password: passwords } = await authOf(shop).$context;
  return (await passwords.verify({ hash, password })) ? done() : refused('wrong-password');
}

/** Whether the signed-in person has a password at all; who came by another way may have none. */
export async function hasPassword(shop: Shop): Promise<boolean> {
  return (await findHash(shop, signedIn(shop).userId)) !== undefined;
}

/** What is kept of a password. Takes its time. */
export async function hashPassword(shop: Shop, password: string): Promise<string> {
  return (await authOf(shop).$context).password.hash(password);
}

/**
 * Keeps a new password, in the caller's transaction, and has its owner told by mail; whoever came without one has one now.
 * What was asked for with the former one, another address, is off.
 */
export async function setPassword(shop: Shop, userId: string, hash: string): Promise<void> {
  const changed = await shop.database
    .update(authAccounts)
    .set({ password: hash, updatedAt: shop.now })
    .where(and(eq(authAccounts.userId, userId), eq(authAccounts.providerId, 'credential')))
    .returning({ id: authAccounts.id });
  if (changed.length === 0)
    await shop.database.insert(authAccounts).values({
      userId,
      accountId: userId,
      providerId: 'credential',
      password: hash,
      createdAt: shop.now,
      updatedAt: shop.now,
    });
  await dropEmailChanges(shop, userId);
  await announce(shop, 'accounts.password-changed', { userId });
}

async function findHash(shop: Shop, userId: string): Promise<string | undefined> {
  const [account] = await shop.database
    .select({ hash: authAccounts.password })
    .from(authAccounts)
    .where(and(eq(authAccounts.userId, userId), eq(authAccounts.providerId, 'credential')));
  return account?.hash ?? undefined;
}
