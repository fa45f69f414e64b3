import { eq } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import { UNSAFE_decodeViaTurboStream as decodeViaTurboStream } from 'react-router';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { userProfiles } from '#app/modules/identity/accounts/tables.server.ts';
import { coupons } from '#app/modules/orders/coupons/tables.server.ts';
import { messages } from '#app/modules/messaging/messages/tables.server.ts';
import { auditLog } from '#app/platform/audit/tables.server.ts';
import { fieldsOf, textOf } from '#tests/support/html.ts';
import {
  openRequestShop,
  type RequestShop,
  signInAdmin,
  signInCustomer,
  type Visitor,
} from '#tests/support/request-shop.ts';

let shop: RequestShop;
let owner: Visitor;
let customer: Visitor;
beforeAll(async () => {
  shop = await openRequestShop();
  owner = await signInAdmin(shop);
  ({ visitor: customer } = await signInCustomer(shop));
});
afterAll(() => shop.close());

const read = async (path: string) => textOf((await owner.get(path)).text);
const sentTo = async (path: string, fields: Record<string, string>) => {
  const response = await owner.post(path, fields);
  expect([path, response.status]).toEqual([path, 303]);
  return response.headers.get('location')!;
};
const personNamed = async (name: string) =>
  (await shop.database.select().from(userProfiles).where(eq(userProfiles.name, name)))[0]!;

describe('users, without JavaScript', () => {
  test('are found, edited with errors at their fields, and deleted after asking', async () => {
    const { id } = await personNamed('Asha Rawat');
    expect(await read('/admin/users?q=asha')).toContain('Asha Rawat');
    const wrong = await owner.post(`/admin/users/${id}/edit?q=asha`, { name: '', phone: '12', role: 'helper' });
    expect(wrong.status).toBe(400);
    const text = await wrong.text();
    expect(textOf(text)).toContain('Phone must be 10 digits');
    expect(text).toContain('value="12"');
    expect(
      await sentTo(`/admin/users/${id}/edit?q=asha`, { name: 'Asha R', phone: '9876543210', role: 'helper' }),
    ).toBe(`/admin/users/${id}?q=asha&done=saved`);
    const sheet = (html: string) => [...html.matchAll(/name="seen" value="([^"]+)"/g)].at(-1)![1]!;
    const seen = sheet((await owner.get(`/admin/users/${id}/edit`)).text);
    await sentTo(`/admin/users/${id}/edit`, { name: 'Asha R', phone: '9123456780', role: 'helper', seen });
    const late = { name: 'Asha Late', phone: '', isAdmin: 'yes', role: 'owner' };
    const refused = await owner.post(`/admin/users/${id}/edit`, { ...late, seen });
    expect(refused.status).toBe(409);
    const html = await refused.text();
    expect(textOf(html)).toContain('This account was changed in the meantime.');
    expect(textOf(html)).toContain('Saved now: Asha R, 9123456780, not an admin');
    expect(html).toContain('value="Asha Late"');
    expect(await personNamed('Asha R')).toMatchObject({ phone: '9123456780', isAdmin: false });
    await sentTo(`/admin/users/${id}/edit`, { name: 'Asha R', phone: '', role: 'helper', seen: sheet(html) });
    expect(await read(`/admin/users/${id}/delete`)).toContain('This action cannot be undone.');
    expect(
      (await owner.post(`/admin/users/${id}/edit`, { name: 'Asha R', phone: '', email: 'x@example.in' })).status,
    ).toBe(400);
    expect(await sentTo(`/admin/users/${id}`, { intent: 'state', active: 'no' })).toBe(
      `/admin/users/${id}?done=deactivated`,
    );
    expect((await customer.get('/profile')).status).toBe(303);
    await sentTo(`/admin/users/${id}/delete`, {});
    expect(await read('/admin/users')).not.toContain('Asha R');
  });

  test('the last owner stays', async () => {
    const { id } = await personNamed('Studio');
    await sentTo(`/admin/users/${id}/delete`, {});
    const me = await personNamed('Kamla Bisht');
    const location = await sentTo(`/admin/users/${me.id}/delete`, {});
    expect(await read(location)).toContain('The shop needs at least one owner.');
  });

  test('an invitation is emailed, and its link creates an account once', async () => {
    await sentTo('/admin/users/invite', { email: 'Nanda@Example.in', name: 'Nanda', role: 'helper' });
    const mail = await vi.waitFor(
      async () => {
        const [found] = await shop.database.select().from(messages).where(eq(messages.template, 'invitation'));
        expect(found).toMatchObject({ recipient: 'nanda@example.in', state: 'unsent' });
        return found!;
      },
      { timeout: 10_000 },
    );
    const link = new URL(/http\S+\/invitation\?token=\S+/.exec(mail.bodyText)![0]);
    const nanda = shop.visitor();
    const page = await nanda.get(link.pathname + link.search);
    expect(page.headers.get('cache-control')).toContain('no-store');
    expect(textOf(page.text)).toContain('nanda@example.in');
    const password = 'bindu-and-lotus';
    const fields = { name: 'Nanda Devi', password, confirmPassword: password };
    expect((await nanda.post(link.pathname + link.search, { ...fields, confirmPassword: 'x' })).status).toBe(400);
    expect(textOf(await (await nanda.post(link.pathname + link.search, fields)).text())).toContain('Account created.');
    expect((await nanda.post(link.pathname + link.search, fields)).status).toBe(410);
    expect(await personNamed('Nanda Devi')).toMatchObject({ isAdmin: true, adminRole: 'helper' });
  });
});

