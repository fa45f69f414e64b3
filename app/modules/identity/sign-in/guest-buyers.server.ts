import { randomBytes } from 'node:crypto';
import { APIError } from 'better-auth/api';
import { hashPassword } from 'better-auth/crypto';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { done, refused, type Refused, type Result } from '#app/basics/result.ts';
import { claimingAddress, guestAddress, isGuestAddress } from '#app/modules/identity/accounts/account.ts';
import { takeAddress, updateProfile } from '#app/modules/identity/accounts/accounts.server.ts';
import '#app/modules/identity/accounts/events.server.ts';
import { authUsers } from '#app/modules/identity/accounts/tables.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';
import { inTransaction, isSignedOut, type Shop, signedIn } from '#app/platform/shop.server.ts';
import { attemptsFrom, takeAttempt, type TooManyAttempts } from './attempts.server.ts';
import { forgetCredentials, insertHash } from './credentials.server.ts';
import { isAddressClaimed } from './email.server.ts';
import { authOf, catchApiError, visitorHeaders } from './internal/better-auth.server.ts';
import { isKnownPassword } from './known-passwords.server.ts';
import type { guestBuyerSchema, guestPasswordSchema } from './password-forms.ts';
import { finishSignIn, type Session } from './sessions.server.ts';

/**
 * Creates a guest's account without a way to sign in. Its session lets the browser buy; the typed address stays
 * unconfirmed. Throws not-found unless guests may buy.
 */
export async function startGuestCheckout(
  shop: Shop,
  { name, email, phone }: z.infer<typeof guestBuyerSchema>,
  browser = new Headers(),
): Promise<Result<Session, TooManyAttempts>> {
  if (shop.actor.kind !== 'guest' || !(await getSettings(shop)).guestCheckout) throw notFound();
  const tooMany = await takeAttempt(shop, attemptsFrom(shop, 'guest-checkout'));
  if (tooMany) return tooMany;
  const answer = await catchApiError(
    authOf(shop).api.signUpEmail({
      body: { name, email: guestAddress(), password: randomBytes(32).toString('base64url') },
      headers: visitorHeaders(shop, browser),
      returnHeaders: true,
    }),
  );
  if (answer instanceof APIError) throw answer;
  const { user, token } = answer.response;
  if (!token) throw new Error('A guest’s account was made without its session');
  const cookies = answer.headers.getSetCookie();
  const session = await finishSignIn(
    shop,
    { userId: user.id, token, cookies, by: 'guest-checkout', claimed: email },
    browser,
  );
  if (!session.ok) throw new Error('A guest’s account was deactivated before its session');
  await inTransaction(shop, async (shop) => {
    await forgetCredentials(shop, user.id);
    await updateProfile(shop, user.id, { phone });
  });
  return session;
}

/**
 * Turns the guest's account, with its orders, into a customer's account and emails a confirmation link. Throws
 * not-found for other accounts.
 */
export async function keepGuestAccount(
  shop: Shop,
  { password }: z.infer<typeof guestPasswordSchema>,
): Promise<Result<undefined, Refused<'email-taken'> | Refused<'common-password'> | TooManyAttempts>> {
  const { userId, email } = signedIn(shop);
  if (!isSignedOut(shop)) throw notFound();
  const tooMany = await takeAttempt(shop, attemptsFrom(shop, 'sign-up'));
  if (tooMany) return tooMany;
  if (await isKnownPassword(shop, password)) return refused('common-password');
  const hash = await hashPassword(password);
  return inTransaction(shop, async (shop) => {
    const own = eq(authUsers.id, userId);
    const [account] = await shop.database
      .select({ signsInBy: authUsers.email })
      .from(authUsers)
      .where(own)
      .for('update');
    // Another tab has already done this.
    if (!account || !isGuestAddress(account.signsInBy)) return done();
    if (!(await takeAddress(shop, userId, isAddressClaimed(shop) ? claimingAddress() : email)))
      return refused('email-taken');
    await insertHash(shop, userId, hash);
    await announce(shop, 'accounts.confirmation-requested', { userId });
    return done();
  });
}
