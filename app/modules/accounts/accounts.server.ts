import { createHmac, timingSafeEqual } from 'node:crypto';
import { APIError } from 'better-auth/api';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { done, refused, type Refused, type Result } from '#app/basics/result.ts';
import { type Limit, takeToken } from '#app/platform/limits.server.ts';
import { type Actor, type Shop, signedIn } from '#app/platform/shop.server.ts';
import { notFound } from '#app/platform/trouble.server.ts';
import { firstName, type Profile } from './account.ts';
import { authOf, sessionSecret, visitorHeaders } from './auth.server.ts';
import type { accountShape, profileShape, signInShape } from './forms.ts';
import { isCommonPassword } from './common-passwords.server.ts';
import { authSessions, authUsers, userProfiles } from './tables.server.ts';

/** A session was begun: whose it is, and the cookies that carry it. The token itself is nowhere else. */
export type Session = { userId: string; cookies: string[] };
export type TooManyTries = Refused<'too-many-tries', { retryAfterSeconds: number }>;

const GUEST: Actor = { kind: 'guest' };

/**
 * Begins a session for the right e-mail and password (S1 §5). An unknown address, a wrong password and a switched-off
 * account are refused alike and take as long (T14). Tries are limited by account with waits that grow, and by address (T15).
 */
export async function signIn(
  shop: Shop,
  { email, password }: z.infer<typeof signInShape>,
  userAgent?: string,
): Promise<Result<Session, Refused<'wrong-email-or-password'> | TooManyTries>> {
  const tooMany = await tooManyTries(shop, [...limitsOfAddress(shop, 'sign-in'), ...limitsOfAccount(email)]);
  if (tooMany) return tooMany;
  const answer = await asked(
    authOf(shop).api.signInEmail({
      body: { email, password },
      headers: visitorHeaders(shop, userAgent),
      returnHeaders: true,
    }),
  );
  if (answer instanceof APIError) {
    if (answer.status === 'UNAUTHORIZED') return refused('wrong-email-or-password');
    throw answer;
  }
  const userId = answer.response.user.id;
  const profile = await ensureProfile(shop, userId);
  if (profile.deactivatedAt) {
    await endSessions(shop, userId);
    return refused('wrong-email-or-password');
  }
  return done({ userId, cookies: answer.headers.getSetCookie() });
}

/**
 * Makes an account with its profile and begins its first session (S1 §5). Refused: an address that has an account, a
 * password everybody uses (decision 24), too many accounts from one address.
 */