describe('coupons, without JavaScript', () => {
  test('begin with the specified defaults, keep input, and are toggled and deleted', async () => {
    expect(fieldsOf((await owner.get('/admin/coupons/new')).text)).toEqual(
      expect.arrayContaining([
        ['discountPercentage', '0'],
        ['usageLimit', ''],
        ['active', 'yes'],
      ]),
    );
    const wrong = await owner.post('/admin/coupons/new', { code: 'lotus 5', discountPercentage: '0', usageLimit: 'x' });
    const text = await wrong.text();
    expect(wrong.status).toBe(400);
    for (const shown of [
      'Code must not contain spaces',
      'Enter a percentage above 0, up to 100',
      'Enter a whole number',
    ])
      expect(textOf(text)).toContain(shown);
    expect(text).toContain('value="lotus 5"');
    const fields = {
      code: 'lotus5',
      discountPercentage: '5',
      validFrom: '',
      validUntil: '',
      usageLimit: '0',
      active: 'yes',
    };
    await sentTo('/admin/coupons/new', fields);
    const [coupon] = await shop.database.select().from(coupons).where(eq(coupons.code, 'LOTUS5'));
    expect(coupon).toMatchObject({ usageLimit: null, active: true });
    expect(await read('/admin/coupons')).toMatch(/LOTUS5 Active 5 ?% off .*No expiry/);
    const here = `/admin/coupons/${coupon!.id}`;
    const seenIn = (html: string) => ({ seen: Object.fromEntries(fieldsOf(html)).seen! });
    const leftOpen = seenIn((await owner.get(here)).text);
    await sentTo(here, { intent: 'state', active: 'no' });
    expect(await read('/admin/coupons')).toContain('LOTUS5 Inactive');
    const late = await owner.post(here, { ...fields, ...leftOpen });
    const again = await late.text();
    expect([late.status, textOf(again)]).toEqual([
      409,
      expect.stringContaining('This coupon was changed in the meantime.'),
    ]);
    expect(await read('/admin/coupons')).toContain('LOTUS5 Inactive');
    await sentTo(here, { ...fields, validFrom: coupon!.validFrom, ...seenIn(again) });
    expect(await read('/admin/coupons')).toContain('LOTUS5 Active');
    await sentTo(`/admin/coupons/${coupon!.id}/delete`, {});
    const gone = await sentTo(`/admin/coupons/${coupon!.id}`, { intent: 'state', active: 'yes' });
    expect(await read(gone)).toContain('Failed to update coupon status');
  });
});

