import { forgetAddresses } from '#app/modules/identity/addresses/addresses.server.ts';
import { forgetAccount } from '#app/modules/identity/accounts/accounts.server.ts';
import { forgetCredentials } from '#app/modules/identity/sign-in/credentials.server.ts';
import { forgetSessions } from '#app/modules/identity/sign-in/sessions.server.ts';
import { forgetSecondFactor } from '#app/modules/identity/sign-in/second-factor.server.ts';
import { forgetVerifications } from '#app/modules/identity/sign-in/verifications.server.ts';
import { forgetInvitations } from './invitations.server.ts';
import { inTransaction, ownerOnly, type Shop } from '#app/platform/shop.server.ts';

/**
 * Deletes profile, addresses, sessions and credentials. Orders and what the law requires stay. Throws not-found, also
 * when repeated.
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
