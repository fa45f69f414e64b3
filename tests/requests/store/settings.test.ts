import { afterAll, beforeAll, expect, test } from 'vitest';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { readShopIdentity } from '#app/modules/store/settings/shop-identity.server.ts';
import { FORMER_GROUPS } from '#app/routes/admin/store/settings/setting-pages.ts';
import { fieldsOf, textOf } from '#tests/support/html.ts';
import { openRequestShop, type RequestShop, signInAdmin, type Visitor } from '#tests/support/request-shop.ts';

let shop: RequestShop;
let owner: Visitor;
beforeAll(async () => {
  shop = await openRequestShop();
  owner = await signInAdmin(shop);
}, 60_000);
afterAll(() => shop.close());

async function fieldsAt(path: string): Promise<Record<string, string>> {
  const { text } = await owner.get(path);
  const areas = [...text.matchAll(/<textarea\b[^>]*\sname="([^"]*)"[^>]*>([^<]*)<\/textarea>/g)];
  return {
    ...Object.fromEntries(fieldsOf(text).filter(([name]) => name !== 'q')),
    ...Object.fromEntries(areas.map(([, name, value]) => [name!, value!])),
    intent: '',
  };
}
const shown = async (path: string) => textOf((await shop.visitor().get(path)).text);
const save = (path: string, fields: Record<string, string>) => owner.post(path, fields);

test('former addresses redirect owners permanently and hide from others', async () => {
  const helper = await signInAdmin(shop, { name: 'Hem Joshi', role: 'helper' });
  const customer = shop.visitor();
  await customer.signUpAs('Asha Rawat');
  for (const group of Object.keys(FORMER_GROUPS).filter((each) => each !== 'shop')) {
    const path = `/admin/settings/${group}`;
    const moved = await owner.ask(path);
    expect([path, moved.status, moved.headers.get('location')]).toEqual([
      path,
      301,
      expect.stringMatching(/^\/admin\/settings/),
    ]);
    for (const visitor of [helper, customer, shop.visitor()])
      expect([path, (await visitor.ask(path)).status]).toEqual([path, 404]);
  }
  expect((await owner.ask('/admin/settings/founders')).headers.get('location')).toBe('/admin/settings/home#founders');
  expect((await owner.ask('/admin/settings/legal')).headers.get('location')).toBe('/admin/settings#seller');
  expect((await owner.ask('/admin/settings/nothing')).status).toBe(404);
});

test('one Save changes name, address and phone everywhere', async () => {
  const saved = await save('/admin/settings', {
    ...(await fieldsAt('/admin/settings')),
    shopName: 'Aipan House',
    'contact.address': '4 Mall Road, Almora 263601',
    'contact.phone': '94120 11111',
  });
  expect(saved.headers.get('location')).toBe('/admin/settings?saved=1');
  const { contact, legal } = await getSettings(shop.systemContext());
  expect(contact).toMatchObject({ phone: '94120 11111', whatsapp: '94120 11111', replyWithinHours: 24 });
  expect(legal).toMatchObject({ sellerName: 'Aipan House', sellerAddress: '4 Mall Road, Almora 263601' });
  for (const path of ['/contact', '/terms'])
    await expect.poll(() => shown(path)).toContain('Aipan House, 4 Mall Road, Almora 263601');
});

test('a form from before an update keeps its text and saves nothing', async () => {
  const before = await getSettings(shop.systemContext());
  for (const path of ['/admin/settings/contact', '/admin/settings/policies']) {
    const answer = await save(path, { 'seen.contact': '0', 'contact.hours': 'Typed long ago', intent: '' });
    const text = await answer.text();
    expect([path, answer.status]).toEqual([path, 409]);
    expect(textOf(text)).toContain('This page has changed. Your text is still here.');
    if (path.endsWith('contact')) expect(text).toContain('value="Typed long ago"');
  }
  expect(await getSettings(shop.systemContext())).toEqual(before);
});

