import { APIError } from 'better-auth/api';
import type { z } from 'zod';
import { refused, type Refused, type Result } from '#app/basics/result.ts';
import { findAccountByEmail, verifyEmail } from '#app/modules/identity/accounts/accounts.server.ts';
import '#app/modules/identity/accounts/events.server.ts';
import { isAddressClaimed } from './email.server.ts';
import type { accountSchema } from './password-forms.ts';
import { isKnownPassword } from './known-passwords.server.ts';
import { findDeviceOf, finishSignIn, type Session } from './sessions.server.ts';
import { attemptsFrom, mailsTo, returnAttempt, takeAttempt, type TooManyAttempts } from './attempts.server.ts';
import { endStreamsOf } from '#app/platform/live/live.server.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';
import { logSecurityEvent } from '#app/platform/security-log.server.ts';
import { inTransaction, type Shop } from '#app/platform/shop.server.ts';
import type { signInSchema } from './forms.ts';
import { limitsOf } from './internal/account-limits.server.ts';
import {
  authOf,
  catchApiError,
  sessionHeaders,
  visitorHeaders,
  visitorRequest,
} from './internal/better-auth.server.ts';
import { refuseSignIn, type SecondFactorNeeded, takeSession } from './internal/take-session.server.ts';
import { and, asc, desc, eq, isNull, ne, type SQL } from 'drizzle-orm';
import { claimingAddress } from '#app/modules/identity/accounts/account.ts';
import { authUsers, userProfiles } from '#app/modules/identity/accounts/tables.server.ts';
import { passwordOptions } from './password-hash.server.ts';
import { authAccounts } from './tables.server.ts';

export type { SecondFactorNeeded } from './internal/take-session.server.ts';

/**
 * Starts a session, or asks for the second factor. Every failure gets the same answer in the same time (T14), and
 * attempts are limited (T15).
 */
export async function signIn(
  shop: Shop,
  { email: typed, password }: z.infer<typeof signInSchema>,
  browser = new Headers(),
): Promise<Result<Session, Refused<'wrong-email-or-password'> | SecondFactorNeeded | TooManyAttempts>> {
  const limits = await limitsOf(shop, 'sign-in', typed, browser);
  const tooMany = await takeAttempt(shop, limits);
  if (tooMany) return refuseSignIn(shop, 'password', tooMany);
  const email = typed.includes('@')
    ? typed
    : ((await findEmailByPhone(shop, typed, password)) ?? `${typed}@phone.invalid`);
  const enter = (email: string) =>
    catchApiError(
      authOf(shop).api.signInEmail({
        body: { email, password },
        headers: visitorHeaders(shop, browser),
        returnHeaders: true,
      }),
    );
  let answer = await enter(email);
  if (isRefused(answer) && email === typed && isAddressClaimed(shop)) {
    const claiming = await findEmailByClaim(shop, email, password);
    if (claiming) answer = await enter(claiming);
  }
  if (answer instanceof APIError) {
    if (isRefused(answer)) {
      // Better Auth queries a known address once more, so an unknown address gets a second query too.
      const account = (await findAccountByEmail(shop, email)) ?? (await findAccountByEmail(shop, email));
      return refuseSignIn(shop, 'password', refused('wrong-email-or-password'), account?.id);
    }
    throw answer;
  }
  const session = await takeSession(shop, 'password', answer, browser);
  if (!session.ok) return session.reason === 'second-factor-needed' ? session : refused('wrong-email-or-password');
  await returnAttempt(shop, limits);
  return session;
}

const isRefused = (answer: object): boolean => answer instanceof APIError && answer.status === 'UNAUTHORIZED';

/**
 * Creates an account with its session and emails a confirmation. Refuses common passwords, too many sign-ups from one
 * network, and taken addresses, unless sign-ups only claim addresses.
 */
