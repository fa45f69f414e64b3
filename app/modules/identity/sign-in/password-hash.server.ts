// Not filtered by owner: reads one password hash, and whether bcrypt hashes exist.
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { eq, like, sql } from 'drizzle-orm';
import type { Shop } from '#app/platform/shop.server.ts';
import { authAccounts } from './tables.server.ts';

type Keeper = Pick<Shop, 'database'>;

/** The former backend used bcrypt at cost 10. Another cost would take a different time. */
const BCRYPT = /^\$2[aby]\$10\$[./A-Za-z0-9]{53}$/;
/** Accounts without a password are checked against this hash, so that timing is the same. */
const NOBODYS_HASH = '$2b$10$wQLlnZRaIoMP5CHwh0iFTej6xiKxki6Y62Jo7s9qQNtkx159UT.uy';

export const isUsableHash = (hash: string): boolean => BCRYPT.test(hash);

/**
 * Replaces imported bcrypt hashes after a correct password. While any exist, every check does both kinds of work, so
 * response times reveal nothing (T14).
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
  // This query runs for every password, so that timing is the same.
  await isAnyBcrypt(shop);
  const isRight = await bcrypt.compare(password, hash);
  const replacement = await hashPassword(password);
  // bcrypt ignores everything after 72 bytes.
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