export async function signUp(
  shop: Shop,
  { name, email, password }: z.infer<typeof accountShape>,
  userAgent?: string,
): Promise<Result<Session, Refused<'email-taken'> | Refused<'common-password'> | TooManyTries>> {
  if (isCommonPassword(password)) return refused('common-password');
  const tooMany = shop.actor.kind === 'shop' ? undefined : await tooManyTries(shop, limitsOfAddress(shop, 'sign-up'));
  if (tooMany) return tooMany;
  const answer = await asked(
    authOf(shop).api.signUpEmail({
      body: { name, email, password },
      headers: visitorHeaders(shop, userAgent),
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
  const userId = answer.response.user.id;
  await ensureProfile(shop, userId);
  return done({ userId, cookies: answer.headers.getSetCookie() });
}

/** Ends the session these request headers carry, if any, and answers the cookies that make the browser forget it. */
export async function signOut(shop: Shop, headers: Headers): Promise<{ cookies: string[] }> {
  const { headers: answer } = await authOf(shop).api.signOut({ headers, returnHeaders: true });
  return { cookies: answer.getSetCookie() };
}

/**
 * Who sends this request, by its session cookie: one query, and none for a guest without a cookie. The role is the
 * database's at this moment (T3); an ended session or a switched-off account is a guest.
 */
export async function findVisitor(shop: Omit<Shop, 'actor'>, headers: Headers): Promise<Actor> {
  const token = sessionToken(shop, headers);
  if (!token) return GUEST;
  const [found] = await shop.database
    .select({
      userId: authUsers.id,
      sessionId: authSessions.id,
      accountName: authUsers.name,
      email: authUsers.email,
      emailVerified: authUsers.emailVerified,
      name: userProfiles.name,
      isAdmin: userProfiles.isAdmin,
      adminRole: userProfiles.adminRole,
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
  const identity = { userId, sessionId, name, email, emailVerified };
  return found.isAdmin === true
    ? { kind: 'admin', role: found.adminRole ?? 'owner', ...identity }
    : { kind: 'customer', ...identity };
}

/** Makes the profile of an account that has none yet (S1 §3); when two do so at once the first one stays. */
export async function ensureProfile(shop: Shop, userId: string) {
  const existing = await findProfileRow(shop, userId);
  if (existing) return existing;
  const [account] = await shop.database
    .select({ name: authUsers.name, email: authUsers.email })
    .from(authUsers)
    .where(eq(authUsers.id, userId));
  if (!account) throw notFound('No such account');
  await shop.database
    .insert(userProfiles)
    .values({ id: userId, name: firstName(account), email: account.email, createdAt: shop.now, updatedAt: shop.now })
    .onConflictDoNothing();
  const made = await findProfileRow(shop, userId);
  if (!made) throw new Error('The profile of this account could not be made: another one has its address');
  return made;
}

/** The signed-in person's own profile; a guest must sign in first. */
export async function getProfile(shop: Shop): Promise<Profile> {
  const { id, name, email, phone, address, isAdmin } = await ensureProfile(shop, signedIn(shop).userId);
  return { id, name, email, phone: phone ?? '', address: address ?? undefined, isAdmin };
}

/** Saves the signed-in person's name, phone and address (S2 §2). An address without a single word is no address. */
export async function saveProfile(
  shop: Shop,
  { name, phone, street, city, state, zipCode }: z.infer<typeof profileShape>,
): Promise<Profile> {
  const { userId } = signedIn(shop);
  await ensureProfile(shop, userId);
  const address = street || city || state || zipCode ? { street, city, state, zipCode, country: 'India' } : null;
  await shop.database
    .update(userProfiles)
    .set({ name, phone: phone || null, address, updatedAt: shop.now })
    .where(eq(userProfiles.id, userId));
  return getProfile(shop);
}

/** Makes the registered person with this e-mail an admin; throws not-found when nobody has it. Only for the shop itself (T28). */
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
  if (made.ok) await endSessions(shop, made.value.userId);
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

async function findProfileRow(shop: Shop, userId: string) {
  const [row] = await shop.database.select().from(userProfiles).where(eq(userProfiles.id, userId));
  return row;
}

async function endSessions(shop: Shop, userId: string): Promise<void> {
  await shop.database.delete(authSessions).where(eq(authSessions.userId, userId));
}

async function isRegistered(shop: Shop, email: string): Promise<boolean> {
  return (
    (await shop.database.select({ id: authUsers.id }).from(authUsers).where(eq(authUsers.email, email))).length > 0
  );
}

/** The token in the session cookie, when its signature is ours. */
function sessionToken(shop: Pick<Shop, 'config'>, headers: Headers): string | undefined {
  const name = `${shop.config.shopUrl.startsWith('https://') ? '__Secure-' : ''}bisvar.session_token=`;
  const cookie = headers
    .get('cookie')
    ?.split(/; */)
    .find((part) => part.startsWith(name))
    ?.slice(name.length);
  const value = cookie && decoded(cookie);
  const dot = value ? value.lastIndexOf('.') : -1;
  if (!value || dot < 1) return undefined;
  const token = value.slice(0, dot);
  const given = Buffer.from(value.slice(dot + 1), 'base64');
  const right = createHmac('sha256', sessionSecret(shop)).update(token).digest();
  return given.length === right.length && timingSafeEqual(given, right) ? token : undefined;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

type LimitOf = Limit & { key: string };

async function tooManyTries(shop: Shop, limits: LimitOf[]): Promise<TooManyTries | undefined> {
  for (const { key, ...limit } of limits) {
    const taken = await takeToken(shop, key, limit);
    if (!taken.ok) return refused('too-many-tries', taken.data);
  }
  return undefined;
}

/** Three buckets behind each other: the more tries, the longer the wait (12 seconds, 3 minutes, half an hour), never for ever. */
function limitsOfAccount(email: string): LimitOf[] {
  return [
    { key: `sign-in:minute:${email}`, capacity: 5, refillPerMinute: 5 },
    { key: `sign-in:hour:${email}`, capacity: 20, refillPerMinute: 20 / 60 },
    { key: `sign-in:day:${email}`, capacity: 50, refillPerMinute: 50 / (24 * 60) },
  ];
}

function limitsOfAddress({ visitorAddress }: Shop, what: 'sign-in' | 'sign-up'): LimitOf[] {
  return [
    { key: `${what}:minute:${visitorAddress}`, capacity: 20, refillPerMinute: 20 },
    { key: `${what}:hour:${visitorAddress}`, capacity: 100, refillPerMinute: 100 / 60 },
  ];
}

/** What Better Auth answers, its refusals as a value; what isn't one of them is a bug and thrown. */
async function asked<Answer>(asking: Promise<Answer>): Promise<Answer | APIError> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof APIError) return error;
    throw error;
  }
}

export { anonymisePerson } from './parts/anonymise.server.ts';
export { deleteUser, getUser, listUsers, saveUser, setUserActive } from './parts/users.server.ts';
export {
  acceptInvitation,
  findInvitation,
  INVITATION_DAYS,
  invite,
  makeInvitationLink,
  openInvitations,
  withdrawInvitation,
} from './parts/invitations.server.ts';
