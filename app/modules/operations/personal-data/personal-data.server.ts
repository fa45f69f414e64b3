import { eq } from 'drizzle-orm';
import { done, type Result } from '#app/basics/result.ts';
import { getProfile } from '#app/modules/identity/accounts/accounts.server.ts';
import { getCustomerSettings } from '#app/modules/identity/accounts/customer-settings.server.ts';
import {
  listFormerAddresses,
  listProvenAddresses,
  type ProvenAddress,
} from '#app/modules/identity/accounts/proven-addresses.server.ts';
import { authUsers } from '#app/modules/identity/accounts/tables.server.ts';
import { forgetCart } from '#app/modules/orders/cart/cart.server.ts';
import { forgetCheckout, removeTypedAddressesBefore } from '#app/modules/payments/checkout/checkout.server.ts';
import { forgetBackInStockRequests } from '#app/modules/orders/holds/holds.server.ts';
import { forgetConsents, listMyConsents } from '#app/modules/store/consents/consents.server.ts';
import { forgetContactMessages, removeContactMessagesBefore } from '#app/modules/messaging/contact/contact.server.ts';
import { forgetPersonalization } from '#app/modules/orders/orders/orders.server.ts';
import { forgetMessages, removeMessagesBefore } from '#app/modules/messaging/messages/messages.server.ts';
import {
  claimRequests,
  forgetRequests,
  removeRequestsBefore,
} from '#app/modules/requests/requests/forget-requests.server.ts';
import { forgetReturns, removeReturnsBefore } from '#app/modules/orders/returns/returns.server.ts';
import { listDueAccounts, lockDueAccount } from '#app/modules/identity/users/account-deletion.server.ts';
import { anonymisePerson } from '#app/modules/identity/users/anonymise-person.server.ts';
import { removeInvitationsBefore } from '#app/modules/identity/users/invitations.server.ts';
import { deleteUser, getUser } from '#app/modules/identity/users/users.server.ts';
import { forgetWishlist } from '#app/modules/catalogue/wishlist/wishlist.server.ts';
import { takeToken, type TooMany } from '#app/platform/limits.server.ts';
import { inTransaction, ownerOnly, type Shop, signedIn } from '#app/platform/shop.server.ts';
import {
  readAddresses,
  readCart,
  readSessions,
  readTypedAddresses,
  readWishlist,
  readWishlistLink,
} from './internal/read-account.server.ts';
import { readMessagesFromYou, readMessagesToYou } from './internal/read-messages.server.ts';
import { readOrders } from './internal/read-orders.server.ts';
import { readOrderRequests, readReturnRequests } from './internal/read-requests.server.ts';

const RETENTION_YEARS = 2;
const TYPED_ADDRESS_DAYS = 90;
const COPIES = { capacity: 5, refillPerMinute: 5 / 60 };

/** Who reads each part of what the shop knows of the signed-in person, in the order of the copy. */
const READERS = {
  profile: getProfile,
  formerEmails: listFormerAddresses,
  addresses: readAddresses,
  typedAddresses: readTypedAddresses,
  settings: getCustomerSettings,
  consents: listMyConsents,
  orders: readOrders,
  returnRequests: readReturnRequests,
  orderRequests: readOrderRequests,
  wishlist: readWishlist,
  wishlistLink: readWishlistLink,
  cart: readCart,
  messagesToYou: readMessagesToYou,
  messagesFromYou: readMessagesFromYou,
  sessions: readSessions,
} satisfies Record<string, (shop: Shop) => Promise<unknown>>;

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
    Object.entries(READERS).map(async ([name, read]) => [name, await read(shop)] as const),
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
      const files = await forgetWhatIsAround(shop, userId, { ...account, addresses });
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
  const typedBefore = new Date(shop.now.getTime() - TYPED_ADDRESS_DAYS * 24 * 3_600_000);
  const files = await inTransaction(shop, async (shop) => {
    const files = [...(await removeRequestsBefore(shop, day)), ...(await removeReturnsBefore(shop, day))];
    await removeContactMessagesBefore(shop, day);
    await removeMessagesBefore(shop, day);
    await removeInvitationsBefore(shop, day);
    await removeTypedAddressesBefore(shop, typedBefore);
    return files;
  });
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
    return [
      deleted,
      deleted.ok && account ? await forgetWhatIsAround(shop, id, { ...account, addresses }) : [],
    ] as const;
  });
  await shop.suppliers.storage.remove(files);
  return deleted;
}

/** All but the account itself, in the caller's transaction; answers the files to remove when it has committed. */
async function forgetWhatIsAround(
  shop: Shop,
  userId: string,
  { email, addresses }: { email: string; addresses: readonly ProvenAddress[] },
): Promise<string[]> {
  await claimRequests(shop, { userId, addresses });
  await forgetMessages(shop, { userId, email, addresses });
  await forgetContactMessages(shop, addresses);
  const files = [...(await forgetRequests(shop, userId)), ...(await forgetReturns(shop, userId))];
  await forgetConsents(shop, userId);
  await forgetPersonalization(shop, userId);
  await forgetCheckout(shop, userId);
  await forgetBackInStockRequests(shop, { userId, email, addresses });
  await forgetCart(shop, userId);
  await forgetWishlist(shop, userId);
  return files;
}
