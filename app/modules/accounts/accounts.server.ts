import { APIError } from 'better-auth/api';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { refused, type Refused, type Result } from '#app/basics/result.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';
import { type Actor, inTransaction, type Shop } from '#app/platform/shop.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { firstName } from './account.ts';
import { authOf, visitorHeaders } from './auth.server.ts';
import { isCommonPassword } from './common-passwords.server.ts';
import { signedCookie } from './cookies.server.ts';
import { provesAddressFirst, requestSignUp } from './email.server.ts';
import './events.server.ts';
import type { accountSchema, signInSchema } from './forms.ts';

import { ensureProfile } from './profile.server.ts';
import { asked, begun, endSessions, type SecondFactorNeeded, type Session } from './sessions.server.ts';
import { authSessions, authUsers, userProfiles } from './tables.server.ts';
import { forgetTry, type TooManyTries, tooManyTries, triesAt, triesFrom } from './tries.server.ts';

const GUEST: Actor = { kind: 'guest' };
const SEEN_ANEW_AFTER_MINUTES = 5;
/** An admin's session of a live shop ends when nobody used it for so long (T16). */
const ADMIN_IDLE_HOURS = 12;

/**
 * Begins a session for the right e-mail and password, or asks for the second factor. An unknown address, a wrong
 * password and a switched-off account are refused alike and take as long (T14). Tries are limited by account with waits
 * that grow, and by address (T15); one that succeeds does not count. `browser` is what the visitor's browser sent.
 */
export async function signIn(
  shop: Shop,
  { email, password }: z.infer<typeof signInSchema>,
  browser = new Headers(),
): Promise<Result<Session, Refused<'wrong-email-or-password'> | SecondFactorNeeded | TooManyTries>> {
  const limits = [...triesFrom(shop, 'sign-in'), ...triesAt('sign-in', email)];
  const tooMany = await tooManyTries(shop, limits);
  if (tooMany) return tooMany;
  const answer = await asked(
    authOf(shop).api.signInEmail({
      body: { email, password },
      headers: visitorHeaders(shop, browser),
      returnHeaders: true,
    }),
  );
  if (answer instanceof APIError) {
    if (answer.status === 'UNAUTHORIZED') return refused('wrong-email-or-password');
    throw answer;
  }
  const cookies = answer.headers.getSetCookie();
  // Asked for by a hook, which the type of the answer doesn't know of.
  if (!('user' in answer.response)) return refused('second-factor-needed', { cookies });
  const { user, token } = answer.response;
  const session = await begun(shop, { userId: user.id, token, cookies }, browser);
  if (!session.ok) return refused('wrong-email-or-password');
  await forgetTry(shop, limits);
  return session;
}

/**
 * What the Create Account form does: makes the account and begins its first session, or, where addresses are proven first
 * (live with mail), has the link mailed and answers no session, for any address alike.
 */
export async function register(
  shop: Shop,
  person: z.infer<typeof accountSchema>,
  browser?: Headers,
): Promise<Result<Session | undefined, Refused<'email-taken'> | Refused<'common-password'> | TooManyTries>> {
  return provesAddressFirst(shop) ? requestSignUp(shop, person) : signUp(shop, person, browser);
}

/**
 * Makes an account with its profile, begins its first session and has its address confirmed by mail; an account
 * the shop itself makes counts as confirmed. Refused: an address that has an account, a password everybody uses,
 * too many accounts from one address.
 */
