import { and, asc, eq, lt, lte, ne } from 'drizzle-orm';
import { done, refused, type Refused, type Result } from '#app/basics/result.ts';
import { browserName } from '#app/modules/identity/sign-in/device.ts';
import { authSessions } from '#app/modules/identity/sign-in/tables.server.ts';
import { userProfiles } from '#app/modules/identity/accounts/tables.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { takeToken, type TooMany } from '#app/platform/limits.server.ts';
import { type Notice, NOTICE_KINDS } from '#app/platform/mail/email.ts';
import { announceEach } from '#app/platform/outbox/outbox.server.ts';
import { adminOnly, inTransaction, ownerOnly, type Shop, signedIn } from '#app/platform/shop.server.ts';
import type { z } from 'zod';
import './events.server.ts';
import type { deviceSchema, subscriptionSchema } from './forms.ts';
import { endOfQuietHours, MAX_DEVICES, type PushDevice } from './push.ts';
import { pushDevices, pushNotices } from './tables.server.ts';

const NIGHT = { quietFrom: 22, quietUntil: 8 };

/** Returns the visitor's devices, starting with this one. Owners only. */
export async function listPushDevices(shop: Shop): Promise<PushDevice[]> {
  ownerOnly(shop);
  const { userId } = signedIn(shop);
  const [rows, session] = await Promise.all([
    shop.database
      .select()
      .from(pushDevices)
      .where(eq(pushDevices.userId, userId))
      .orderBy(asc(pushDevices.turnedOnAt), asc(pushDevices.id)),
    thisSession(shop),
  ]);
  return rows
    .map(({ id, name, kinds, quietFrom, quietUntil, showsDetails, lastError, endpoint, device }) => ({
      id,
      name,
      kinds,
      quietFrom,
      quietUntil,
      showsDetails,
      lastError,
      endpoint,
      isThis: device === session.device,
    }))
    .toSorted((a, b) => Number(b.isThis) - Number(a.isThis));
}

type Subscription = z.output<typeof subscriptionSchema>;

/** Turns notifications on for this browser. A repeated call keeps the browser's choices. Owners only. */
export async function addPushDevice(
  shop: Shop,
  { endpoint, p256dh, auth }: Subscription,
): Promise<Result<undefined, Refused<'too-many-devices'>>> {
  ownerOnly(shop);
  const { userId } = signedIn(shop);
  const { device, userAgent } = await thisSession(shop);
  return inTransaction(shop, async (shop) => {
    // The lock makes concurrent devices of one person wait, so that the limit counts each of them.
    await shop.database
      .select({ id: userProfiles.id })
      .from(userProfiles)
      .where(eq(userProfiles.id, userId))
      .for('update');
    const isSame = and(eq(pushDevices.userId, userId), eq(pushDevices.device, device));
    const [known] = await shop.database.select().from(pushDevices).where(isSame);
    await removeFormer(shop, endpoint, known?.id);
    if (known) {
      await shop.database
        .update(pushDevices)
        .set({ endpoint, p256dh, auth, lastError: null, turnedOnAt: shop.now })
        .where(isSame);
      return done();
    }
    if ((await shop.database.$count(pushDevices, eq(pushDevices.userId, userId))) >= MAX_DEVICES)
      return refused('too-many-devices');
    await shop.database.insert(pushDevices).values({
      userId,
      device,
      name: browserName(userAgent),
      endpoint,
      p256dh,
      auth,
      kinds: [...NOTICE_KINDS],
      ...NIGHT,
      turnedOnAt: shop.now,
    });
    return done();
  });
}

/** Replaces this browser's subscription with a new one, if its notifications are on. Owners only. */
export async function renewPushDevice(shop: Shop, { endpoint, p256dh, auth }: Subscription): Promise<void> {
  ownerOnly(shop);
  const { userId } = signedIn(shop);
  const { device } = await thisSession(shop);
  await inTransaction(shop, async (shop) => {
    const [known] = await shop.database
      .select({ id: pushDevices.id })
      .from(pushDevices)
      .where(and(eq(pushDevices.userId, userId), eq(pushDevices.device, device)))
      .for('update');
    if (!known) return;
    await removeFormer(shop, endpoint, known.id);
    await shop.database
      .update(pushDevices)
      .set({ endpoint, p256dh, auth, lastError: null })
      .where(eq(pushDevices.id, known.id));
  });
}

/** Removes another device with the same address, because its browser has a new user or has lost its device cookie. */
async function removeFormer(shop: Shop, endpoint: string, knownId: string | undefined): Promise<void> {
  await shop.database
    .delete(pushDevices)
    .where(and(eq(pushDevices.endpoint, endpoint), knownId ? ne(pushDevices.id, knownId) : undefined));
}

