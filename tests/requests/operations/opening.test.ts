import { and, eq, ne } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayInIndia } from '#app/basics/india.ts';
import { userProfiles } from '#app/modules/identity/accounts/tables.server.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { OPENING_ITEMS } from '#app/modules/operations/health/checklist.ts';
import { openingChecks } from '#app/modules/operations/health/tables.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { updateSettings } from '#app/modules/store/settings/settings.server.ts';
import { insertArtwork } from '#tests/support/artworks.ts';
import { ADDRESS, newReference } from '#tests/support/checkout.ts';
import { fieldsOf, textOf } from '#tests/support/html.ts';
import { prepareOpening, TAKES_AWAY } from '#tests/support/live-shop.ts';
import { openRequestShop, type RequestShop, signInAdmin, type Visitor } from '#tests/support/request-shop.ts';

let shop: RequestShop;
let owner: Visitor;
let buyer: Visitor;
let artworkId: string;
/** Has a cart and no script, so the pages are not cached. The changes in these tests would not clear the cache. */
const guest = () => {
  const visitor = shop.visitor();
  visitor.cookies.set('guest_cart', 'empty');
  return visitor;
};

beforeAll(async () => {
  shop = await openRequestShop({ SHOP_MODE: 'live', ADMIN_EMAIL: '', ADMIN_PASSWORD: '' });
  const artwork = await insertArtwork(shop.database, {
    title: 'Himalayan Dawn',
    medium: 'oil',
    category: 'Oil',
    stockCount: 5,
  });
  artworkId = artwork.id;
  owner = await signInAdmin(shop);
  buyer = shop.visitor();
  await buyer.signUpAs('Asha Rawat');
  await buyer.post('/visitor-state', { intent: 'add', artworkId, quantity: '1' });
}, 60_000);
afterAll(() => shop.close());

const shown = async (visitor: Visitor, path: string) => textOf((await visitor.get(path)).text);
const order = async () => {
  const checkout = await buyer.get('/checkout');
  return buyer.post('/checkout', {
    ...Object.fromEntries(fieldsOf(checkout.text)),
    ...ADDRESS,
    paymentMethod: 'manual',
    paymentReferenceId: newReference(),
  });
};
const step = (fields: Record<string, string>) => owner.post('/admin/opening', fields);

async function asOwner() {
  const [admin] = await shop.database
    .select()
    .from(userProfiles)
    .where(and(eq(userProfiles.isAdmin, true), eq(userProfiles.adminRole, 'owner')));
  const { id: userId, name, email } = admin!;
  const actor = { kind: 'admin', role: 'owner', userId, sessionId: userId, name, email, emailVerified: true } as const;
  return { ...shop.systemContext(), actor };
}

test('an unopened live shop says so everywhere, except to its owner', async () => {
  expect(await shown(guest(), '/')).toContain('We open soon. You can look around, but not buy yet.');
  const cart = await buyer.get('/cart');
  expect(textOf(cart.text)).toContain('You can’t buy yet, but you can look around.');
  expect(cart.text).not.toContain('href="/checkout"');
  const checkout = await buyer.get('/checkout');
  expect(checkout.status).toBe(200);
  expect(textOf(checkout.text)).toContain('We open soon');
  expect(textOf(checkout.text)).toContain('We’ll keep your cart.');
  expect((await order()).status).toBeGreaterThanOrEqual(400);
  expect(await shop.database.$count(orders)).toBe(0);

  expect(await shown(owner, '/')).toContain('Preview. Until you open the shop');
  await owner.post('/visitor-state', { intent: 'add', artworkId, quantity: '1' });
  expect((await owner.get('/cart')).text).toContain('href="/checkout"');
});

