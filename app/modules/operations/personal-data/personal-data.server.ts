import { and, eq, like, lt, notExists } from 'drizzle-orm';
import { done, type Result } from '#app/basics/result.ts';
import { OF_GUESTS } from '#app/modules/identity/accounts/account.ts';
import { scheduleDeletion } from '#app/modules/identity/accounts/accounts.server.ts';
import { listProvenAddresses } from '#app/modules/identity/accounts/proven-addresses.server.ts';
import { authUsers, userProfiles } from '#app/modules/identity/accounts/tables.server.ts';
import { listDueAccounts, lockDueAccount } from '#app/modules/identity/users/account-deletion.server.ts';
import { anonymisePerson } from '#app/modules/identity/users/anonymise-person.server.ts';
import { deleteUser, getUser } from '#app/modules/identity/users/users.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { takeToken, type TooMany } from '#app/platform/limits.server.ts';
import type { FormerCustomer, PersonalData } from '#app/platform/personal-data.ts';
import { inTransaction, ownerOnly, type Shop, signedIn } from '#app/platform/shop.server.ts';
import './provider.ts';

const RETENTION_YEARS = 2;
const COPIES = { capacity: 5, refillPerMinute: 5 / 60 };

/** Returns the visitor's data, without session tokens. Pictures are URLs. Rate-limited. */
export async function gatherMyData(shop: Shop): Promise<Result<Record<string, unknown>, TooMany>> {
  const allowed = await takeToken(shop, `my-data:${signedIn(shop).userId}`, COPIES);
  if (!allowed.ok) return allowed;
  const parts = await Promise.all(
    shop.suppliers.personalData
      .flatMap(({ read }) => Object.entries(read ?? {}))
      .map(async ([name, read]) => [name, await read(shop)] as const),
  );
  return done({
    madeAt: shop.now,
    amountsAre: 'paise (hundredths of a rupee)',
    ...Object.fromEntries(parts),
  });
}

/**
 * Anonymises accounts after seven days, and guests without an order after 90, each in its own transaction. Orders,
 * payments and invoices stay, as the law requires. Returns the number of accounts.
 */
export async function sweepDeletedAccounts(shop: Shop): Promise<number> {
  await scheduleUnusedGuests(shop);
  let anonymised = 0;
  for (const { userId } of await listDueAccounts(shop)) {
    const files = await inTransaction(shop, async (shop) => {
      const account = await lockDueAccount(shop, userId);
      if (!account) return undefined;
      const addresses = await listProvenAddresses(shop, userId);
      const files = await erase(shop, { ...account, userId, addresses });
      await anonymisePerson(shop, userId);
      return files;
    });
    if (!files) continue;
    await shop.suppliers.storage.remove(files);
    anonymised += 1;
  }
  return anonymised;
}

const UNUSED_GUEST_DAYS = 90;

// Not filtered by owner: a background job schedules guests who ordered nothing.
async function scheduleUnusedGuests(shop: Shop): Promise<void> {
  const isOrdered = shop.database.select({ id: orders.id }).from(orders).where(eq(orders.userId, authUsers.id));
  const unused = await shop.database
    .select({ id: authUsers.id })
    .from(authUsers)
    .innerJoin(userProfiles, eq(userProfiles.id, authUsers.id))
    .where(
      and(
        like(authUsers.email, `%${OF_GUESTS}`),
        lt(userProfiles.createdAt, new Date(shop.now.getTime() - UNUSED_GUEST_DAYS * 86_400_000)),
        notExists(isOrdered),
      ),
    )
    .limit(100);
  if (unused.length > 0)
    await scheduleDeletion(
      shop,
      unused.map(({ id }) => id),
    );
}

/** Deletes personal texts after two years, and unused checkout addresses after 90 days. */
export async function sweepOldRecords(shop: Shop): Promise<void> {
  const day = new Date(shop.now);
  day.setUTCFullYear(day.getUTCFullYear() - RETENTION_YEARS);
  const files = await inTransaction(shop, (shop) => eachModule(shop, ({ removeBefore }) => removeBefore?.(shop, day)));
  await shop.suppliers.storage.remove(files);
}

/** Erases a person's data. Refuses the last owner. Owners only. */
export async function deletePerson(shop: Shop, userId: string): ReturnType<typeof deleteUser> {
  ownerOnly(shop);
  const [deleted, files] = await inTransaction(shop, async (shop) => {
    const { id } = await getUser(shop, userId);
    const [account] = await shop.database
      .select({ email: authUsers.email })
      .from(authUsers)
      .where(eq(authUsers.id, id));
    // The addresses are deleted with the account, so they are read first.
    const addresses = await listProvenAddresses(shop, id);
    const deleted = await deleteUser(shop, id);
    return [deleted, deleted.ok && account ? await erase(shop, { ...account, userId: id, addresses }) : []] as const;
  });
  await shop.suppliers.storage.remove(files);
  return deleted;
}

const erase = (shop: Shop, person: FormerCustomer): Promise<string[]> =>
  eachModule(shop, ({ erase }) => erase?.(shop, person));

/** Later modules refer to earlier ones, so their data is erased first. */
async function eachModule(
  shop: Shop,
  call: (data: PersonalData) => Promise<string[] | void> | undefined,
): Promise<string[]> {
  const files: string[] = [];
  for (const data of shop.suppliers.personalData.toReversed()) files.push(...((await call(data)) ?? []));
  return files;
}