/** Saves which notices a device shows and when. Throws not-found. Owners only. */
export async function changePushDevice(
  shop: Shop,
  { device, kinds, quietFrom, quietUntil, showsDetails }: z.output<typeof deviceSchema>,
): Promise<void> {
  ownerOnly(shop);
  const changed = await shop.database
    .update(pushDevices)
    .set({ kinds, quietFrom, quietUntil, showsDetails: showsDetails === 'on' })
    .where(ownDevice(shop, device))
    .returning({ id: pushDevices.id });
  if (changed.length === 0) throw notFound();
}

/** Turns notifications off. Does nothing if the device was already removed. */
export async function removePushDevice(shop: Shop, { device }: { device: string }): Promise<void> {
  await shop.database.delete(pushDevices).where(ownDevice(shop, device));
}

const TESTS = { capacity: 5, refillPerMinute: 1 };

/** Sends a notice to one device immediately. Throws not-found. Owners only. */
export async function sendTestNotice(
  shop: Shop,
  { device, path }: { device: string; path: string },
): Promise<Result<undefined, TooMany>> {
  ownerOnly(shop);
  const allowed = await takeToken(shop, `push-test:${signedIn(shop).userId}`, TESTS);
  if (!allowed.ok) return allowed;
  await inTransaction(shop, async (shop) => {
    const [found] = await shop.database.select({ id: pushDevices.id }).from(pushDevices).where(ownDevice(shop, device));
    if (!found) throw notFound();
    await insertNotices(shop, [
      {
        deviceId: found.id,
        occasion: `test:${crypto.randomUUID()}`,
        kind: 'test',
        path,
        detail: null,
        dueAt: shop.now,
        createdAt: shop.now,
      },
    ]);
  });
  return done();
}

const ownDevice = (shop: Shop, id: string) =>
  and(eq(pushDevices.id, id), eq(pushDevices.userId, signedIn(shop).userId));

const MAX_DETAIL = 200;

// Not filtered by owner: the shop queues notices for all devices.
/** Queues notices for each device that wants them, once per occasion. */
export async function queueNotices(shop: Shop, notices: readonly (Notice & { occasion: string })[]): Promise<void> {
  if (notices.length === 0) return;
  const devices = await shop.database.select().from(pushDevices);
  await insertNotices(
    shop,
    devices.flatMap((device) =>
      notices
        .filter(({ kind }) => device.kinds.includes(kind))
        .map(({ kind, path, detail, occasion }) => ({
          deviceId: device.id,
          occasion,
          kind,
          path,
          detail: device.showsDetails ? detail.slice(0, MAX_DETAIL) : null,
          dueAt: endOfQuietHours(device, shop.now),
          createdAt: shop.now,
        })),
    ),
  );
}

async function insertNotices(shop: Shop, notices: (typeof pushNotices.$inferInsert)[]): Promise<void> {
  if (notices.length === 0) return;
  await inTransaction(shop, async (shop) => {
    const queued = await shop.database
      .insert(pushNotices)
      .values(notices)
      .onConflictDoNothing({ target: [pushNotices.deviceId, pushNotices.occasion] })
      .returning({ id: pushNotices.id, dueAt: pushNotices.dueAt });
    const byDelay = Map.groupBy(queued, ({ dueAt }) => Math.ceil((dueAt.getTime() - shop.now.getTime()) / 1_000));
    for (const [afterSeconds, due] of byDelay)
      await announceEach(
        shop,
        'push.notice-queued',
        due.map(({ id }) => ({ noticeId: id })),
        { afterSeconds },
      );
  });
}

/** Removes the devices whose sessions an account has ended. Devices added later stay. */
export async function removeEndedDevices(
  shop: Shop,
  {
    userId,
    endedAt,
    device,
    currentDevice,
  }: { userId: string; endedAt: string; device?: string; currentDevice?: string },
): Promise<void> {
  adminOnly(shop);
  await shop.database
    .delete(pushDevices)
    .where(
      and(
        eq(pushDevices.userId, userId),
        lte(pushDevices.turnedOnAt, new Date(endedAt)),
        device ? eq(pushDevices.device, device) : undefined,
        currentDevice ? ne(pushDevices.device, currentDevice) : undefined,
      ),
    );
}

const MAX_AGE_DAYS = 30;

export async function removeOldNotices(shop: Shop): Promise<void> {
  adminOnly(shop);
  await shop.database
    .delete(pushNotices)
    .where(lt(pushNotices.createdAt, new Date(shop.now.getTime() - MAX_AGE_DAYS * 86_400_000)));
}

async function thisSession(shop: Shop): Promise<{ device: string; userAgent: string | null }> {
  const { sessionId, userId } = signedIn(shop);
  const [session] = await shop.database
    .select({ device: authSessions.device, userAgent: authSessions.userAgent })
    .from(authSessions)
    .where(and(eq(authSessions.id, sessionId), eq(authSessions.userId, userId)));
  return { device: session?.device ?? sessionId, userAgent: session?.userAgent ?? null };
}