describe('settings, without JavaScript', () => {
  const form = async (group: string) => Object.fromEntries(fieldsOf((await owner.get(group)).text));
  const areas = (html: string) =>
    Object.fromEntries(
      [...html.matchAll(/<textarea\b[^>]*\sname="([^"]*)"[^>]*>([^<]*)<\/textarea>/g)].map(([, name, value]) => [
        name!,
        value!,
      ]),
    );
  const all = async (group: string) => {
    const { text } = await owner.get(group);
    return { ...Object.fromEntries(fieldsOf(text)), ...areas(text), intent: '' };
  };

  test('another UPI address asks for the password, beside its field', async () => {
    const fields = await all('/admin/settings/getting-paid');
    const typed = { ...fields, 'upi.address': 'new@upi' };
    for (const [currentPassword, message] of [
      ['', 'Enter your password to change who is paid.'],
      ['wrong-one', 'Wrong current password'],
    ] as const) {
      const refused = await owner.post('/admin/settings/getting-paid', {
        ...typed,
        currentPassword,
      });
      const text = await refused.text();
      expect([refused.status, text]).toEqual([400, expect.stringContaining(message)]);
      expect(text).toContain('value="new@upi"');
      expect(text).not.toContain('wrong-one');
    }
    const saved = { ...typed, currentPassword: 'bindu-and-lotus' };
    expect(await sentTo('/admin/settings/getting-paid', saved)).toBe('/admin/settings/getting-paid?saved=1');
    expect((await owner.get('/admin/settings/getting-paid')).text).toContain('value="new@upi"');
  });

  test('saved changes appear in the shop at once', async () => {
    const fields = await all('/admin/settings');
    expect(await sentTo('/admin/settings', { ...fields, shopName: 'Aipan House' })).toBe('/admin/settings?saved=1');
    expect((await shop.visitor().get('/')).text).toContain('Aipan House');
    expect(await shop.database.select().from(auditLog).where(eq(auditLog.subjectId, 'shop_name'))).toHaveLength(1);
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(new Date());
    await sentTo('/admin/settings/policies', {
      ...(await all('/admin/settings/policies')),
      'holidays.0.from': day,
      'holidays.0.to': day,
      'holidays.0.reason': 'Snow',
    });
    const visitor = shop.visitor();
    expect((await visitor.get('/')).text).toContain('Snow: the studio is closed until');
    for (const path of ['/contact', '/shipping']) expect(textOf((await visitor.get(path)).text)).toContain(': Snow');
  });

  test('shows an error at its field; rows change without losing input', async () => {
    const fields = await all('/admin/settings/home');
    const typed = { ...fields, 'founders.0.name': 'Typed just now' };
    const added = await (await owner.post('/admin/settings/home', { ...typed, intent: 'add.founders' })).text();
    expect(fieldsOf(added)).toEqual(
      expect.arrayContaining([
        ['founders.0.name', 'Typed just now'],
        ['founders.2.name', ''],
      ]),
    );
    const moved = await (await owner.post('/admin/settings/home', { ...typed, intent: 'down.founders.0' })).text();
    expect(fieldsOf(moved)).toEqual(expect.arrayContaining([['founders.1.name', 'Typed just now']]));
    const wrong = await owner.post('/admin/settings/home', { ...typed, 'founders.1.role': ' ' });
    expect(wrong.status).toBe(400);
    expect(await wrong.text()).toContain('value="Typed just now"');
    expect(await read('/about')).not.toContain('Typed just now');
  });

  test('warn the second of two owners, who may still save', async () => {
    const seenByBoth = await all('/admin/settings/home');
    await sentTo('/admin/settings/home', { ...seenByBoth, 'figures.cities': '60+' });
    const second = await owner.post('/admin/settings/home', { ...seenByBoth, 'figures.cities': '70+' });
    expect(second.status).toBe(409);
    const page = await second.text();
    expect(textOf(page)).toContain('Someone else just changed these settings.');
    await sentTo('/admin/settings/home', { ...Object.fromEntries(fieldsOf(page)), ...areas(page), intent: '' });
    expect(await read('/about')).toContain('70+');
    expect(await form('/admin/settings/home')).toMatchObject({ 'figures.cities': '70+' });
  });

  test('send the same warning to a script', async () => {
    const seenByBoth = await all('/admin/settings/home');
    await sentTo('/admin/settings/home', { ...seenByBoth, 'figures.cities': '80+' });
    const second = await owner.post('/admin/settings/home.data', { ...seenByBoth, 'figures.cities': '90+' });
    expect(second.status).toBe(409);
    const answer = (await decodeViaTurboStream(second.body!, globalThis)).value;
    const { typed } = (answer as { data: { typed: Record<string, string> } }).data;
    expect(typed).toMatchObject({ 'figures.cities': '90+' });
    await sentTo('/admin/settings/home', { ...typed, intent: '' });
    expect(await read('/about')).toContain('90+');
  });

  test('the shipping table can be previewed before saving', async () => {
    const fields = await all('/admin/settings/delivery');
    const page = await owner.post('/admin/settings/delivery', {
      ...fields,
      shippingMode: 'zones',
      'shippingZones.0.cost': '77',
      intent: 'preview',
    });
    expect(textOf(await page.text())).toContain('Free above ₹2,000, else ₹77');
    expect(await read('/shipping')).not.toContain('₹77');
  });
});