test('an unopened shop is not indexed, and shows no sample contact', async () => {
  for (const path of ['/', '/gallery', '/contact', '/faq', '/artwork/himalayan-dawn']) {
    const { headers, text } = await guest().get(path);
    expect([path, headers.get('x-robots-tag')]).toEqual([path, 'noindex']);
    expect(text).toContain('<meta name="robots" content="noindex"/>');
    expect(text).not.toMatch(/98765|hello@bisvar\.example|Bisvar Studio, Almora/);
  }
  expect((await buyer.get('/sitemap.xml')).text).not.toContain('<loc>');
  expect((await buyer.get('/robots.txt')).text).not.toContain('Disallow: /\n');
});

test('owners see missing items with one step each; helpers don’t', async () => {
  const { text } = await owner.get('/admin');
  for (const [title, step] of [
    ['Seller’s name and address', '/admin/settings#seller'],
    ['Grievance officer', '/admin/settings#seller'],
    ['Country of origin of each piece', '/admin/opening#origin'],
    ['A tested payment method', '/admin/opening#payment'],
    ['Policies reviewed', '/admin/opening#policies'],
    ['A test email that arrived', '/admin/opening#mail'],
    ['Backups, with a written copy of the key', '/admin/opening#backup'],
  ] as const) {
    expect(textOf(text)).toContain(title);
    expect(text).toContain(`href="${step}"`);
  }
  expect(textOf(text)).toMatch(/\d of 11 still missing/);
  expect(textOf(text)).toContain('Preview');
  const helper = await signInAdmin(shop, { name: 'Hem Joshi', role: 'helper' });
  expect(await shown(helper, '/admin')).not.toContain('Opening day');
  expect((await helper.get('/admin/opening')).status).toBe(404);
  expect((await helper.post('/admin/opening', { intent: 'open' })).status).toBe(404);
});

test('each step is one form, and the shop opens after all steps', async () => {
  expect((await step({ intent: 'open' })).status).toBe(409);
  expect((await step({ intent: 'confirm-payment', reference: '412345678901' })).status).toBe(409);
  expect((await step({ intent: 'request-mail' })).status).toBe(409);
  // The accounts above must be created at once, so email is configured only here.
  shop.systemContext().config.smtpUrl = 'smtp://mail.test';
  const context = await asOwner();
  const { email } = context.actor;
  await prepareOpening(context);
  await shop.database.delete(openingChecks);
  await shop.database.update(artworks).set({ countryOfOrigin: '' });

  const page = await owner.get('/admin/opening');
  expect(page.text).toContain('aria-label="UPI QR code for ₹1"');
  expect((await step({ intent: 'set-origin', country: 'India' })).status).toBe(303);
  const short = await step({ intent: 'confirm-payment', reference: '4123' });
  expect([short.status, textOf(await short.text())]).toEqual([422, expect.stringContaining('Enter the 12-digit UTR')]);
  expect((await step({ intent: 'confirm-payment', reference: '4123 4567 8901' })).status).toBe(303);
  expect((await step({ intent: 'confirm-policies' })).status).toBe(303);
  const [key] = /\b(?:[A-Z2-9]{4}-){5}[A-Z2-9]{4}\b/.exec(page.text)!;
  const other = await step({
    intent: 'confirm-backup-key',
    key: key.replace(/.$/, (sign) => (sign === 'A' ? 'B' : 'A')),
  });
  expect([other.status, textOf(await other.text())]).toEqual([409, expect.stringContaining('not your backup key')]);
  expect((await step({ intent: 'confirm-backup-key', key: key.toLowerCase() })).status).toBe(303);
  const confirmed = await owner.get('/admin/opening');
  expect(confirmed.text).not.toContain(key);
  expect(textOf(confirmed.text)).toContain('There is no backup yet');
  expect((await step({ intent: 'confirm-backup', note: 'With the host, daily' })).status).toBe(303);
  expect((await step({ intent: 'request-mail', code: '' })).status).toBe(303);
  const code = /\b\d{6}\b/.exec(await shop.mailTo(email, 'mail-trial'))![0];
  const wrong = await step({ intent: 'confirm-mail', code: code === '000000' ? '111111' : '000000' });
  expect([wrong.status, textOf(await wrong.text())]).toEqual([
    409,
    expect.stringContaining('not the code from the email'),
  ]);
  expect((await step({ intent: 'confirm-mail', code })).status).toBe(303);

  expect(await shown(owner, '/admin/opening')).toContain('11 of 11 done');
  expect(await shown(buyer, '/checkout')).toContain('We open soon');
  expect((await step({ intent: 'open' })).headers.get('location')).toBe('/admin/opening?done=open');
  await expect.poll(() => shown(guest(), '/')).not.toContain('We open soon');
  expect((await buyer.get('/cart')).text).toContain('href="/checkout"');
});

