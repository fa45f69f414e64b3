import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import { addAddress, listAddresses } from '#app/modules/identity/addresses/addresses.server.ts';
import { authSessions } from '#app/modules/identity/sign-in/tables.server.ts';
import { accountMessages } from '#app/modules/identity/accounts/messages.ts';
import { userProfiles } from '#app/modules/identity/accounts/tables.server.ts';
import { listMyConsents } from '#app/modules/store/consents/consents.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { sharedTokenOf } from '#app/modules/catalogue/wishlist/shared-wishlist.server.ts';
import { type Shop, signedIn } from '#app/platform/shop.server.ts';
import { insertArtwork } from '#tests/support/artworks.ts';
import { ADDRESS } from '#tests/support/checkout.ts';
import { fieldsOf, textOf } from '#tests/support/html.ts';
import {
  openRequestShop,
  type RequestShop,
  signInAdmin,
  signInCustomer,
  type Visitor,
} from '#tests/support/request-shop.ts';

let shop: RequestShop;
let asha: Visitor;
let other: Visitor;
let asAsha: Shop;
let asOther: Shop;
let artwork: { id: string };
const PASSWORD = 'bindu-and-lotus';

beforeAll(async () => {
  shop = await openRequestShop();
  ({ visitor: asha, context: asAsha } = await signInCustomer(shop));
  ({ visitor: other, context: asOther } = await signInCustomer(shop, 'Meera Joshi'));
  artwork = await insertArtwork(shop.database);
});
afterAll(() => shop?.close());

const mall = { label: 'Home', street: '14 Mall Road', city: 'Almora', state: 'Uttarakhand', zipCode: '263601' };

/** Removes the request id, and the address, which is part of a script’s hash. */
async function comparable(response: Response, asked: string): Promise<string> {
  const headers = [...response.headers].filter(([name]) => !['x-request-id', 'date'].includes(name));
  const whole = JSON.stringify(headers).replace(/'sha256-[^']*' /g, '') + (await response.text());
  return `${response.status} ${whole.replaceAll(encodeURIComponent(asked), 'ASKED').replaceAll(asked, 'ASKED')}`;
}

