import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { webPush } from '#app/adapters/push/web-push.server.ts';
import { userProfiles } from '#app/modules/identity/accounts/tables.server.ts';
import { queueMessages } from '#app/modules/messaging/messages/messages.server.ts';
import type { Notice } from '#app/platform/mail/email.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { startOutboxWorker } from '#app/platform/outbox/worker.server.ts';
import { newBrowser, openPushService } from '#tests/support/push-service.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { subscriptionSchema } from './forms.ts';
import { pushListeners } from './listeners.server.ts';
import { endOfQuietHours, MAX_DEVICES } from './push.ts';
import {
  addPushDevice,
  changePushDevice,
  listPushDevices,
  queueNotices,
  removeEndedDevices,
  removeOldNotices,
  removePushDevice,
  renewPushDevice,
  sendTestNotice,
} from './push.server.ts';
import { pushDevices, pushNotices } from './tables.server.ts';

let shop: TestShop;
let service: Awaited<ReturnType<typeof openPushService>>;
beforeAll(async () => {
  shop = await openTestShop();
  service = await openPushService();
  shop.suppliers.push = webPush({ pushServiceUrl: service.url });
});
afterAll(async () => {
  await service.stop();
  await shop.close();
});
beforeEach(async () => {
  await shop.empty();
  service.reset();
});

async function deliver() {
  const log = { warn() {}, error() {} };
  const listen = async () => async () => {};
  const worker = await startOutboxWorker({
    shopFor: shop.as.shop,
    listeners: [...pushListeners],
    log,
    listen,
    pollSeconds: 3_600,
  });
  await worker.drain();
  await worker.stop();
}

const inBrowser = (n: number) => {
  const admin = shop.as.admin();
  const sessionId = `00000000-0000-4000-9000-${String(n).padStart(12, '0')}`;
  return { ...admin, actor: { ...admin.actor, sessionId } } as Shop;
};

async function turnOn(on = inBrowser(1), changes: Partial<typeof pushDevices.$inferInsert> = {}) {
  const browser = newBrowser();
  expect(await addPushDevice(on, browser.subscription)).toMatchObject({ ok: true });
  const [device] = await shop.database
    .update(pushDevices)
    .set({ quietFrom: null, quietUntil: null, ...changes })
    .where(eq(pushDevices.endpoint, browser.subscription.endpoint))
    .returning();
  return { browser, device: device! };
}

const ORDER: Notice & { occasion: string } = {
  kind: 'order',
  path: '/admin/orders/7',
  detail: 'BIS-7, Asha Rawat, ₹2,400',
  occasion: 'owner-order-placed:7',
};
const order = (n: number) => ({ ...ORDER, path: `/admin/orders/${n}`, occasion: `owner-order-placed:${n}` });

