import type { CDPSession, Page } from '@playwright/test';
import { pushDevices } from '#app/modules/messaging/push/tables.server.ts';
import { queueNotices } from '#app/modules/messaging/push/push.server.ts';
import { type Browser, newBrowser, openPushService } from '#tests/support/push-service.ts';
import { accessibilityProblems } from './accessibility.ts';
import { serveOwnShop } from './own-shop.ts';
import { ADMIN, expect, signIn, testWithRouter } from './shopping.ts';

let service: Awaited<ReturnType<typeof openPushService>>;
let own: Awaited<ReturnType<typeof serveOwnShop>>;
const test = testWithRouter.extend<object, { ownAddress: string }>({
  ownAddress: [
    async ({ browserName: _ }, use) => {
      service = await openPushService();
      own = await serveOwnShop({ PUSH_SERVICE_URL: service.url });
      await use(own.baseURL);
      await own.close();
      await service.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ ownAddress }, use) => use(ownAddress),
});
test.describe.configure({ mode: 'serial' });
test.use({ serviceWorkers: 'allow', viewport: { width: 390, height: 844 } });
test.beforeEach(async () => {
  service.reset();
  await own.shop.database.delete(pushDevices);
});

/** Replaces only the connection to a browser maker's push service. */
const standInForSubscribing = (page: Page, { subscription }: Browser) =>
  page.addInitScript(({ endpoint, p256dh, auth }) => {
    const bytes = (text: string) =>
      Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (sign) => sign.charCodeAt(0)).buffer;
    const isOn = () => localStorage.getItem('subscribed') !== null;
    const made = {
      endpoint,
      options: {},
      getKey: (name: string) => bytes(name === 'auth' ? auth : p256dh),
      unsubscribe: async () => {
        localStorage.removeItem('subscribed');
        return true;
      },
    };
    Object.defineProperty(Notification, 'permission', { get: () => 'granted', configurable: true });
    Notification.requestPermission = async () => 'granted';
    Object.assign(PushManager.prototype, {
      getSubscription: async () => (isOn() ? made : null),
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        localStorage.setItem('subscribed', applicationServerKey);
        return made;
      },
    });
  }, subscription);

async function turnOn(page: Page, browser: Browser): Promise<void> {
  await page.context().grantPermissions(['notifications'], { origin: own.baseURL });
  await standInForSubscribing(page, browser);
  await signIn(page, own.baseURL, ADMIN);
  await page.goto('/admin/notifications');
  await page.getByRole('button', { name: 'Turn on notifications' }).click();
  await expect(page.getByText('Notifications are on.')).toBeVisible();
  await own.shop.database.update(pushDevices).set({ quietFrom: null, quietUntil: null });
}

const ORDER = {
  kind: 'order',
  path: '/admin/orders',
  detail: 'BV-7, Asha Rawat, ₹2,400',
  occasion: 'order:7',
} as const;
type Noticed = { title: string; body: string; tag: string; data: { path: string } };
/** The types of this project's browser code do not include service workers. */
type WorkerScope = EventTarget & {
  notices: Noticed[];
  clients: { openWindow: (url: string) => Promise<null> };
  registration: { showNotification: (title: string, options: Omit<Noticed, 'title'>) => Promise<void> };
};

const sent = async (browser: Browser) => {
  await expect.poll(() => service.readBy(browser).length).toBeGreaterThan(0);
  return JSON.stringify(service.readBy(browser).at(-1));
};

async function findRegistration(session: CDPSession): Promise<string> {
  const found = Promise.withResolvers<string>();
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const ours = registrations.find(({ scopeURL }) => scopeURL === `${own.baseURL}/`);
    if (ours) found.resolve(ours.registrationId);
  });
  await session.send('ServiceWorker.enable');
  return found.promise;
}