test('refuses a past day to reopen, beside its field', async () => {
  const fields = await fieldsAt('/admin/settings/policies');
  const refused = await save('/admin/settings/policies', { ...fields, 'away.until': '2020-01-01' });
  expect(refused.status).toBe(400);
  expect(textOf(await refused.text())).toContain('Choose a future date.');
  const saved = await save('/admin/settings/policies', { ...fields, 'away.until': '2199-12-24' });
  expect(saved.status).toBe(303);
  await expect.poll(() => shown('/')).toContain('We are away until 24 December 2199');
  await save('/admin/settings/policies', { ...(await fieldsAt('/admin/settings/policies')), 'away.until': '' });
  await expect.poll(() => shown('/')).not.toContain('We are away');
});

test('Home, About and footer show the owner’s sentences', async () => {
  const fields = await fieldsAt('/admin/settings/home');
  const saved = await save('/admin/settings/home', {
    ...fields,
    'home.heroTitle': 'Painted in Mysuru,',
    'home.heroText': 'Silk from Karnataka.',
    'about.lede': 'One painter in Mysuru.',
    'about.story': 'She learnt from her aunt.\r\n\r\nNow <b>she</b> teaches.',
    'footer.text': 'From Mysuru.',
    'figures.foundedIn': '2019',
  });
  expect(saved.status).toBe(303);
  await expect.poll(() => shown('/')).toContain('Painted in Mysuru, for one person.');
  const home = await shown('/');
  for (const text of ['Silk from Karnataka.', 'From Mysuru, since 2019.']) expect(home).toContain(text);
  const about = (await shop.visitor().get('/about')).text;
  expect(textOf(about)).toContain('One painter in Mysuru, since 2019.');
  expect(about).toContain('<p>She learnt from her aunt.</p><p>Now &lt;b&gt;she&lt;/b&gt; teaches.</p>');
  for (const text of ['Kumaon', 'Uttarakhand', 'two-artisan']) expect(home + about).not.toContain(text);
});

test('another brand colour reaches pages, manifest and emails', async () => {
  const at = '/admin/settings/home';
  expect((await shop.visitor().get('/')).text).not.toContain('/brand/');
  const pale = await save(at, { ...(await fieldsAt(at)), brandColour: '#f0c0c0' });
  expect([pale.status, textOf(await pale.text())]).toEqual([400, expect.stringContaining('Choose a darker colour')]);
  expect((await save(at, { ...(await fieldsAt(at)), brandColour: '#2A4374' })).status).toBe(303);
  const sheet = '/brand/2a4374.css';
  await expect.poll(async () => (await shop.visitor().get('/')).text).toContain(`href="${sheet}"`);
  const style = await shop.visitor().get(sheet);
  expect(style.headers.get('content-type')).toBe('text/css; charset=utf-8');
  expect(style.text).toContain('--color-geru:#2a4374;');
  expect((await shop.visitor().get('/manifest.webmanifest')).text).toContain('"theme_color":"#2a4374"');
  for (const wrong of ['2a4374', '2A4374.css', 'red.css', '2a4374}.css'])
    expect([wrong, (await shop.visitor().ask(`/brand/${wrong}`)).status]).toEqual([wrong, 404]);
  expect((await readShopIdentity(shop.systemContext())).colour).toBe('#2a4374');
});

test('each policy is linked as shoppers read it, and to its editor', async () => {
  const { text } = await owner.get('/admin/settings/policies');
  for (const policy of ['terms', 'privacy', 'returns', 'shipping']) {
    expect(text).toContain(`href="/${policy}"`);
    expect(text).toContain(`href="/admin/policies/${policy}"`);
  }
  for (const path of ['/cookies', '/admin/policies']) expect(text).toContain(`href="${path}"`);
});

test('Save stays without JavaScript, without Discard', async () => {
  const { text } = await owner.get('/admin/settings');
  expect(text.match(/<span>Save<\/span>/g)).toHaveLength(1);
  expect(text).not.toContain('Discard');
});
