// Not by owner: a hash is found by itself, and only whether there are any of a kind is answered.
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { eq, like, sql } from 'drizzle-orm';
import type { Shop } from '#app/platform/shop.server.ts';
import { authAccounts } from './tables.server.ts';

type Keeper = Pick<Shop, 'database'>;

/** What the hosted backend makes: bcrypt at the cost of 10. Another cost would take another time, by which it could be told. */
const BCRYPT = /^\$2[aby]\$10\$[./A-Za-z0-9]{53}$/;
/** Of a password that nobody has: checked where there is nothing to check, so that it takes as long. */
const NOBODYS_HASH = '$2b$10$wQLlnZRaIoMP5CHwh0iFTej6xiKxki6Y62Jo7s9qQNtkx159UT.uy';

/** Whether a hash that was made elsewhere can be verified here. */
export const isUsableHash = (hash: string): boolean => BCRYPT.test(hash);

/**
 * How passwords are hashed and verified, for Better Auth and for whoever asks for one: with the shop's own hash, or with the one that
 * was moved in, which is replaced once the password was right. As long as there are any of these, both do the work of both kinds, so that
 * nobody is known by the time it takes (T14): an address without an account is answered after a hash.
 */
export const passwordOptions = (shop: Keeper) => ({
  hash: async (password: string): Promise<string> => {
    const hash = await hashPassword(password);
    await checkNobodysHash(shop, password);
    return hash;
  },
  verify: async ({ hash, password }: { hash: string; password: string }): Promise<boolean> => {
    if (isUsableHash(hash)) return verifyBcrypt(shop, { hash, password });
    const isRight = await verifyPassword({ hash, password });
    await checkNobodysHash(shop, password);
    return isRight;
  },
});

async function verifyBcrypt(shop: Keeper, { hash, password }: { hash: string; password: string }): Promise<boolean> {
  const { default: bcrypt } = await import('bcryptjs');
  // Asked here too, as it is of everybody else.
  await isAnyBcrypt(shop);
  const isRight = await bcrypt.compare(password, hash);
  const replacement = await hashPassword(password);
  // Of a password past 72 bytes the rest was never looked at, so that it may be anything.
  if (isRight && !bcrypt.truncates(password))
    await shop.database
      .update(authAccounts)
      .set({ password: replacement, updatedAt: sql`now()` })
      .where(eq(authAccounts.password, hash));
  return isRight;
}

async function checkNobodysHash(shop: Keeper, password: string): Promise<void> {
  if (!(await isAnyBcrypt(shop))) return;
  const { default: bcrypt } = await import('bcryptjs');
  await bcrypt.compare(password, NOBODYS_HASH);
}

async function isAnyBcrypt({ database }: Keeper): Promise<boolean> {
  const any = await database
    .select({ id: authAccounts.id })
    .from(authAccounts)
    .where(like(authAccounts.password, sql.raw(`'$2%'`)))
    .limit(1);
  return any.length > 0;
}