test('an order sends a notification while no page is open, and a tap opens it', async ({ page, context }) => {
  const browser = newBrowser();
  await turnOn(page, browser);
  await expect(page.getByRole('button', { name: 'Turn on notifications' })).toHaveCount(0);
  expect(await accessibilityProblems(page)).toEqual([]);
  await queueNotices(own.shop.systemContext(), [ORDER]);
  const data = await sent(browser);

  const elsewhere = await context.newPage();
  await elsewhere.goto('about:blank');
  const registrationId = await findRegistration(await context.newCDPSession(page));
  const session = await context.newCDPSession(elsewhere);
  await session.send('ServiceWorker.enable');
  const [worker] = context.serviceWorkers();
  // Headless Chromium shows no notifications.
  await worker!.evaluate(() => {
    const scope = self as unknown as WorkerScope;
    scope.notices = [];
    scope.registration.showNotification = async (title, { body, tag, data }) =>
      void scope.notices.push({ title, body, tag, data });
  });
  await page.close();
  const deliver = (data: string) =>
    session.send('ServiceWorker.deliverPushMessage', { origin: own.baseURL, registrationId, data });
  await deliver(data);
  const shown = () => worker!.evaluate(() => (self as unknown as WorkerScope).notices);
  const order = { title: 'New order', body: '', tag: 'order', data: { path: '/admin/orders' } };
  await expect.poll(shown).toEqual([order]);
  await deliver('not readable');
  await expect.poll(async () => (await shown()).length).toBe(2);

  // Only a tap outside the page may open windows, and a test cannot make such a tap.
  const opened = await worker!.evaluate(
    async (elsewhere) => {
      const scope = self as unknown as WorkerScope;
      const openedUrls: string[] = [];
      scope.clients.openWindow = async (url) => {
        openedUrls.push(url);
        return null;
      };
      let isClosed = true;
      for (const notice of [...scope.notices, elsewhere]) {
        let closed = false;
        const works: Promise<unknown>[] = [];
        const about = {
          notification: { ...notice, close: () => (closed = true) },
          waitUntil: (work: Promise<unknown>) => works.push(work),
        };
        scope.dispatchEvent(Object.assign(new Event('notificationclick'), about));
        await Promise.all(works);
        isClosed &&= closed;
      }
      return { openedUrls, isClosed };
    },
    { ...order, data: { path: 'https://evil.example/admin' } },
  );
  const openedAt = ['/admin/orders', '/admin', '/admin'].map((path) => own.baseURL + path);
  expect(opened).toEqual({ openedUrls: openedAt, isClosed: true });
});

test('a subscription that the browser replaces is stored in the shop', async ({ page, context }) => {
  await turnOn(page, newBrowser());
  const before = await own.shop.database.select().from(pushDevices);
  const replacement = newBrowser();
  const [worker] = context.serviceWorkers();
  await worker!.evaluate(async ({ endpoint, p256dh, auth }) => {
    const bytes = (text: string) =>
      Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (sign) => sign.charCodeAt(0)).buffer;
    const scope = self as unknown as { PushManager: { prototype: object } } & EventTarget;
    Object.assign(scope.PushManager.prototype, {
      subscribe: async ({ applicationServerKey }: { applicationServerKey: ArrayBuffer }) => {
        if (applicationServerKey.byteLength !== 65) throw new Error('the key is missing');
        return { endpoint, getKey: (name: string) => bytes(name === 'auth' ? auth : p256dh) };
      },
    });
    const works: Promise<unknown>[] = [];
    scope.dispatchEvent(
      Object.assign(new Event('pushsubscriptionchange'), {
        oldSubscription: { options: { applicationServerKey: new ArrayBuffer(65) } },
        newSubscription: null,
        waitUntil: (work: Promise<unknown>) => works.push(work),
      }),
    );
    await Promise.all(works);
  }, replacement.subscription);
  expect(await own.shop.database.select().from(pushDevices)).toEqual([{ ...before[0], ...replacement.subscription }]);
  await queueNotices(own.shop.systemContext(), [{ ...ORDER, occasion: 'order:9' }]);
  expect(await sent(replacement)).toContain('New order');
});

test('turning off ends the subscription in the browser and the shop', async ({ page }) => {
  await turnOn(page, newBrowser());
  await page.getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByText('Notifications are off.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Turn on notifications' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('subscribed'))).toBeNull();
  expect(await own.shop.database.select().from(pushDevices)).toEqual([]);
});

test('an expired subscription can be turned on again', async ({ page }) => {
  const browser = newBrowser();
  await turnOn(page, browser);
  service.answerNext(410);
  await queueNotices(own.shop.systemContext(), [{ ...ORDER, occasion: 'order:8' }]);
  await expect.poll(() => own.shop.database.$count(pushDevices)).toBe(0);
  await page.reload();
  await page.getByRole('button', { name: 'Turn on notifications' }).click();
  await expect(page.getByText('Notifications are on.')).toBeVisible();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await expect(page.getByText('Test sent.')).toBeVisible();
  await expect.poll(() => service.readBy(browser).at(-1)).toMatchObject({ title: 'Notifications are on' });
});

test('choices are saved, and blocked notifications explained', async ({ page, context }) => {
  await turnOn(page, newBrowser());
  await page.getByRole('checkbox', { name: 'New message' }).uncheck();
  await page.getByRole('checkbox', { name: 'Show names and amounts' }).check();
  await page.getByRole('combobox', { name: 'From' }).selectOption('21:00');
  await page.getByRole('combobox', { name: 'Until' }).selectOption('07:00');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Changes saved.')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'New message' })).not.toBeChecked();
  expect(await own.shop.database.select().from(pushDevices)).toMatchObject([
    { kinds: ['order', 'payment', 'request', 'overdue'], quietFrom: 21, quietUntil: 7, showsDetails: true },
  ]);
  await context.clearPermissions();
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { value: 'denied' }));
  await page.reload();
  await expect(page.getByText('Notifications are blocked.')).toBeVisible();
});
