import { createHash, createHmac, randomBytes } from 'node:crypto';
import { and, eq, gt, isNull, lt, ne } from 'drizzle-orm';
import { done, refused, type Refused, type Result } from '#app/basics/result.ts';
import { firstName, isGuestAddress } from '#app/modules/identity/accounts/account.ts';
import { ensureProfile } from '#app/modules/identity/accounts/accounts.server.ts';
import '#app/modules/identity/accounts/events.server.ts';
import { authUsers, userProfiles } from '#app/modules/identity/accounts/tables.server.ts';
import { endStreamsOf } from '#app/platform/live/live.server.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';
import { logSecurityEvent, type WayIn } from '#app/platform/security-log.server.ts';
import type { Actor } from '#app/platform/actor.ts';
import { inTransaction, type Shop, shopOnly } from '#app/platform/shop.server.ts';
import { authDevices, authSessions } from './tables.server.ts';
import { createCookieGetter, parseCookies } from 'better-auth/cookies';
import { constantTimeEqual } from 'better-auth/crypto';
import { cookieName, isHttps } from '#app/basics/cookie-names.ts';
import { sessionSecrets } from '#app/platform/session-secrets.server.ts';

const GUEST: Actor = { kind: 'guest' };
const SEEN_ANEW_AFTER_MINUTES = 5;
const ADMIN_IDLE_HOURS = 12;

export type Session = { userId: string; cookies: string[] };

/**
 * Returns the visitor. Reads the role at every request (T3). Without a valid session, active account or required second
 * factor, the visitor is a guest.
 */
export async function findVisitor(shop: Omit<Shop, 'actor'>, headers: Headers): Promise<Actor> {
  const token = readSignedCookie(shop, headers, 'session_token')?.value;
  if (!token) return GUEST;
  const found = await findSession(shop, token);
  if (!found) return GUEST;
  const { userId, sessionId } = found;
  const email = found.email ?? found.accountEmail;
  const emailVerified = found.isAccountVerified && email === found.accountEmail;
  const name = found.name ?? firstName({ name: found.accountName, email });
  const deletionDueAt = found.deletionDueAt ?? undefined;
  const identity = { userId, sessionId, name, email, emailVerified, ...(deletionDueAt && { deletionDueAt }) };
  if (isGuestAddress(found.accountEmail)) return { kind: 'customer', isGuest: true, ...identity };
  const isLive = shop.config.mode === 'live';
  const idleMinutes = (shop.now.getTime() - found.seenAt.getTime()) / 60_000;
  const theirs = and(eq(authSessions.id, sessionId), eq(authSessions.userId, userId));
  if (found.isAdmin && isLive && idleMinutes > ADMIN_IDLE_HOURS * 60) {
    await shop.database.delete(authSessions).where(theirs);
    logSecurityEvent(shop, 'sessions-ended', { which: 'idle', userId });
    return GUEST;
  }
  if (idleMinutes > SEEN_ANEW_AFTER_MINUTES)
    await shop.database.update(authSessions).set({ updatedAt: shop.now }).where(theirs);
  if (!found.isAdmin) return { kind: 'customer', ...identity };
  if (isLive && !found.hasSecondFactor) return { kind: 'customer', needsSecondFactor: true, ...identity };
  return { kind: 'admin', role: found.adminRole ?? 'owner', ...identity };
}

/** Completes a sign-in. Refuses an inactive account and emails about a new browser (T15). */
export async function finishSignIn(
  shop: Shop,
  {
    userId,
    token,
    cookies,
    by,
    claimed,
  }: { userId: string; token: string; cookies: string[]; by: WayIn; claimed?: string },
  browser: Headers,
): Promise<Result<Session, Refused<'switched-off'>>> {
  const profile = await ensureProfile(shop, userId, claimed);
  if (profile.deactivatedAt) {
    await endSessions(shop, userId);
    logSecurityEvent(shop, 'sign-in-refused', { by, why: 'switched-off', userId });
    return refused('switched-off');
  }
  const device = readDeviceCookie(shop, browser) ?? randomBytes(24).toString('base64url');
  await rememberDevice(shop, { userId, token, device });
  if (shop.actor.kind !== 'shop') logSecurityEvent(shop, 'signed-in', { by, userId });
  return done({ userId, cookies: [...cookies, writeDeviceCookie(shop, device)] });
}

/** Marks this browser as known to an account whose email address was just confirmed. Returns the browser's cookie. */
export async function trustBrowser(shop: Shop, userId: string, browser: Headers): Promise<string> {
  const device = readDeviceCookie(shop, browser) ?? randomBytes(24).toString('base64url');
  await storeDevice(shop, userId, device);
  return writeDeviceCookie(shop, device);
}

/** Returns the hash of this browser's cookie if the browser has signed in to this address before. */
export async function findKnownDevice(shop: Shop, email: string, browser: Headers): Promise<string | undefined> {
  const device = readDeviceCookie(shop, browser);
  if (!device) return undefined;
  const [known] = await shop.database
    .select({ device: authDevices.device })
    .from(authDevices)
    .innerJoin(authUsers, eq(authUsers.id, authDevices.userId))
    .where(and(eq(authUsers.email, email), eq(authDevices.device, hashOf(device))));
  return known?.device;
}

const hashOf = (device: string) => createHash('sha256').update(device).digest('base64url');