describe('a notice', () => {
  test('arrives without a name or an amount', async () => {
    const { browser } = await turnOn();
    await queueNotices(shop.as.shop(), [ORDER]);
    await deliver();
    expect(service.readBy(browser)).toEqual([{ title: 'New order', body: '', path: '/admin/orders/7', tag: 'order' }]);
    expect((await shop.database.select().from(pushNotices))[0]).toMatchObject({ detail: null, state: 'sent' });
  });

  test('names what happened where the owner chose it', async () => {
    const { browser } = await turnOn(inBrowser(1), { showsDetails: true });
    await queueNotices(shop.as.shop(), [ORDER]);
    await deliver();
    expect(service.readBy(browser)).toMatchObject([{ title: 'New order', body: 'BIS-7, Asha Rawat, ₹2,400' }]);
    expect((await shop.database.select().from(pushNotices))[0]).toMatchObject({ detail: null, state: 'sent' });
  });

  test('arrives once, however often it is queued', async () => {
    const { browser } = await turnOn();
    for (let times = 0; times < 3; times += 1) await queueNotices(shop.as.shop(), [ORDER]);
    await deliver();
    await deliver();
    expect(service.readBy(browser)).toHaveLength(1);
  });

  test('arrives only on devices that want it', async () => {
    const { browser: phone } = await turnOn(inBrowser(1), { kinds: ['payment'] });
    const { browser: laptop } = await turnOn(inBrowser(2));
    await queueNotices(shop.as.shop(), [ORDER]);
    await deliver();
    expect(service.readBy(phone)).toEqual([]);
    expect(service.readBy(laptop)).toHaveLength(1);
  });

  test('comes with an email to the shop, even without an address', async () => {
    const { browser } = await turnOn();
    const mail = { template: 'owner-order-placed', occasion: '7', subject: 'Order', text: 'Order', html: null };
    await queueMessages(shop.as.shop(), { ...mail, recipient: '', notice: ORDER });
    await queueMessages(shop.as.shop(), { ...mail, recipient: 'hello@bisvar.example', notice: ORDER });
    await deliver();
    expect(service.readBy(browser)).toHaveLength(1);
  });

  test('waits for the end of the quiet hours, then several become one', async () => {
    const { browser } = await turnOn(inBrowser(1), { quietFrom: 15, quietUntil: 16, showsDetails: true });
    await queueNotices(shop.as.shop(), [order(1), order(2), order(3)]);
    await deliver();
    expect(service.received).toEqual([]);
    shop.later(29);
    await deliver();
    expect(service.received).toEqual([]);
    shop.later(1);
    await deliver();
    expect(service.readBy(browser)).toEqual([{ title: '3 new orders', body: '', path: '/admin', tag: 'order' }]);
  });

  test('is tried again while the push service is down', async () => {
    const { browser } = await turnOn();
    service.answerNext(503);
    await queueNotices(shop.as.shop(), [ORDER]);
    await deliver();
    expect((await shop.database.select().from(pushNotices))[0]!.state).toBe('queued');
    shop.later(1);
    await deliver();
    expect(service.readBy(browser)).toHaveLength(2);
    expect((await shop.database.select().from(pushNotices))[0]!.state).toBe('sent');
  });

  test('is not shown a day later', async () => {
    await turnOn();
    await queueNotices(shop.as.shop(), [ORDER]);
    shop.later(24 * 60 + 1);
    await deliver();
    expect(service.received).toEqual([]);
    expect((await shop.database.select().from(pushNotices))[0]!.state).toBe('expired');
  });

  test.each([404, 410])('removes an expired subscription at %i', async (status) => {
    await turnOn();
    service.answerNext(status);
    await queueNotices(shop.as.shop(), [ORDER]);
    await deliver();
    expect(await listPushDevices(inBrowser(1))).toEqual([]);
    expect(await shop.database.$count(pushNotices)).toBe(0);
  });

  test('names a refusal until one arrives', async () => {
    await turnOn();
    service.answerNext(403);
    await queueNotices(shop.as.shop(), [ORDER]);
    await deliver();
    expect(await listPushDevices(inBrowser(1))).toMatchObject([{ lastError: 'The push service answered 403' }]);
    await queueNotices(shop.as.shop(), [order(8)]);
    await deliver();
    expect(await listPushDevices(inBrowser(1))).toMatchObject([{ lastError: null }]);
  });

  test.each([{ adminRole: 'helper' as const }, { isAdmin: false }, { deactivatedAt: new Date() }])(
    'is never sent to someone who is no longer an owner: %o',
    async (change) => {
      const { device } = await turnOn();
      await shop.database.update(userProfiles).set(change).where(eq(userProfiles.id, device.userId));
      await queueNotices(shop.as.shop(), [ORDER]);
      await deliver();
      expect(service.received).toEqual([]);
    },
  );

  test('is deleted after thirty days', async () => {
    await turnOn();
    await queueNotices(shop.as.shop(), [ORDER]);
    shop.later(31 * 24 * 60);
    await removeOldNotices(shop.as.shop());
    expect(await shop.database.$count(pushNotices)).toBe(0);
  });
});

