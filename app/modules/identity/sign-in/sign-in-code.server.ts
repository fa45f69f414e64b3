import { APIError } from 'better-auth/api';
import type { z } from 'zod';
import { done, refused, type Refused, type Result } from '#app/basics/result.ts';
import { findReaderOf, verifyEmail } from '#app/modules/identity/accounts/accounts.server.ts';
import '#app/modules/identity/accounts/events.server.ts';
import { findAccount } from '#app/modules/identity/accounts/find-account.server.ts';
import type { Session } from './sessions.server.ts';
import { attemptsFrom, mailsTo, returnAttempt, takeAttempt, type TooManyAttempts } from './attempts.server.ts';
import { dropSignInCodes } from './better-auth-internals.server.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';
import { inTransaction, type Shop, shopOnly } from '#app/platform/shop.server.ts';
import type { codeSchema } from './forms.ts';
import { limitsOf } from './internal/account-limits.server.ts';
import { authOf, catchApiError, visitorHeaders } from './internal/better-auth.server.ts';
import { refuseSignIn, type SecondFactorNeeded, takeSession } from './internal/take-session.server.ts';

export { SIGN_IN_CODE_MINUTES } from './internal/better-auth.server.ts';

/** Emails a one-time code. Known and unknown addresses get the same answer in the same time. */
export async function requestSignInCode(
  shop: Shop,
  { email }: { email: string },
): Promise<Result<undefined, TooManyAttempts>> {
  const tooMany = await takeAttempt(shop, [...attemptsFrom(shop, 'code-asked'), ...mailsTo('code-asked', email)]);
  if (tooMany) return tooMany;
  const account = await findReaderOf(shop, email);
  const signsInBy = account?.email ?? email;
  // Deletes the previous code, which would otherwise become valid again.
  await dropSignInCodes(shop, signsInBy);
  await authOf(shop).api.createVerificationOTP({ body: { email: signsInBy, type: 'sign-in' } });
  await inTransaction(shop, (shop) =>
    announce(shop, 'accounts.sign-in-code-requested', { userId: account?.id ?? null }),
  );
  return done();
}

export async function readSignInCode(
  shop: Shop,
  userId: string,
): Promise<{ email: string; name: string; code: string } | undefined> {
  shopOnly(shop);
  const person = await findAccount(shop, userId);
  if (!person) return undefined;
  const { email, name } = person;
  const reader = await findReaderOf(shop, email);
  if (reader?.id !== userId) return undefined;
  const { otp } = await authOf(shop).api.getVerificationOTP({ query: { email: reader.email, type: 'sign-in' } });
  return otp === null ? undefined : { email, name, code: otp };
}

/**
 * Starts a session if the code is right. A code works once and allows five wrong attempts. Deletes a password that was
 * set before the mailbox was proven.
 */
export async function signInWithCode(
  shop: Shop,
  { email, code }: z.infer<typeof codeSchema>,
  browser = new Headers(),
): Promise<Result<Session, Refused<'wrong-code'> | SecondFactorNeeded | TooManyAttempts>> {
  const limits = await limitsOf(shop, 'code', email, browser);
  const tooMany = await takeAttempt(shop, limits);
  if (tooMany) return refuseSignIn(shop, 'mailed-code', tooMany);
  const account = await findReaderOf(shop, email);
  const answer = await catchApiError(
    authOf(shop).api.signInEmailOTP({
      body: { email: account?.email ?? email, otp: code },
      headers: visitorHeaders(shop, browser),
      returnHeaders: true,
    }),
  );
  if (answer instanceof APIError) {
    if (answer.statusCode < 500) return refuseSignIn(shop, 'mailed-code', refused('wrong-code'), account?.id);
    throw answer;
  }
  if (account && account.email !== email) await inTransaction(shop, (shop) => verifyEmail(shop, account.id));
  const session = await takeSession(shop, 'mailed-code', answer, browser);
  if (session.ok) await returnAttempt(shop, limits);
  return session.ok || session.reason === 'second-factor-needed' ? session : refused('wrong-code');
}
