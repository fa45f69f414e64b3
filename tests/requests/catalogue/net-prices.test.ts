import { afterAll, beforeAll, expect, test } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import { updateSettings } from '#app/modules/store/settings/settings.server.ts';
import { DEFAULT_SETTINGS } from '#app/modules/store/settings/settings.ts';
import { insertArtwork } from '#tests/support/artworks.ts';
import { textOf } from '#tests/support/html.ts';
import { openRequestShop, type RequestShop, signInAdmin, type Visitor } from '#tests/support/request-shop.ts';

const TOO_HIGH = 'Enter a price up to the MRP';
const seller = { ...DEFAULT_SETTINGS.seller, status: 'regular', gstin: '05ABCDE1234F1Z6' } as const;

let shop: RequestShop;
let owner: Visitor;
let id: string;
let address: string;
beforeAll(async () => {
  shop = await openRequestShop();
  owner = await signInAdmin(shop);
  const made = await insertArtwork(shop.database, {
    title: 'Clay Lamp',
    price: rupees(118),
    gstRate: 18,
    mrp: rupees(420),
    medium: 'handcraft',
    category: 'Clay',
  });
  id = made.id;
  address = `/artwork/${made.slug}`;
  await updateSettings(shop.systemContext(), { seller: { ...seller, pricesExcludeGst: true } });
});
afterAll(() => shop.close());

const fieldOf = (html: string, name: string) =>
  new RegExp(`<input(?=[^>]*name="${name}")[^>]*value="([^"]*)"`).exec(html)?.[1];

test('price fields say that they are without GST, and what customers pay', async () => {
  for (const [page, name] of [
    [`/admin/artworks/${id}`, 'price'],
    [`/admin/artworks/price?id=${id}`, 'amount'],
  ] as const) {
    const { text } = await owner.get(page);
    expect(textOf(text)).toContain('Price without GST');
    expect(textOf(text)).toContain('Customers pay ₹118 with 18% GST');
    expect(fieldOf(text, name)).toBe('100');
  }
});

test('a price above the MRP with GST is refused at its field', async () => {
  const changed = await owner.post(`/admin/artworks/price?id=${id}`, {
    id,
    key: crypto.randomUUID(),
    step: 'set',
    amount: '420',
  });
  expect(textOf(await changed.text())).toContain(TOO_HIGH);
  const variants = `/admin/artworks/${id}/variants`;
  const version = fieldOf((await owner.get(variants)).text, 'version')!;
  const row = (at: number, size: string, price: string) =>
    Object.fromEntries(
      Object.entries({ id: '', size, cloth: '', price, stockCount: '1', width: '', height: '' }).map(
        ([name, value]) => [`variants.${at}.${name}`, value],
      ),
    );
  const typed = { version, unit: 'cm', ...row(0, '', ''), ...row(1, 'Small', '100'), ...row(2, 'Large', '420') };
  const refused = await owner.post(variants, typed);
  const shown = await refused.text();
  expect(refused.status).toBe(422);
  expect(shown).toMatch(/id="field-variants-2-price-error"/);
  expect(fieldOf(shown, 'variants\\.2\\.price')).toBe('420');
  expect(textOf(shown)).toContain('Customers pay ₹495.60 with 18% GST');
});

test('shoppers see the price with GST and its part', async () => {
  const guest = shop.visitor();
  const page = textOf((await guest.get(address)).text);
  expect(page).toMatch(/₹118\s*incl\. GST/);
  expect(page).toContain('18%, ₹18 in the price');
  await guest.post('/visitor-state', { intent: 'add', artworkId: id, quantity: '1' });
  expect(textOf((await guest.get('/cart')).text)).toMatch(/Total\s*₹268\s*Includes GST\s*₹40\.88/);
  for (const status of ['unregistered', 'composition'] as const) {
    const gstin = status === 'composition' ? seller.gstin : null;
    await updateSettings(shop.systemContext(), { seller: { ...DEFAULT_SETTINGS.seller, status, gstin } });
    expect(textOf((await guest.get('/cart')).text)).not.toContain('GST');
    expect(textOf((await guest.get(address)).text)).not.toContain('GST');
  }
});