describe('another customer’s data', () => {
  let address: string;
  let order: string;
  let token: string;
  beforeAll(async () => {
    await addAddress(asOther, mall);
    address = (await listAddresses(asOther))[0]!.id;
    const [placed] = await shop.database
      .insert(orders)
      .values({
        orderNumber: 'BV-OTHER-0001',
        userId: signedIn(asOther).userId,
        items: [
          { artwork_id: artwork.id, title: 'Brass Lota', price: rupees(1000), quantity: 1, image: '/media/lota.webp' },
        ],
        subtotal: rupees(1000),
        discountAmount: rupees(0),
        shippingCost: rupees(0),
        gstAmount: rupees(0),
        total: rupees(1000),
        shippingAddress: { ...ADDRESS, name: 'Meera Joshi' },
        paymentMethod: 'manual',
        paymentStatus: 'confirmed',
        status: 'delivered',
        customerName: 'Meera Joshi',
        customerEmail: 'meera@example.in',
      })
      .returning();
    order = placed!.id;
    await other.post('/visitor-state', { intent: 'wish', artworkId: artwork.id, wanted: 'yes' });
    await other.post('/profile/wishlist', { shared: 'yes' });
    token = (await sharedTokenOf(asOther))!;
  });

  test('gets the same answer, byte for byte, as what does not exist', async () => {
    const nowhere = crypto.randomUUID();
    const put = { ...mall, street: 'Taken over' };
    const tries: [ask: (id: string) => Promise<Response>, theirs: string][] = [
      [(id) => asha.ask(`/profile/addresses/${id}`), address],
      [(id) => asha.ask(`/profile/addresses/${id}.data`), address],
      [(id) => asha.post(`/profile/addresses/${id}`, put), address],
      [(id) => asha.post(`/profile/addresses/${id}`, { intent: 'first' }), address],
      [(id) => asha.post('/profile/orders', { orderId: id }), order],
      [(id) => asha.post('/visitor-state', { intent: 'reorder', orderId: id }), order],
    ];
    for (const [ask, theirs] of tries) {
      const real = await ask(theirs);
      expect(real.status).toBe(404);
      expect(await comparable(real, theirs)).toBe(await comparable(await ask(nowhere), nowhere));
    }
    for (const id of [address, nowhere])
      expect((await asha.post(`/profile/addresses/${id}`, { intent: 'remove' })).headers.get('location')).toBe(
        '/profile',
      );
    expect((await listAddresses(asOther))[0]!.address.street).toBe('14 Mall Road');
    // The script repeats the address, so only visible text counts.
    const placed = textOf((await asha.get(`/profile/orders?placed=${order}`)).text);
    expect(placed).not.toContain(`#${order.slice(-6).toUpperCase()}`);
    expect(textOf((await asha.get('/profile/orders?q=BV-OTHER-0001')).text)).not.toContain('Brass Lota');
  });

  test('a shared wishlist shows first name and artworks until it is stopped', async () => {
    const stranger = shop.visitor();
    const shared = await stranger.get(`/wishlist/shared/${token}`);
    expect(shared.status).toBe(200);
    expect(shared.headers.get('referrer-policy')).toBe('no-referrer');
    expect(shared.text).toMatch(/name="robots" content="noindex"/);
    const visibleText = textOf(shared.text);
    expect(visibleText).toContain('Meera’s wishlist');
    expect(visibleText).toContain('Brass Lota');
    expect(visibleText).not.toContain('Joshi');
    expect(
      (await stranger.post('/visitor-state', { intent: 'add', artworkId: artwork.id, quantity: '1' })).status,
    ).toBe(303);
    await stranger.get('/cart');
    const unknown = 'x'.repeat(token.length);
    const asked = async (one: string) => comparable(await stranger.ask(`/wishlist/shared/${one}`), one);
    const never = await asked(unknown);
    expect(never).toMatch(/^404 /);
    await other.post('/profile/wishlist', { shared: 'no' });
    expect(await asked(token)).toBe(never);
    await other.post('/profile/wishlist', { shared: 'yes' });
    expect(await asked(token)).toBe(never);
    expect(await sharedTokenOf(asOther)).not.toBe(token);
  });

  test('is in no one else’s copy, uncached, and asks for sign-in', async () => {
    const copy = await asha.ask('/profile/data');
    expect(copy.status).toBe(200);
    expect(copy.headers.get('cache-control')).toBe('no-store');
    expect(copy.headers.get('content-disposition')).toBe('attachment; filename="bisvar-my-data.json"');
    const text = await copy.text();
    expect(text).toContain('asha.rawat@example.in');
    expect(text).not.toMatch(/meera/i);
    for (let copies = 1; copies < 5; copies += 1) await asha.ask('/profile/data');
    const tooMany = await asha.ask('/profile/data');
    expect([tooMany.status, await tooMany.text()]).toEqual([429, expect.stringContaining('Try again in 12 minutes.')]);
    for (const path of ['/profile/data', '/profile/settings', '/profile/addresses/new', '/profile/settings/deletion']) {
      const guest = await shop.visitor().ask(path);
      expect([guest.status, guest.headers.get('location')]).toEqual([
        303,
        `/login?returnTo=${encodeURIComponent(path)}`,
      ]);
    }
    const posts: [string, Record<string, string>][] = [
      ['/profile/settings', { shared: 'yes' }],
      ['/profile/addresses/new', { intent: 'restore', ...mall, place: '0' }],
      ['/profile/settings/deletion', { intent: 'undo' }],
      ['/profile/wishlist', { shared: 'yes' }],
    ];
    for (const [path, fields] of posts) expect((await shop.visitor().post(path, fields)).status, path).not.toBe(200);
  });
});