/** Ends a person's sessions except `except` (T16), and their live updates. */
export async function endSessions(shop: Shop, userId: string, except?: { sessionId: string }): Promise<void> {
  const currentDevice = except && (await findDeviceOf(shop, except.sessionId));
  await inTransaction(shop, async (shop) => {
    await shop.database
      .delete(authSessions)
      .where(and(eq(authSessions.userId, userId), except ? ne(authSessions.id, except.sessionId) : undefined));
    await announce(shop, 'accounts.sessions-ended', {
      userId,
      endedAt: shop.now.toISOString(),
      ...(currentDevice && { currentDevice }),
    });
  });
  await endStreamsOf(shop, userId);
  logSecurityEvent(shop, 'sessions-ended', { which: except ? 'others' : 'all', userId });
}

// Not filtered by owner: reads the caller's own session.
/** Returns the hash that identifies a session's browser. For an older session, returns the session's id. */
export async function findDeviceOf(shop: Shop, sessionId: string): Promise<string> {
  const [session] = await shop.database
    .select({ device: authSessions.device })
    .from(authSessions)
    .where(eq(authSessions.id, sessionId));
  return session?.device ?? sessionId;
}

// Not filtered by owner: the token identifies the session.
export async function findSessionOf(shop: Shop, token: string): Promise<{ id: string; userId: string } | undefined> {
  const [session] = await shop.database
    .select({ id: authSessions.id, userId: authSessions.userId })
    .from(authSessions)
    .where(eq(authSessions.token, token));
  return session;
}

export async function forgetExpiredSessions(shop: Shop): Promise<void> {
  shopOnly(shop);
  await shop.database.delete(authSessions).where(lt(authSessions.expiresAt, shop.now));
}

export async function forgetSessions(shop: Shop, userId: string): Promise<void> {
  await endSessions(shop, userId);
  await shop.database.delete(authDevices).where(eq(authDevices.userId, userId));
}

// Not filtered by owner: the token identifies the session.
async function findSession(shop: Omit<Shop, 'actor'>, token: string) {
  const [found] = await shop.database
    .select({
      userId: authUsers.id,
      sessionId: authSessions.id,
      seenAt: authSessions.updatedAt,
      accountName: authUsers.name,
      accountEmail: authUsers.email,
      isAccountVerified: authUsers.emailVerified,
      email: userProfiles.email,
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
  return found;
}

async function rememberDevice(
  shop: Shop,
  { userId, token, device }: { userId: string; token: string; device: string },
): Promise<void> {
  await inTransaction(shop, async (shop) => {
    const mine = hashOf(device);
    const knownDevices = await shop.database
      .select({ device: authDevices.device })
      .from(authDevices)
      .where(eq(authDevices.userId, userId));
    await storeDevice(shop, userId, device);
    await shop.database
      .update(authSessions)
      .set({ device: mine })
      .where(and(eq(authSessions.token, token), eq(authSessions.userId, userId)));
    if (knownDevices.length === 0 || knownDevices.some(({ device }) => device === mine)) return;
    const session = await findSessionOf(shop, token);
    if (session) await announce(shop, 'accounts.new-device', { userId, sessionId: session.id });
  });
}

async function storeDevice(shop: Shop, userId: string, device: string): Promise<void> {
  const seen = { lastSeenAt: shop.now };
  await shop.database
    .insert(authDevices)
    .values({ userId, device: hashOf(device), firstSeenAt: shop.now, ...seen })
    .onConflictDoUpdate({ target: [authDevices.userId, authDevices.device], set: seen });
}

export const SESSION_SECONDS = 30 * 24 * 60 * 60;

export const cookieOptions = (shop: Pick<Shop, 'config'>) => ({
  cookiePrefix: cookieName('bisvar', isHttps(shop)),
  useSecureCookies: false,
  defaultCookieAttributes: { secure: isHttps(shop) },
});

type SignedCookie = { value: string; pair: string };

const SIGNED = ['session_token', 'two_factor', 'state'] as const;
type Signed = (typeof SIGNED)[number];

export function readSignedCookie(shop: Pick<Shop, 'config'>, headers: Headers, what: Signed): SignedCookie | undefined {
  const { name } = createCookieGetter({ advanced: cookieOptions(shop) })(what);
  const cookies = parseCookies(headers.get('cookie') ?? '');
  const text = cookies.get(name) ?? '';
  const dot = text.lastIndexOf('.');
  if (dot < 1) return undefined;
  const value = text.slice(0, dot);
  const signature = text.slice(dot + 1);
  const [present, ...earlier] = sessionSecrets(shop);
  const expected = sign(value, present);
  const isOurs =
    constantTimeEqual(signature, expected) ||
    earlier.some((secret) => constantTimeEqual(signature, sign(value, secret)));
  return isOurs ? { value, pair: `${name}=${encodeURIComponent(`${value}.${expected}`)}` } : undefined;
}

/** Better Auth's own function takes ten times as long and would run at every request. */
const sign = (value: string, secret: string): string => createHmac('sha256', secret).update(value).digest('base64');

export const signedCookies = (shop: Pick<Shop, 'config'>, headers: Headers): string =>
  SIGNED.flatMap((what) => readSignedCookie(shop, headers, what)?.pair ?? []).join('; ');

const DEVICE_COOKIE = 'device';
const DEVICE_DAYS = 400;

function readDeviceCookie(shop: Pick<Shop, 'config'>, headers: Headers): string | undefined {
  const cookies = parseCookies(headers.get('cookie') ?? '');
  const text = cookies.get(deviceCookie(shop));
  return text && /^[\w-]{32}$/.test(text) ? text : undefined;
}

const writeDeviceCookie = (shop: Pick<Shop, 'config'>, device: string): string =>
  `${deviceCookie(shop)}=${device}; Max-Age=${DEVICE_DAYS * 24 * 60 * 60}; Path=/; HttpOnly; SameSite=Lax${isHttps(shop) ? '; Secure' : ''}`;

const deviceCookie = (shop: Pick<Shop, 'config'>): string => cookieName(DEVICE_COOKIE, isHttps(shop));