test.each(OPENING_ITEMS)('opened without $id it refuses buyers, and its owner reads why', async ({ id, title }) => {
  const context = await asOwner();
  await TAKES_AWAY[id](context);
  await expect.poll(() => shown(guest(), '/')).toContain('We open soon');
  expect(await shown(buyer, '/cart')).toContain('You can’t buy yet');
  expect((await order()).status).toBeGreaterThanOrEqual(400);
  expect(await shop.database.$count(orders)).toBe(0);
  if (id === 'second-factor') {
    expect((await owner.ask('/admin')).headers.get('location')).toBe('/profile/security/two-step');
  } else {
    const overview = await shown(owner, '/admin');
    expect(overview).toContain('closed to buyers until every item on the checklist is complete');
    expect(overview).toContain(title);
    expect(overview.match(/Missing: /g)).toHaveLength(1);
  }
  await shop.database.delete(artworks).where(ne(artworks.id, artworkId));
  await updateSettings(context, { founders: [] });
  await prepareOpening(context);
  await expect.poll(() => shown(guest(), '/')).not.toContain('We open soon');
});

test('stays open after its first order, while owners see missing items', async () => {
  expect((await order()).headers.get('location')).toContain('placed=');
  await shop.database.delete(openingChecks).where(eq(openingChecks.item, 'backup'));
  expect(await shown(owner, '/admin')).toContain('Your shop has taken orders, so it stays open.');
  expect(await shown(owner, '/admin')).toContain('Backups, with a written copy of the key');
  await buyer.post('/visitor-state', { intent: 'add', artworkId, quantity: '1' });
  expect((await order()).headers.get('location')).toContain('placed=');
});

test('once open, the overview and Opening day say since when', async () => {
  for (const path of ['/admin', '/admin/opening']) expect(await shown(owner, path)).toContain('Open since ');
});

test('while paused, every page names the day, and refuses buyers', async () => {
  const opened = await guest().get('/gallery');
  expect(opened.headers.get('x-robots-tag')).toBeNull();
  expect(opened.text).toContain('content="index, follow"');
  expect((await buyer.get('/sitemap.xml')).text).toContain('/artwork/himalayan-dawn</loc>');
  const closed = '/admin/settings/policies';
  const setAway = async (until: string) => {
    const { text } = await owner.get(closed);
    return owner.post(closed, { ...Object.fromEntries(fieldsOf(text)), intent: '', 'away.until': until });
  };
  expect((await setAway('soon')).status).toBe(400);
  for (const until of ['2020-01-01', dayInIndia(shop.systemContext().now)]) {
    const over = await setAway(until);
    expect([over.status, textOf(await over.text())]).toEqual([400, expect.stringContaining('Choose a future date')]);
  }
  expect((await setAway('2199-12-24')).status).toBe(303);
  await expect.poll(() => shown(guest(), '/')).toContain('We are away until 24 December 2199');
  await buyer.post('/visitor-state', { intent: 'add', artworkId, quantity: '1' });
  expect(await shown(buyer, '/checkout')).toContain('You can order again from 24 December 2199');
  expect(await shown(owner, '/admin')).toContain('Closed to orders until 24 December 2199');
  const back = await setAway('');
  expect(await shown(owner, back.headers.get('location')!)).toContain('Saved.');
  expect((await order()).headers.get('location')).toContain('placed=');
  await updateSettings(shop.systemContext(), { away: { until: '2020-01-01' } });
  expect(await shown(buyer, '/cart')).not.toContain('away');
});