describe('My Dashboard without JavaScript', () => {
  test('has five tabs and Logout', async () => {
    const { text } = await asha.get('/profile');
    const [tabs = ''] = /<nav class="tabs" aria-label="My Dashboard">.*?<\/nav>/s.exec(text) ?? [];
    expect([...tabs.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, to]) => to)).toEqual([
      '/profile',
      '/profile/orders',
      '/profile/requests',
      '/profile/wishlist',
      '/profile/settings',
    ]);
    expect(textOf(tabs).trim()).toBe('Profile My Orders My Requests Wishlist Settings Logout');
  });

  test('adds, edits, makes default and removes addresses, keeping wrong input', async () => {
    const wrong = await asha.post('/profile/addresses/new', { ...mall, zipCode: '12' });
    const page = await wrong.text();
    expect(wrong.status).toBe(400);
    expect(textOf(page)).toContain('PIN code must be 6 digits');
    expect(new Map(fieldsOf(page)).get('street')).toBe('14 Mall Road');
    expect((await asha.post('/profile/addresses/new', mall)).headers.get('location')).toBe('/profile');
    await asha.post('/profile/addresses/new', { ...mall, label: 'Office', street: '3 Lala Bazaar' });
    const [, office] = await listAddresses(asAsha);
    await asha.post(`/profile/addresses/${office!.id}`, { intent: 'first' });
    const profile = textOf((await asha.get('/profile')).text);
    expect(profile).toMatch(/Address 3 Lala Bazaar Almora 263601 Uttarakhand India/);
    for (const _ of ['once', 'in another tab'])
      expect((await asha.post(`/profile/addresses/${office!.id}`, { intent: 'remove' })).status).toBe(303);
    expect((await listAddresses(asAsha)).map((each) => each.address.street)).toEqual(['14 Mall Road']);
  });

  test('a stale address form overwrites nothing before showing the change', async () => {
    const { visitor, context } = await signInCustomer(shop, 'Tara Bisht');
    await visitor.post('/profile/addresses/new', mall);
    const { id } = (await listAddresses(context))[0]!;
    const there = `/profile/addresses/${id}`;
    const OF_FORM = ['label', 'street', 'zipCode', 'city', 'seen'];
    const formOf = (html: string) => ({
      ...Object.fromEntries(fieldsOf(html).filter(([name]) => OF_FORM.includes(name))),
      state: mall.state,
    });
    const opened = async () => formOf((await visitor.get(there)).text);
    const [here, inAnotherTab] = [await opened(), await opened()];
    const streets = async () => (await listAddresses(context)).map(({ address }) => address.street);
    expect((await visitor.post(there, { ...inAnotherTab, street: '3 Lala Bazaar' })).status).toBe(303);
    const late = await visitor.post(there, { ...here, label: 'Parents' });
    const page = await late.text();
    expect([late.status, await streets()]).toEqual([409, ['3 Lala Bazaar']]);
    expect(textOf(page)).toContain(accountMessages.addressChanged);
    const again = formOf(page);
    expect(again).toMatchObject({ label: 'Parents', street: '14 Mall Road' });
    for (const _ of ['once', 'and once more, when its answer was lost']) {
      expect((await visitor.post(there, again)).status).toBe(303);
      expect(await streets()).toEqual(['14 Mall Road']);
    }
  });

  test('an address repeated after a lost answer is saved once', async () => {
    const { visitor, context } = await signInCustomer(shop, 'Uma Bisht');
    for (const sent of [mall, mall, { ...mall, label: 'Parents' }])
      expect((await visitor.post('/profile/addresses/new', sent)).headers.get('location')).toBe('/profile');
    expect((await listAddresses(context)).map(({ label }) => label)).toEqual(['Home', 'Parents']);
  });

  const settingsShown = async () => {
    const { text } = await asha.get('/profile/settings');
    return [...text.matchAll(/<input[^>]*type="checkbox"[^>]*>/g)].map(([box]) => [
      /name="(\w+)"/.exec(box)![1],
      box.includes('checked=""'),
    ]);
  };
  const seenSettings = async () => Object.fromEntries(fieldsOf((await asha.get('/profile/settings')).text)).seen!;

  test('saves the settings, with the specified defaults; WhatsApp needs consent', async () => {
    const shown = settingsShown;
    expect(await shown()).toEqual([
      ['emailOrderUpdates', true],
      ['smsDeliveryUpdates', true],
      ['whatsAppOrderUpdates', false],
      ['marketingEmails', false],
      ['personalizedRecommendations', true],
      ['sharePurchaseHistory', false],
    ]);
    const chosen = { marketingEmails: 'on', sharePurchaseHistory: 'on', seen: await seenSettings() };
    const saved = await asha.post('/profile/settings', chosen);
    expect([saved.status, saved.headers.get('location')]).toEqual([303, '/profile/settings']);
    expect((await shown()).map(([, on]) => on)).toEqual([false, false, false, true, false, true]);
    for (const foreign of ['isAdmin=on', 'setting=isAdmin&value=on', 'marketingEmails=on'])
      expect((await asha.post('/profile/settings', Object.fromEntries(new URLSearchParams(foreign)))).status).toBe(400);
  });

  test('changing one consent keeps the others; a stale form changes none', async () => {
    const seen = await seenSettings();
    await asha.post('/profile/settings', { setting: 'marketingEmails', value: 'off' });
    await asha.post('/profile/settings', { setting: 'personalizedRecommendations', value: 'on' });
    const now = [false, false, false, false, true, true];
    expect((await settingsShown()).map(([, on]) => on)).toEqual(now);
    const late = await asha.post('/profile/settings', { marketingEmails: 'on', emailOrderUpdates: 'on', seen });
    expect([late.status, late.headers.get('location')]).toEqual([303, '/profile/settings']);
    expect(textOf((await asha.get('/profile/settings')).text)).toContain(accountMessages.settingsChanged);
    expect((await settingsShown()).map(([, on]) => on)).toEqual(now);
    expect((await listMyConsents(asAsha)).map(({ purpose, given }) => [purpose, given])[0]).toEqual([
      'marketing-emails',
      false,
    ]);
  });

  test('shows consents given and withdrawn with their version, to admins too', async () => {
    await asha.post('/profile/settings', { seen: await seenSettings() });
    const said = (html: string) =>
      [...html.matchAll(/<li>(.*?)<\/li>/gs)]
        .map(([, item]) => textOf(item!).replaceAll(/ (?=[,:])/g, ''))
        .filter((text) => text.includes('under the'));
    const mine = said((await asha.get('/profile/settings')).text);
    expect(mine).toHaveLength(4);
    expect(mine[0]).toMatch(/^Share purchase history: withdrawn .*, in Settings, under the Privacy Policy/);
    expect(mine.some((text) => text.startsWith('Marketing emails: agreed'))).toBe(true);
    const admin = await signInAdmin(shop);
    expect(said((await admin.get(`/admin/users/${signedIn(asAsha).userId}`)).text)).toEqual(mine);
    expect(said((await other.get('/profile/settings')).text)).toEqual([]);
  });
});