export async function signUp(
  shop: Shop,
  { name, email, password }: z.infer<typeof accountSchema>,
  browser = new Headers(),
): Promise<Result<Session, Refused<'email-taken'> | Refused<'common-password'> | TooManyTries>> {
  if (isCommonPassword(password)) return refused('common-password');
  const isOwn = shop.actor.kind === 'shop';
  const tooMany = isOwn ? undefined : await tooManyTries(shop, triesFrom(shop, 'sign-up'));
  if (tooMany) return tooMany;
  const answer = await asked(
    authOf(shop).api.signUpEmail({
      body: { name, email, password },
      headers: visitorHeaders(shop, browser),
      returnHeaders: true,
    }),
  );
  if (answer instanceof APIError) {
    if (answer.body?.code === 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL') return refused('email-taken');
    // Two sign-ups with one address at the same moment: the unique index let the other one win.
    if (answer.body?.code === 'FAILED_TO_CREATE_USER' && (await isRegistered(shop, email)))
      return refused('email-taken');
    throw answer;
  }
  const { user, token } = answer.response;
  if (!token) throw new Error('An account was made without its first session');
  const cookies = answer.headers.getSetCookie();
  const session = await begun(shop, { userId: user.id, token, cookies }, browser);
  if (!session.ok) throw new Error('An account was switched off as it was made');
  if (isOwn) await shop.database.update(authUsers).set({ emailVerified: true }).where(eq(authUsers.id, user.id));
  else await inTransaction(shop, (shop) => announce(shop, 'accounts.confirmation-requested', { userId: user.id }));
  return session;
}

/** Ends the session these request headers carry, if any, and answers the cookies that make the browser forget it. */
export async function signOut(shop: Shop, headers: Headers): Promise<{ cookies: string[] }> {
  const { headers: answer } = await authOf(shop).api.signOut({ headers, returnHeaders: true });
  return { cookies: answer.getSetCookie() };
}

/**
 * Who sends this request, by its session cookie: one query, and none for a guest without a cookie. The role is the
 * database's at this moment (T3); an ended session or a switched-off account is a guest, and so is who still owes the
 * second factor, having no session yet. In live an admin without a second factor is none until they have one.
 */
export async function findVisitor(shop: Omit<Shop, 'actor'>, headers: Headers): Promise<Actor> {
  const token = signedCookie(shop, headers, 'session_token')?.value;
  if (!token) return GUEST;
  const [found] = await shop.database
    .select({
      userId: authUsers.id,
      sessionId: authSessions.id,
      seenAt: authSessions.updatedAt,
      accountName: authUsers.name,
      email: authUsers.email,
      emailVerified: authUsers.emailVerified,
      hasSecondFactor: authUsers.twoFactorEnabled,
      name: userProfiles.name,
      isAdmin: userProfiles.isAdmin,
      adminRole: userProfiles.adminRole,
      deletionDueAt: userProfiles.deletionDueAt,
    })
    .from(authSessions)
    .innerJoin(authUsers, eq(authUsers.id, authSessions.userId))
    .leftJoin(userProfiles, eq(userProfiles.id, authUsers.id))
    .where(
      and(eq(authSessions.token, token), gt(authSessions.expiresAt, shop.now), isNull(userProfiles.deactivatedAt)),
    );
  if (!found) return GUEST;
  const { userId, sessionId, email, emailVerified } = found;
  const name = found.name ?? firstName({ name: found.accountName, email });
  const deletionDueAt = found.deletionDueAt ?? undefined;
  const identity = { userId, sessionId, name, email, emailVerified, ...(deletionDueAt && { deletionDueAt }) };
  const isLive = shop.config.mode === 'live';
  const idleMinutes = (shop.now.getTime() - found.seenAt.getTime()) / 60_000;
  if (found.isAdmin && isLive && idleMinutes > ADMIN_IDLE_HOURS * 60) {
    await shop.database.delete(authSessions).where(eq(authSessions.id, sessionId));
    return GUEST;
  }
  if (idleMinutes > SEEN_ANEW_AFTER_MINUTES)
    await shop.database.update(authSessions).set({ updatedAt: shop.now }).where(eq(authSessions.id, sessionId));
  if (!found.isAdmin) return { kind: 'customer', ...identity };
  if (isLive && !found.hasSecondFactor) return { kind: 'customer', needsSecondFactor: true, ...identity };
  return { kind: 'admin', role: found.adminRole ?? 'owner', ...identity };
}

/** Makes the registered person with this e-mail an admin, who signs in anew (T16); throws not-found when nobody has it. Only for the shop itself (T28). */
export async function grantAdmin(shop: Shop, email: string): Promise<void> {
  if (shop.actor.kind !== 'shop') throw notFound();
  const [account] = await shop.database
    .select({ id: authUsers.id })
    .from(authUsers)
    .where(eq(authUsers.email, email.trim().toLowerCase()));
  if (!account) throw notFound(`Nobody is registered as ${email}`);
  await ensureProfile(shop, account.id);
  await shop.database
    .update(userProfiles)
    .set({ isAdmin: true, updatedAt: shop.now })
    .where(eq(userProfiles.id, account.id));
  await endSessions(shop, account.id);
}

/**
 * Makes the admin named by the settings when the shop has no admin at all (T28): the registered person with that e-mail,
 * or a new account. Answers whether one was made.
 */
export async function makeFirstAdmin(shop: Shop): Promise<boolean> {
  if (!shop.config.firstAdmin) return false;
  const [admin] = await shop.database
    .select({ id: userProfiles.id })
    .from(userProfiles)
    .where(eq(userProfiles.isAdmin, true))
    .limit(1);
  if (admin) return false;
  const { email, password } = shop.config.firstAdmin;
  const made = await signUp(shop, { name: shop.config.mode === 'demo' ? 'Studio' : 'Admin', email, password });
  if (!made.ok && made.reason !== 'email-taken') throw new Error(`ADMIN_PASSWORD: refused (${made.reason})`);
  await grantAdmin(shop, email);
  return true;
}

/** Forgets sessions and links that ran out; a sweep calls it. */
export async function forgetExpiredSessions(shop: Shop): Promise<void> {
  await shop.database.execute(sql`delete from auth_sessions where expires_at < ${shop.now.toISOString()}::timestamptz`);
  await shop.database.execute(
    sql`delete from auth_verifications where expires_at < ${shop.now.toISOString()}::timestamptz`,
  );
}

async function isRegistered(shop: Shop, email: string): Promise<boolean> {
  return (
    (await shop.database.select({ id: authUsers.id }).from(authUsers).where(eq(authUsers.email, email))).length > 0
  );
}

export { anonymisePerson } from './internal/anonymise.server.ts';
export { deleteUser, getUser, listUsers, saveUser, setUserActive } from './internal/users.server.ts';
export {
  acceptInvitation,
  findInvitation,
  INVITATION_DAYS,
  invite,
  makeInvitationLink,
  openInvitations,
  withdrawInvitation,
} from './internal/invitations.server.ts';
