import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pushDevices } from '#app/modules/messaging/push/tables.server.ts';
import { newBrowser, openPushService, readVapid } from '#tests/support/push-service.ts';
import { openRequestShop, type RequestShop, signInAdmin, type Visitor } from '#tests/support/request-shop.ts';

const PAGE = '/admin/notifications';

let service: Awaited<ReturnType<typeof openPushService>>;
let shop: RequestShop;
let owner: Visitor;
let owners = 0;
beforeAll(async () => {
  service = await openPushService();
  shop = await openRequestShop({ PUSH_SERVICE_URL: service.url });
});
afterAll(async () => {
  await shop.close();
  await service.stop();
});
beforeEach(async () => {
  owner = await signInAdmin(shop, { name: `Owner ${(owners += 1)}` });
});
afterEach(async () => {
  service.reset();
  await shop.database.delete(pushDevices);
});

const devices = () => shop.database.select().from(pushDevices);
async function turnOn(visitor = owner) {
  const browser = newBrowser();
  const answer = await visitor.post(PAGE, { intent: 'add', ...browser.subscription });
  expect(answer.headers.get('location')).toBe(`${PAGE}?done=on`);
  const [device] = await shop.database
    .update(pushDevices)
    .set({ quietFrom: null, quietUntil: null })
    .where(eq(pushDevices.endpoint, browser.subscription.endpoint))
    .returning();
  return { browser, device: device! };
}
async function until<T>(what: () => Promise<T> | T, isRight: (value: T) => boolean): Promise<T> {
  for (let tries = 0; tries < 100; tries += 1) {
    const value = await what();
    if (isRight(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('it did not happen within five seconds');
}

describe('notifications', () => {
  test('a contact message sends a notification to the phone', async () => {
    const { browser } = await turnOn();
    const guest = shop.visitor();
    const page = await guest.get('/contact');
    const key =
      /name="key"[^>]*value="([^"]+)"/.exec(page.text)?.[1] ?? /value="([^"]+)"[^>]*name="key"/.exec(page.text)![1]!;
    const sent = await guest.post('/contact', {
      key,
      name: 'Asha Rawat',
      email: 'asha@example.in',
      phone: '',
      subject: 'A question',
      message: 'Is the blue one still there?',
      artworkInterest: 'general',
    });
    expect(sent.status).toBeLessThan(400);
    const [notice] = await until(
      () => service.readBy(browser),
      (read) => read.length > 0,
    );
    expect(notice).toMatchObject({ title: 'New message', body: '', tag: 'message' });
    expect(notice!.path).toMatch(/^\/admin\/contact\/[\da-f-]{36}$/);
    expect((await owner.get(String(notice!.path))).status).toBe(200);
    const { key: signedWith } = readVapid(service.received[0]!.headers.authorization!);
    expect((await owner.get(PAGE)).text).toContain(signedWith);
  });

  test('the choices of a device are saved without JavaScript', async () => {
    const { device } = await turnOn();
    const body = new URLSearchParams([
      ['intent', 'change'],
      ['device', device.id],
      ['kinds', 'order'],
      ['kinds', 'overdue'],
      ['quietFrom', '21'],
      ['quietUntil', '7'],
      ['showsDetails', 'on'],
    ]);
    const answer = await owner.ask(PAGE, { method: 'POST', body });
    expect(answer.headers.get('location')).toBe(`${PAGE}?done=saved`);
    expect(await devices()).toMatchObject([
      { kinds: ['order', 'overdue'], quietFrom: 21, quietUntil: 7, showsDetails: true },
    ]);
  });

  test('quiet hours with only one end are refused at the field', async () => {
    const { device } = await turnOn();
    const fields = { intent: 'change', device: device.id, quietFrom: '21', quietUntil: '' };
    const answer = await owner.post(PAGE, fields);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('Choose both hours, or none.');
  });

  test('a private address is refused', async () => {
    const { subscription } = newBrowser();
    const answer = await owner.post(PAGE, { intent: 'add', ...subscription, endpoint: 'https://10.0.0.8/' });
    expect(answer.status).toBe(400);
    expect(await devices()).toEqual([]);
  });

  test('turning off removes the device', async () => {
    const { device } = await turnOn();
    const answer = await owner.post(PAGE, { intent: 'remove', device: device.id });
    expect(answer.headers.get('location')).toBe(`${PAGE}?done=off`);
    expect(await devices()).toEqual([]);
  });

  test('signing out removes the device, and no other', async () => {
    const { device: phone } = await turnOn();
    const other = await signInAdmin(shop, { name: `Other ${owners}` });
    const { device: laptop } = await turnOn(other);
    await owner.post('/logout', {});
    const left = await until(devices, (rows) => rows.length < 2);
    expect(left.map(({ id }) => id)).toEqual([laptop.id]);
    expect(phone.id).not.toBe(laptop.id);
  });

  test('helpers, customers and guests find nothing here', async () => {
    const helper = await signInAdmin(shop, { name: `Helper ${owners}`, role: 'helper' });
    const customer = shop.visitor();
    await customer.signUpAs(`Customer ${owners}`);
    for (const visitor of [helper, customer, shop.visitor()]) {
      expect((await visitor.get(PAGE)).status).toBe(404);
      expect((await visitor.post(PAGE, { intent: 'add', ...newBrowser().subscription })).status).toBe(404);
    }
    expect(await devices()).toEqual([]);
  });

  test('a copy of one’s data lists the devices without their addresses', async () => {
    const { browser } = await turnOn();
    const copy = await owner.get('/profile/data');
    expect(copy.text).toContain('notificationDevices');
    expect(copy.text).not.toContain(browser.subscription.endpoint);
    expect(copy.text).not.toContain(browser.subscription.auth);
  });
});

describe('the admin’s manifest', () => {
  test('is linked from admin pages only', async () => {
    const link = /<link rel="manifest" href="([^"]+)"/;
    expect(link.exec((await owner.get('/admin')).text)?.[1]).toBe('/admin/manifest.webmanifest');
    expect(link.exec((await owner.get('/')).text)?.[1]).toBe('/manifest.webmanifest');
    expect(link.exec((await shop.visitor().get('/admin')).text)?.[1]).toBe('/manifest.webmanifest');
  });

  test('has its own scope, icons that exist, and takes shared texts', async () => {
    const manifest = JSON.parse((await owner.get('/admin/manifest.webmanifest')).text);
    expect(manifest).toMatchObject({ id: '/admin', scope: '/admin', start_url: '/admin' });
    expect(manifest.share_target).toMatchObject({ action: '/admin/payments/shared', method: 'POST' });
    expect((await shop.visitor().get('/admin/manifest.webmanifest')).status).toBe(404);
  });

  test('offers helpers no sharing, because payments are hidden from them', async () => {
    const helper = await signInAdmin(shop, { name: `Helper of ${owners}`, role: 'helper' });
    expect(JSON.parse((await helper.get('/admin/manifest.webmanifest')).text)).not.toHaveProperty('share_target');
  });
});
