import { forgetAddresses } from '#app/modules/address-book/address-book.server.ts';
import { forgetAccount } from '#app/modules/accounts/accounts.server.ts';
import { forgetCredentials } from '#app/modules/credentials/credentials.server.ts';
import { forgetSessions } from '#app/modules/sessions/sessions.server.ts';
import { forgetSecondFactor } from '#app/modules/sign-in/second-factor.server.ts';
import { forgetVerifications } from '#app/modules/verifications/verifications.server.ts';
import { forgetInvitations } from './invitations.server.ts';
import { inTransaction, ownerOnly, type Shop } from '#app/platform/shop.server.ts';

/**
 * Makes a person unrecognisable for good: nobody can sign in, the address can be registered again,
 * profile, addresses, settings, sessions and ways to sign in are gone. Orders and what the law keeps stay. For an owner
 * and the shop itself; throws not-found for nobody and for who was anonymised before.
 */
export async function anonymisePerson(shop: Shop, userId: string): Promise<void> {
  ownerOnly(shop);
  await inTransaction(shop, async (shop) => {
    await forgetInvitations(shop, userId);
    await forgetAccount(shop, userId);
    await forgetSessions(shop, userId);
    await forgetCredentials(shop, userId);
    await forgetSecondFactor(shop, userId);
    await forgetAddresses(shop, userId);
    await forgetVerifications(shop, userId);
  });
}