export async function signUp(
  shop: Shop,
  { name, email, password }: z.infer<typeof accountSchema>,
  browser = new Headers(),
): Promise<Result<Session, Refused<'email-taken'> | Refused<'common-password'> | TooManyAttempts>> {
  const isOwn = shop.actor.kind === 'shop';
  const tooMany = isOwn ? undefined : await takeAttempt(shop, attemptsFrom(shop, 'sign-up'));
  if (tooMany) return tooMany;
  if (await isKnownPassword(shop, password)) return refused('common-password');
  const isClaim = !isOwn && isAddressClaimed(shop);
  const tooManyMails = isClaim ? await takeAttempt(shop, mailsTo('sign-up', email)) : undefined;
  if (tooManyMails) return tooManyMails;
  const answer = await catchApiError(
    authOf(shop).api.signUpEmail({
      body: { name, email: isClaim ? claimingAddress() : email, password },
      headers: visitorHeaders(shop, browser),
      returnHeaders: true,
    }),
  );
  if (answer instanceof APIError) {
    if (answer.body?.code === 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL') return refused('email-taken');
    // A concurrent sign-up used the address first, so the unique index refused this one.
    if (answer.body?.code === 'FAILED_TO_CREATE_USER' && (await findAccountByEmail(shop, email)))
      return refused('email-taken');
    throw answer;
  }
  const { user, token } = answer.response;
  if (!token) throw new Error('An account was made without its first session');
  const cookies = answer.headers.getSetCookie();
  const session = await finishSignIn(shop, { userId: user.id, token, cookies, by: 'sign-up', claimed: email }, browser);
  if (!session.ok) throw new Error('A new account was deactivated before its first session');
  if (isOwn) await verifyEmail(shop, user.id);
  else await inTransaction(shop, (shop) => announce(shop, 'accounts.confirmation-requested', { userId: user.id }));
  return session;
}

/** Ends the visitor's session and event streams. Returns cookies that clear the browser's. */
export async function signOut(shop: Shop, headers: Headers): Promise<{ cookies: string[] }> {
  const device = 'sessionId' in shop.actor ? await findDeviceOf(shop, shop.actor.sessionId) : undefined;
  const { headers: answer } = await authOf(shop).api.signOut({
    headers: await sessionHeaders(shop, headers),
    returnHeaders: true,
  });
  if ('userId' in shop.actor) {
    await announce(shop, 'accounts.sessions-ended', {
      userId: shop.actor.userId,
      endedAt: shop.now.toISOString(),
      device,
    });
    await endStreamsOf(shop, shop.actor.userId);
    logSecurityEvent(shop, 'signed-out', {});
  }
  return { cookies: answer.getSetCookie() };
}

export const answerByBetterAuth = (shop: Shop, request: Request): Promise<Response> =>
  authOf(shop).handler(visitorRequest(shop, request));

/** Three people of a family may share a phone number. More checks would slow down every sign-in. */
const CHECKS = 3;
const NOBODYS_HASH = `${'5f1d8c0e9a3b7246'.repeat(2)}:${'c47e02b9d1f68a35'.repeat(8)}`;

async function findEmailByPhone(shop: Shop, phone: string, password: string): Promise<string | undefined> {
  const emails = await findEmailsBy(shop, eq(userProfiles.phone, phone), password);
  return emails.length === 1 ? emails[0] : undefined;
}

/** Returns the sign-in address of the oldest account with this claimed address and password. */
const findEmailByClaim = async (shop: Shop, email: string, password: string): Promise<string | undefined> =>
  (await findEmailsBy(shop, and(eq(userProfiles.email, email), ne(authUsers.email, email))!, password))[0];

// Not filtered by owner: the password decides whose account it is.
/** Always checks three passwords, so that response times reveal nothing. */
async function findEmailsBy(shop: Shop, condition: SQL, password: string): Promise<string[]> {
  const found = await shop.database
    .select({ email: authUsers.email, hash: authAccounts.password })
    .from(userProfiles)
    .innerJoin(authUsers, eq(authUsers.id, userProfiles.id))
    .innerJoin(authAccounts, and(eq(authAccounts.userId, authUsers.id), eq(authAccounts.providerId, 'credential')))
    .where(and(condition, isNull(userProfiles.deactivatedAt)))
    .orderBy(desc(authUsers.emailVerified), asc(authUsers.createdAt), asc(authUsers.id))
    .limit(CHECKS);
  const emails: string[] = [];
  for (let check = 0; check < CHECKS; check += 1) {
    const account = found[check];
    const isRight = await passwordOptions(shop).verify({ hash: account?.hash ?? NOBODYS_HASH, password });
    if (isRight && account) emails.push(account.email);
  }
  return emails;
}
