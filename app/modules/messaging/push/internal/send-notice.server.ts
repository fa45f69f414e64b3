// Not filtered by owner: a background job sends queued notices.
import { and, eq, inArray, lte } from 'drizzle-orm';
import { href } from 'react-router';
import { userProfiles } from '#app/modules/identity/accounts/tables.server.ts';
import { getPushKeys } from '#app/modules/messaging/push/keys.server.ts';
import { noticeTitle } from '#app/modules/messaging/push/push.ts';
import { pushDevices, pushNotices } from '#app/modules/messaging/push/tables.server.ts';
import { readShopIdentity } from '#app/modules/store/settings/shop-identity.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';

const sending = new Map<string, Promise<void>>();

/**
 * Sends a notice, or throws when a later attempt may succeed. Sends to a device one at a time, so that notices due
 * together become one.
 */
export async function sendNotice(shop: Shop, noticeId: string): Promise<void> {
  const [found] = await shop.database
    .select({ deviceId: pushNotices.deviceId })
    .from(pushNotices)
    .where(eq(pushNotices.id, noticeId));
  if (!found) return;
  const turn = (sending.get(found.deviceId) ?? Promise.resolve()).then(() => sendDue(shop, noticeId));
  const settled = turn.catch(() => {});
  sending.set(found.deviceId, settled);
  try {
    await turn;
  } finally {
    if (sending.get(found.deviceId) === settled) sending.delete(found.deviceId);
  }
}

/** A notice that is overdue for longer is not sent. */
const MAX_AGE_MS = 24 * 60 * 60 * 1_000;
/** The push service stores a notice this long for a device that is switched off. */
const TTL_SECONDS = 12 * 60 * 60;

async function sendDue(shop: Shop, noticeId: string): Promise<void> {
  const [found] = await shop.database
    .select({ notice: pushNotices, device: pushDevices, profile: userProfiles })
    .from(pushNotices)
    .innerJoin(pushDevices, eq(pushDevices.id, pushNotices.deviceId))
    .innerJoin(userProfiles, eq(userProfiles.id, pushDevices.userId))
    .where(and(eq(pushNotices.id, noticeId), eq(pushNotices.state, 'queued')));
  if (!found) return;
  const { notice, device, profile } = found;
  const due = await shop.database
    .select({ id: pushNotices.id })
    .from(pushNotices)
    .where(
      and(
        eq(pushNotices.deviceId, device.id),
        eq(pushNotices.kind, notice.kind),
        eq(pushNotices.state, 'queued'),
        lte(pushNotices.dueAt, shop.now),
      ),
    );
  const ids = [...new Set([noticeId, ...due.map(({ id }) => id)])];
  const mark = async (state: 'sent' | 'expired' | 'failed') => {
    await shop.database.update(pushNotices).set({ state, detail: null }).where(inArray(pushNotices.id, ids));
  };
  const isOwner = profile.isAdmin && profile.adminRole === 'owner' && profile.deactivatedAt === null;
  if (!isOwner || shop.now.getTime() - notice.dueAt.getTime() > MAX_AGE_MS) return mark('expired');

  const [keys, identity] = await Promise.all([getPushKeys(shop), readShopIdentity(shop)]);
  const isOne = ids.length === 1;
  const text = JSON.stringify({
    title: noticeTitle(notice.kind, ids.length),
    body: isOne && device.showsDetails ? (notice.detail ?? '') : '',
    path: isOne ? notice.path : href('/admin'),
    tag: notice.kind,
  });
  const answer = await shop.suppliers.push.send(device, text, {
    keys,
    contact: shop.config.shopUrl.startsWith('https:')
      ? shop.config.shopUrl
      : `mailto:${identity.email || 'shop@bisvar.example'}`,
    ttlSeconds: TTL_SECONDS,
  });
  if (answer.state === 'gone') {
    await shop.database
      .delete(pushDevices)
      // The browser may have renewed its subscription in the meantime; the new subscription stays.
      .where(and(eq(pushDevices.id, device.id), eq(pushDevices.endpoint, device.endpoint)));
    return;
  }
  await mark(answer.state === 'sent' ? 'sent' : 'failed');
  const lastError = answer.state === 'sent' ? null : answer.reason;
  if (lastError !== device.lastError)
    await shop.database.update(pushDevices).set({ lastError }).where(eq(pushDevices.id, device.id));
}
