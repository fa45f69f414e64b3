import { and, desc, eq, gt } from 'drizzle-orm';
import { isUuid } from '#app/basics/uuid.ts';
import { authUsers, userProfiles } from '#app/modules/identity/accounts/tables.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { logSecurityEvent } from '#app/platform/security-log.server.ts';
import { endStreamsOf } from '#app/platform/live/live.server.ts';
import { announceEach } from '#app/platform/outbox/outbox.server.ts';
import '#app/modules/identity/accounts/events.server.ts';
import { inTransaction, type Shop, shopOnly, signedIn } from '#app/platform/shop.server.ts';
import { browserName, type Device, shortenedAddress } from './device.ts';
import { endSessions } from './sessions.server.ts';
import { authSessions } from './tables.server.ts';
import type { z } from 'zod';
import { done, refused, type Refused, type Result } from '#app/basics/result.ts';
import { hasPassword, isOwnPassword, type WrongPassword } from './credentials.server.ts';
import type { TooManyAttempts } from './attempts.server.ts';
import type { signOutDevicesSchema } from './forms.ts';

const described = {
  id: authSessions.id,
  userAgent: authSessions.userAgent,
  address: authSessions.ipAddress,
  lastSeenAt: authSessions.updatedAt,
};

export async function listDevices(shop: Shop): Promise<Device[]> {
  const { userId, sessionId } = signedIn(shop);
  const rows = await shop.database
    .select(described)
    .from(authSessions)
    .where(and(eq(authSessions.userId, userId), gt(authSessions.expiresAt, shop.now)))
    .orderBy(desc(authSessions.updatedAt), desc(authSessions.id));
  return rows.map(({ id, userAgent, address, lastSeenAt }) => ({
    id,
    browser: browserName(userAgent),
    place: shortenedAddress(address),
    lastSeenAt,
    isThis: id === sessionId,
  }));
}

async function endDevice(shop: Shop, id: string): Promise<void> {
  const { userId } = signedIn(shop);
  if (!isUuid(id)) throw notFound();
  const ended = await inTransaction(shop, async (shop) => {
    const ended = await shop.database
      .delete(authSessions)
      .where(and(eq(authSessions.id, id), eq(authSessions.userId, userId)))
      .returning({ id: authSessions.id, device: authSessions.device });
    await announceEach(
      shop,
      'accounts.sessions-ended',
      ended.map(({ id, device }) => ({ userId, endedAt: shop.now.toISOString(), device: device ?? id })),
    );
    return ended;
  });
  await endStreamsOf(shop, userId);
  if (ended.length > 0) logSecurityEvent(shop, 'sessions-ended', { which: 'one' });
}

async function endAllDevices(shop: Shop): Promise<void> {
  await endSessions(shop, signedIn(shop).userId);
}

export async function describeSignIn(
  shop: Shop,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<{ email: string; name: string; browser: string; place: string; at: Date } | undefined> {
  shopOnly(shop);
  const [found] = await shop.database
    .select({ ...described, at: authSessions.createdAt, email: userProfiles.email, name: userProfiles.name })
    .from(userProfiles)
    .innerJoin(authUsers, and(eq(authUsers.id, userProfiles.id), eq(authUsers.email, userProfiles.email)))
    .innerJoin(authSessions, eq(authSessions.userId, userProfiles.id))
    .where(and(eq(userProfiles.id, userId), eq(authSessions.id, sessionId)));
  if (!found) return undefined;
  const { email, name, userAgent, address, at } = found;
  return { email, name, browser: browserName(userAgent), place: shortenedAddress(address), at };
}

/** Signs out one device or all devices. Needs the password, if the account has a password. */
export async function signOutDevices(
  shop: Shop,
  { device, currentPassword }: z.infer<typeof signOutDevicesSchema>,
): Promise<Result<undefined, Refused<'password-needed'> | WrongPassword | TooManyAttempts>> {
  if (await hasPassword(shop)) {
    if (!currentPassword) return refused('password-needed');
    const right = await isOwnPassword(shop, currentPassword);
    if (!right.ok) return right;
  }
  await (device === 'all' ? endAllDevices(shop) : endDevice(shop, device));
  return done();
}