describe('a device', () => {
  test('starts with everything, quiet at night, without details', async () => {
    await addPushDevice(inBrowser(1), newBrowser().subscription);
    expect(await listPushDevices(inBrowser(1))).toMatchObject([
      {
        kinds: ['order', 'payment', 'message', 'request', 'overdue'],
        quietFrom: 22,
        quietUntil: 8,
        showsDetails: false,
        isThis: true,
      },
    ]);
  });

  test('keeps its choices when it is turned on again', async () => {
    const { device } = await turnOn(inBrowser(1), { kinds: ['order'] });
    await addPushDevice(inBrowser(1), newBrowser().subscription);
    expect(await listPushDevices(inBrowser(1))).toMatchObject([{ id: device.id, kinds: ['order'] }]);
  });

  test('takes the subscription that replaces its own, only while it is on', async () => {
    const { device } = await turnOn(inBrowser(1), { kinds: ['order'], lastError: 'The push service answered 403' });
    const { subscription } = newBrowser();
    await renewPushDevice(inBrowser(2), subscription);
    expect(await shop.database.select().from(pushDevices)).toEqual([device]);
    await renewPushDevice(inBrowser(1), subscription);
    expect(await shop.database.select().from(pushDevices)).toEqual([{ ...device, ...subscription, lastError: null }]);
  });

  test('no more than ten per person', async () => {
    for (let n = 1; n <= MAX_DEVICES; n += 1) await turnOn(inBrowser(n));
    expect(await addPushDevice(inBrowser(11), newBrowser().subscription)).toMatchObject({
      ok: false,
      reason: 'too-many-devices',
    });
  });

  test('belongs to its owner alone', async () => {
    const { device } = await turnOn();
    const other = { ...shop.as.admin(), actor: { ...shop.as.helper().actor, role: 'owner' } } as Shop;
    const choices = { device: device.id, kinds: [], quietFrom: null, quietUntil: null };
    await expect(changePushDevice(other, choices)).rejects.toThrow('Not found');
    await expect(sendTestNotice(other, { device: device.id, path: '/admin' })).rejects.toThrow('Not found');
    await removePushDevice(other, { device: device.id });
    expect(await listPushDevices(inBrowser(1))).toHaveLength(1);
    for (const stranger of [shop.as.helper(), shop.as.customer(), shop.as.guest()]) {
      await expect(listPushDevices(stranger)).rejects.toThrow();
      await expect(addPushDevice(stranger, newBrowser().subscription)).rejects.toThrow();
      await expect(renewPushDevice(stranger, newBrowser().subscription)).rejects.toThrow();
    }
  });

  test('is removed with its sessions: one, the others, all', async () => {
    const userId = (shop.as.admin().actor as { userId: string }).userId;
    const endedAt = shop.clock.now.toISOString();
    for (const n of [1, 2, 3, 4]) await turnOn(inBrowser(n));
    const sessionOf = (n: number) => (inBrowser(n).actor as { sessionId: string }).sessionId;
    await removeEndedDevices(shop.as.shop(), { userId, endedAt, device: sessionOf(1) });
    expect(await listPushDevices(inBrowser(2))).toHaveLength(3);
    await removeEndedDevices(shop.as.shop(), { userId, endedAt, currentDevice: sessionOf(2) });
    expect(await listPushDevices(inBrowser(2))).toMatchObject([{ isThis: true }]);
    await removeEndedDevices(shop.as.shop(), { userId, endedAt });
    expect(await listPushDevices(inBrowser(2))).toEqual([]);
  });

  test('stays when it was turned on after the sessions ended', async () => {
    const { device } = await turnOn();
    const endedAt = new Date(shop.clock.now.getTime() - 1).toISOString();
    await removeEndedDevices(shop.as.shop(), { userId: device.userId, endedAt });
    expect(await listPushDevices(inBrowser(1))).toHaveLength(1);
  });

  test('sends a test at once, also in quiet hours', async () => {
    const { browser, device } = await turnOn(inBrowser(1), { quietFrom: 15, quietUntil: 16 });
    await sendTestNotice(inBrowser(1), { device: device.id, path: '/admin/notifications' });
    await deliver();
    expect(service.readBy(browser)).toMatchObject([{ title: 'Notifications are on' }]);
  });
});

describe('a subscription', () => {
  const { subscription } = newBrowser();
  test.each([
    'http://push.example/a',
    'https://127.0.0.1/a',
    'https://[::1]/a',
    'https://2130706433/a',
    'https://localhost/a',
    'https://push.example:8443/a',
    'https://a:b@push.example/a',
    'nothing',
    `https://push.example/${'a'.repeat(1_000)}`,
  ])('cannot be at %s', (endpoint) => {
    expect(subscriptionSchema.safeParse({ ...subscription, endpoint }).success).toBe(false);
  });

  test('needs whole keys', () => {
    expect(subscriptionSchema.safeParse(subscription).success).toBe(true);
    expect(subscriptionSchema.safeParse({ ...subscription, auth: 'AAAA' }).success).toBe(false);
    expect(subscriptionSchema.safeParse({ ...subscription, p256dh: 'A'.repeat(87) }).success).toBe(false);
  });
});

describe('quiet hours', () => {
  const at = (time: string) => new Date(`2026-11-21T${time}:00+05:30`);
  const night = { quietFrom: 22, quietUntil: 8 };
  test.each([
    ['21:59', night, '21:59'],
    ['07:59', night, '08:00'],
    ['08:00', night, '08:00'],
    ['13:30', { quietFrom: 13, quietUntil: 14 }, '14:00'],
    ['13:30', { quietFrom: 5, quietUntil: 5 }, '13:30'],
    ['13:30', { quietFrom: null, quietUntil: null }, '13:30'],
  ])('at %s with %o wait until %s', (now, hours, until) => {
    expect(endOfQuietHours(hours, at(now))).toEqual(at(until));
  });

  test('end the next morning', () => {
    expect(endOfQuietHours(night, at('22:00'))).toEqual(new Date('2026-11-22T08:00:00+05:30'));
  });
});
