import { eq } from 'drizzle-orm';
import { done, type Result } from '#app/basics/result.ts';
import { listProvenAddresses } from '#app/modules/identity/accounts/proven-addresses.server.ts';
import { authUsers } from '#app/modules/identity/accounts/tables.server.ts';
import { listDueAccounts, lockDueAccount } from '#app/modules/identity/users/account-deletion.server.ts';
import { anonymisePerson } from '#app/modules/identity/users/anonymise-person.server.ts';
import { deleteUser, getUser } from '#app/modules/identity/users/users.server.ts';
import { takeToken, type TooMany } from '#app/platform/limits.server.ts';
import type { FormerCustomer, PersonalData } from '#app/platform/personal-data.ts';
import { inTransaction, ownerOnly, type Shop, signedIn } from '#app/platform/shop.server.ts';
import './provider.ts';

const RETENTION_YEARS = 2;
const COPIES = { capacity: 5, refillPerMinute: 5 / 60 };

/**
 * Everything the shop knows of the signed-in person, for them to keep; sessions without their tokens, pictures
 * as addresses that open while they are signed in.
 * Messages that go by an e-mail address alone are theirs only when they have shown that the address is. Refused for
 * who asks too often.
 */
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
 * Anonymises the accounts whose seven days are over, each in its own transaction; the shop itself calls it
 * every hour. Profile, addresses, cart, wishlist, messages, what was written for pieces of finished orders, and what was written and pictured in requests and returns go;
 * orders, payments and invoices stay as the law asks. Answers how many it anonymised.
 */
export async function sweepDeletedAccounts(shop: Shop): Promise<number> {
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

/**
 * Removes requests, messages, mails, invitations, and what was written and pictured of returns, once they are two years old, as the
 * privacy page says, and addresses typed into a checkout that became no order after 90 days; the shop itself calls it.
 */
export async function sweepOldRecords(shop: Shop): Promise<void> {
  const day = new Date(shop.now);
  day.setUTCFullYear(day.getUTCFullYear() - RETENTION_YEARS);
  const files = await inTransaction(shop, (shop) => eachModule(shop, ({ removeBefore }) => removeBefore?.(shop, day)));
  await shop.suppliers.storage.remove(files);
}

/**
 * Deletes somebody's account now, and all that goes with one; owners only. Refused for the last owner, throws
 * not-found for nobody.
 */
export async function deletePerson(shop: Shop, userId: string): ReturnType<typeof deleteUser> {
  ownerOnly(shop);
  const [deleted, files] = await inTransaction(shop, async (shop) => {
    const { id } = await getUser(shop, userId);
    const [account] = await shop.database
      .select({ email: authUsers.email })
      .from(authUsers)
      .where(eq(authUsers.id, id));
    // Nobody knows them any more once the account is gone.
    const addresses = await listProvenAddresses(shop, id);
    const deleted = await deleteUser(shop, id);
    return [deleted, deleted.ok && account ? await erase(shop, { ...account, userId: id, addresses }) : []] as const;
  });
  await shop.suppliers.storage.remove(files);
  return deleted;
}

/** Erases everything but the account itself, in the caller's transaction. Returns the files to remove once it has committed. */
const erase = (shop: Shop, person: FormerCustomer): Promise<string[]> =>
  eachModule(shop, ({ erase }) => erase?.(shop, person));

/** Calls the modules last to first, since later ones refer to earlier ones. Returns the files to remove. */
async function eachModule(
  shop: Shop,
  call: (data: PersonalData) => Promise<string[] | void> | undefined,
): Promise<string[]> {
  const files: string[] = [];
  for (const data of shop.suppliers.personalData.toReversed()) files.push(...((await call(data)) ?? []));
  return files;
}
