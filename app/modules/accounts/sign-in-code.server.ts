import { APIError } from 'better-auth/api';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { done, refused, type Refused, type Result } from '#app/basics/result.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';
import { inTransaction, type Shop } from '#app/platform/shop.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { authOf, visitorHeaders } from './auth.server.ts';
import './events.server.ts';
import type { codeSchema } from './forms.ts';
import { asked, begun, type SecondFactorNeeded, type Session } from './sessions.server.ts';
import { authUsers, authVerifications, userProfiles } from './tables.server.ts';
import { mailsTo, type TooManyTries, tooManyTries, triesAt, triesFrom } from './tries.server.ts';

/**
 * Has a code mailed that signs in once. Answers the same for any address and does the same work: a code is
 * made for an unknown address, too, and goes nowhere. Refused: one address half a minute after the last, or too often.
 */
export async function requestSignInCode(
  shop: Shop,
  { email }: { email: string },
): Promise<Result<undefined, TooManyTries>> {
  const tooMany = await tooManyTries(shop, [...triesFrom(shop, 'code-asked'), ...mailsTo('code-asked', email)]);
  if (tooMany) return tooMany;
  // The one before goes, so that it isn't good again once this one was used.
  await shop.database.delete(authVerifications).where(eq(authVerifications.identifier, `sign-in-otp-${email}`));
  await authOf(shop).api.createVerificationOTP({ body: { email, type: 'sign-in' } });
  const [account] = await shop.database.select({ id: authUsers.id }).from(authUsers).where(eq(authUsers.email, email));
  await inTransaction(shop, (shop) =>
    announce(shop, 'accounts.sign-in-code-requested', { userId: account?.id ?? null }),
  );
  return done();
}

/** The code that was made for a person, for the mail to them and nowhere else; only the shop itself may ask. Undefined when it ran out. */
export async function readSignInCode(
  shop: Shop,
  userId: string,
): Promise<{ email: string; name: string; code: string } | undefined> {
  if (shop.actor.kind !== 'shop') throw notFound();
  const [person] = await shop.database
    .select({ email: authUsers.email, name: userProfiles.name, deactivatedAt: userProfiles.deactivatedAt })
    .from(authUsers)
    .innerJoin(userProfiles, eq(userProfiles.id, authUsers.id))
    .where(eq(authUsers.id, userId));
  if (!person || person.deactivatedAt) return undefined;
  const { email, name } = person;
  const { otp } = await authOf(shop).api.getVerificationOTP({ query: { email, type: 'sign-in' } });
  return otp === null ? undefined : { email, name, code: otp };
}

/**
 * Begins a session for the right code, once. A wrong code, one that ran out and an unknown address are refused alike;
 * five wrong ones spend a code. The mailbox is proven by it; a password that an unproven address had goes with this.
 */
export async function signInWithCode(
  shop: Shop,
  { email, code }: z.infer<typeof codeSchema>,
  browser = new Headers(),
): Promise<Result<Session, Refused<'wrong-code'> | SecondFactorNeeded | TooManyTries>> {
  const tooMany = await tooManyTries(shop, [...triesFrom(shop, 'code'), ...triesAt('code', email)]);
  if (tooMany) return tooMany;
  const answer = await asked(
    authOf(shop).api.signInEmailOTP({
      body: { email, otp: code },
      headers: visitorHeaders(shop, browser),
      returnHeaders: true,
    }),
  );
  if (answer instanceof APIError) {
    if (answer.statusCode < 500) return refused('wrong-code');
    throw answer;
  }
  const cookies = answer.headers.getSetCookie();
  // Asked for by a hook, which the type of the answer doesn't know of.
  if (!('user' in answer.response)) return refused('second-factor-needed', { cookies });
  const { user, token } = answer.response;
  const session = await begun(shop, { userId: user.id, token, cookies }, browser);
  return session.ok ? session : refused('wrong-code');
}