describe('exports', () => {
  test('a table is an uncached file', async () => {
    const file = await owner.get('/admin/export/user_profiles.csv');
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="user_profiles.csv"');
    expect(file.headers.get('cache-control')).toBe('no-store');
    expect(file.text).toMatch(/^id,name,email/);
    for (const name of ['auth_users.csv', 'nothing.csv', 'orders', '..%2Forders.csv'])
      expect([name, (await owner.get(`/admin/export/${name}`)).status]).toEqual([name, 404]);
  });

  test('everything is one zip file, streamed and logged once', async () => {
    const response = await owner.ask('/admin/export/everything.zip');
    expect(response.headers.get('content-type')).toBe('application/zip');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="shop-[\d-]{10}\.zip"$/);
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
    expect(Object.keys(files)).toEqual(expect.arrayContaining(['orders.csv', 'artworks.csv', 'user_profiles.csv']));
    expect(Object.keys(files)).not.toContain('auth_users.csv');
    const single = await (await owner.ask('/admin/export/artworks.csv')).arrayBuffer();
    expect(Buffer.from(files['artworks.csv']!).equals(Buffer.from(single))).toBe(true);
    expect(await shop.database.$count(auditLog, eq(auditLog.action, 'export.everything'))).toBe(1);
    const helper = await signInAdmin(shop, { name: 'Radha Pant', role: 'helper' });
    expect((await helper.get('/admin/export/everything.zip')).status).toBe(404);
  });

  test('the diagnostic lists counts and states', async () => {
    const all = await read('/database-test?run=1');
    expect(all).toContain('All tests passed.');
    expect(JSON.parse((await owner.get('/database-test/orders')).text)).toEqual({ state: 'success', text: '0 rows' });
    expect((await owner.get('/database-test/nonsense')).status).toBe(404);
  });
});

describe('POST /api/sendNotification', () => {
  const send = (visitor: Visitor, body: unknown, headers: Record<string, string> = {}) =>
    visitor.ask('/api/sendNotification', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const mail = { toEmail: 'asha@example.in', subject: 'Your lamp', text: 'It is ready.', html: '<p>It is ready.</p>' };

  test('queues an email, and a WhatsApp message when asked', async () => {
    const sent = await send(owner, { ...mail, toPhone: '+91 98765 43210', whatsappBody: 'Ready!' });
    expect([sent.status, await sent.json()]).toEqual([200, { ok: true }]);
    const written = await shop.database.select().from(messages).where(eq(messages.template, 'notification'));
    expect(written.map(({ channel, recipient }) => [channel, recipient])).toEqual(
      expect.arrayContaining([
        ['email', 'asha@example.in'],
        ['whatsapp', '9876543210'],
      ]),
    );
    const audited = await shop.database.select().from(auditLog).where(eq(auditLog.action, 'notification.send'));
    expect(audited.map(({ after }) => after)).toEqual([{ subject: 'Your lamp' }]);
  });

  test('reports `error`, and limits size and number', async () => {
    const cases: [unknown, string][] = [
      ['{', 'Failed to send email (status 400)'],
      [{ ...mail, toEmail: 'a@b.in\r\nBcc: c@d.in' }, 'toEmail is not an email address'],
      [{ ...mail, text: '', html: '' }, 'text is required'],
      [{ ...mail, from: 'bank@example.in' }, 'Unrecognized key: "from"'],
      [{ ...mail, text: 'x'.repeat(20_001) }, 'At most 20,000 characters'],
    ];
    for (const [body, error] of cases) {
      const answer = await send(owner, body);
      expect([answer.status, await answer.json()]).toEqual([400, { error }]);
    }
    let last: Response | undefined;
    for (let n = 0; n < 21; n += 1) last = await send(owner, mail);
    expect([last!.status, await last!.json()]).toEqual([429, { error: 'Failed to send email (status 429)' }]);
  });

  test('answers JSON to everyone without permission', async () => {
    const shopper = shop.visitor();
    await shopper.signUpAs('Tara Negi');
    const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://x.example' };
    const refused = [
      [401, await send(shop.visitor(), mail)],
      [403, await send(shopper, mail)],
      [403, await send(await signInAdmin(shop, { name: 'Nanda Devi', role: 'helper' }), mail)],
      [403, await send(owner, mail, foreign)],
      [405, await owner.ask('/api/sendNotification')],
      [405, await shop.visitor().ask('/api/sendNotification')],
    ] as const;
    for (const [status, answer] of refused) {
      expect(answer.headers.get('content-type')).toContain('application/json');
      expect([answer.status, await answer.json()]).toEqual([
        status,
        { error: `Failed to send email (status ${status})` },
      ]);
    }
  });
});