test('returns a PIN code’s place or null, cacheable for a day', async () => {
  const known = await shop.visitor().ask('/api/pin/263601');
  expect(await known.json()).toEqual({ city: 'Almora', state: 'Uttarakhand' });
  expect(known.headers.get('cache-control')).toBe('public, max-age=86400');
  const visitor = shop.visitor();
  expect(await (await visitor.ask('/api/pin/999999')).json()).toBeNull();
  expect(await (await visitor.ask('/api/pin/__proto__')).json()).toBeNull();
  const many = await Promise.all(Array.from({ length: 70 }, () => visitor.ask('/api/pin/263601')));
  expect(many.filter((answer) => answer.status === 429).length).toBeGreaterThan(0);
});

test('limits password guesses at account deletion, with a retry time', async () => {
  const guesser = shop.visitor();
  await guesser.signUpAs('Deepa Bora');
  const guess = () => guesser.post('/profile/settings/deletion', { password: 'a-wrong-one' });
  let refused = await guess();
  for (let tries = 1; refused.status === 409 && tries < 20; tries += 1) refused = await guess();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(12);
  expect(textOf(await refused.text())).toContain('Too many tries.');
});

test('deletes an account with its password only, announced and undoable', async () => {
  const ila = shop.visitor();
  const elsewhere = shop.visitor();
  const { email } = await ila.signUpAs('Ila Pant');
  await elsewhere.post('/login', { email, password: PASSWORD });
  expect((await elsewhere.get('/profile')).status).toBe(200);
  const dialog = await ila.get('/profile/settings/deletion');
  expect(dialog.text).toMatch(/<dialog[^>]* open=""/);
  const wrong = await ila.post('/profile/settings/deletion', { password: 'a-wrong-one' });
  const answer = await wrong.text();
  expect([wrong.status, textOf(answer).includes('Wrong current password')]).toEqual([409, true]);
  expect(answer).not.toContain('a-wrong-one');
  const asked = await ila.post('/profile/settings/deletion', { password: PASSWORD });
  expect([asked.status, asked.headers.get('location')]).toEqual([303, '/']);
  expect(textOf((await ila.get('/')).text)).toMatch(/Until then you can sign in and choose Undo\./);
  for (const browser of [ila, elsewhere]) expect((await browser.ask('/profile')).status).toBe(303);
  await ila.post('/login', { email, password: PASSWORD });
  expect(textOf((await ila.get('/')).text)).toContain('Your account will be deleted on');
  expect((await ila.post('/profile/settings/deletion', { intent: 'undo' })).status).toBe(303);
  expect(textOf((await ila.get('/')).text)).not.toContain('Your account will be deleted on');
  const [profile] = await shop.database.select().from(userProfiles).where(eq(userProfiles.email, email));
  expect(profile).toMatchObject({ deletionDueAt: null, deactivatedAt: null });
  expect(await shop.database.select().from(authSessions).where(eq(authSessions.userId, profile!.id))).toHaveLength(1);
});
