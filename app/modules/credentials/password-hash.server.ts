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
 * Whether a password is the one that a hash is of, whichever of the two kinds it is; one that was moved in is replaced by the
 * shop's own once the password was right. As long as there are any of the moved ones, each check does the work of both kinds, as
 * `hashLikeVerify` does, so that nobody's is known by the time it takes (T14).
 */
export async function verifyHash(
  shop: Keeper,
  { hash, password }: { hash: string; password: string },
): Promise<boolean> {
  if (!isUsableHash(hash)) {
    const isRight = await verifyPassword({ hash, password });
    await checkNobodysHash(shop, password);
    return isRight;
  }
  const { default: bcrypt } = await import('bcryptjs');
  await isAnyBcrypt(shop);
  const [isRight, replacement] = [await bcrypt.compare(password, hash), await hashPassword(password)];
  // Of a password past 72 bytes the rest was never looked at, so that it may be anything.
  if (isRight && !bcrypt.truncates(password))
    await shop.database
      .update(authAccounts)
      .set({ password: replacement, updatedAt: sql`now()` })
      .where(eq(authAccounts.password, hash));
  return isRight;
}

/** The shop's own hash of a password, made with the work of `verifyHash`: what an address without an account is answered after. */
export async function hashLikeVerify(shop: Keeper, password: string): Promise<string> {
  const hash = await hashPassword(password);
  await checkNobodysHash(shop, password);
  return hash;
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
