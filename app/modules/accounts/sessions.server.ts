import { createHash, randomBytes } from 'node:crypto';
import { APIError } from 'better-auth/api';
import { and, eq, ne } from 'drizzle-orm';
import { done, refused, type Refused, type Result } from '#app/basics/result.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';
import { inTransaction, type Shop } from '#app/platform/shop.server.ts';
import { deviceCookie, keepDeviceCookie } from './cookies.server.ts';
import './events.server.ts';
import { ensureProfile } from './profile.server.ts';
import { authDevices, authSessions } from './tables.server.ts';

/** A session was begun: whose it is, and the cookies that carry it. The token itself is nowhere else. */
export type Session = { userId: string; cookies: string[] };
/** The first factor was right; the cookies carry the question for the second one, and no session. */
export type SecondFactorNeeded = Refused<'second-factor-needed', { cookies: string[] }>;

/**
 * Ends the way in, by whatever factor: makes the profile of who has none yet, turns a switched-off account away, and
 * tells a person by mail of a browser they haven't signed in with before (T15).
 */
export async function begun(
  shop: Shop,
  { userId, token, cookies }: { userId: string; token: string; cookies: string[] },
  browser: Headers,
): Promise<Result<Session, Refused<'switched-off'>>> {
  const profile = await ensureProfile(shop, userId);
  if (profile.deactivatedAt) {
    await endSessions(shop, userId);
    return refused('switched-off');
  }
  const device = deviceCookie(browser) ?? randomBytes(24).toString('base64url');
  await noteDevice(shop, { userId, token, device });
  return done({ userId, cookies: [...cookies, keepDeviceCookie(shop, device)] });
}

/** Ends every session of a person, but one when `except` names it (T16): at a new password and a new role. */
export async function endSessions(shop: Shop, userId: string, except?: { sessionId: string }): Promise<void> {
  await shop.database
    .delete(authSessions)
    .where(and(eq(authSessions.userId, userId), except ? ne(authSessions.id, except.sessionId) : undefined));
}

/** What Better Auth answers, its refusals as a value; what isn't one of them is a bug and thrown. */
export async function asked<Answer>(asking: Promise<Answer>): Promise<Answer | APIError> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof APIError) return error;
    throw error;
  }
}

/** The first browser of an account is no news. */
async function noteDevice(
  outer: Shop,
  { userId, token, device }: { userId: string; token: string; device: string },
): Promise<void> {
  await inTransaction(outer, async (shop) => {
    const seen = { lastSeenAt: shop.now };
    const mine = createHash('sha256').update(device).digest('base64url');
    const known = await shop.database
      .select({ device: authDevices.device })
      .from(authDevices)
      .where(eq(authDevices.userId, userId));
    await shop.database
      .insert(authDevices)
      .values({ userId, device: mine, firstSeenAt: shop.now, ...seen })
      .onConflictDoUpdate({ target: [authDevices.userId, authDevices.device], set: seen });
    if (known.length === 0 || known.some(({ device }) => device === mine)) return;
    const [session] = await shop.database
      .select({ id: authSessions.id })
      .from(authSessions)
      .where(eq(authSessions.token, token));
    if (session) await announce(shop, 'accounts.new-device', { userId, sessionId: session.id });
  });
}
