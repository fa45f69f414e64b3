import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { updateSettings } from '#app/modules/store/settings/settings.server.ts';
import { DEFAULT_SETTINGS } from '#app/modules/store/settings/settings.ts';
import type { DeliveryAnswer } from '#app/modules/store/shipping/delivery.ts';
import { ADDRESS, newReference } from '#tests/support/checkout.ts';
import { fieldsOf, textOf } from '#tests/support/html.ts';
import { openRequestShop, type RequestShop, signInAdmin, type Visitor } from '#tests/support/request-shop.ts';

let shop: RequestShop;
let visitor: Visitor;
let bowl: string;
let bowlAddress: string;
let saree: string;
beforeAll(async () => {
  shop = await openRequestShop();
  const common = { price: rupees(300), medium: 'handcraft', category: 'Handcraft', stockCount: 100 } as const;
  const images = ['/media/none.webp'];
  const rows = await shop.database
    .insert(artworks)
    .values([
      { ...common, title: 'Clay Bowl', images },
      { ...common, title: 'Aipan Saree', images, price: rupees(4500), medium: 'fabric', category: 'Fabric Painting' },
    ])
    .returning();
  [bowl, saree] = rows.map(({ id }) => id) as [string, string];
  bowlAddress = `/artwork/${rows[0]!.slug}`;
});
beforeEach(async () => {
  visitor = shop.visitor();
  await updateSettings(shop.systemContext(), {
    shippingMode: 'zones',
    shippingZones: DEFAULT_SETTINGS.shippingZones,
    unservedPinPrefixes: [],
  });
});
afterAll(() => shop.close());

const ask = async (fields: Record<string, string>, by = visitor) => {
  const response = await by.post('/api/delivery', fields, { headers: { accept: 'application/json' } });
  return { status: response.status, answer: (await response.json()) as DeliveryAnswer };
};
const remembered = async (artworkId: string, by = visitor) =>
  JSON.parse((await by.get(`/api/delivery?artworkId=${artworkId}`)).text) as DeliveryAnswer | null;
const sameFor = (html: string) => html.replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '');

describe('a script', () => {
  test('answers place, charge and days, and remembers the PIN code', async () => {
    const { status, answer } = await ask({ pin: '110 001', artworkId: bowl });
    expect(status).toBe(200);
    expect(answer).toMatchObject({
      typed: '110 001',
      quote: { zipCode: '110001', place: { city: 'New Delhi' }, terms: { cost: rupees(100), takesCash: false } },
    });
    expect(visitor.cookies.get('delivery_pin')).toBe('110001');
    expect((await remembered(bowl))?.quote?.zipCode).toBe('110001');
    expect((await remembered(saree))?.quote?.terms?.cost).toBe(0);
  });

  test('gets the weeks of painting for a made-to-order artwork', async () => {
    const daysOf = async (artworkId: string) => (await ask({ pin: '110001', artworkId })).answer.quote!.terms!.arrives;
    const [stocked, painted] = [await daysOf(bowl), await daysOf(saree)];
    expect(Date.parse(painted.from) - Date.parse(stocked.from)).toBeGreaterThanOrEqual(12 * 86_400_000);
  });

  test('offers cash as checkout does', async () => {
    const { cashOnDelivery, paymentMethods } = DEFAULT_SETTINGS;
    const limitTo = (maxTotal: number) =>
      updateSettings(shop.systemContext(), {
        paymentMethods: ['manual', 'cod'],
        cashOnDelivery: { ...cashOnDelivery, maxTotal: rupees(maxTotal) },
      });
    const takesCash = async (fields: Record<string, string>) =>
      (await ask({ pin: '110001', ...fields })).answer.quote!.terms!.takesCash;
    await visitor.post('/visitor-state', { intent: 'add', artworkId: bowl, quantity: '1' });
    try {
      for (const [maxTotal, isTaken] of [
        [400, true],
        [399, false],
      ] as const) {
        await limitTo(maxTotal);
        expect([maxTotal, await takesCash({ artworkId: bowl }), await takesCash({})]).toEqual([
          maxTotal,
          isTaken,
          isTaken,
        ]);
      }
    } finally {
      await updateSettings(shop.systemContext(), { cashOnDelivery, paymentMethods });
    }
  });

  test('answers for the cart without artwork, free above the limit', async () => {
    expect((await ask({ pin: '110001' })).answer.quote?.terms?.cost).toBe(rupees(100));
    await visitor.post('/visitor-state', { intent: 'add', artworkId: bowl, quantity: '7' });
    expect((await ask({ pin: '110001' })).answer.quote?.terms?.cost).toBe(0);
    expect((await ask({ pin: '744101' })).answer.quote?.terms?.cost).toBe(rupees(200));
  });

  test('reports wrong digits, and remembers nothing', async () => {
    for (const pin of ['', '2636', '026360', 'almora', '1234567']) {
      const { status, answer } = await ask({ pin, artworkId: bowl });
      expect([pin, status, answer.quote]).toEqual([pin, 422, undefined]);
      expect(answer.typed).toBe(pin);
    }
    expect((await ask({ pin: '2636' })).answer.error).toBe('PIN code must be 6 digits');
    expect(visitor.cookies.has('delivery_pin')).toBe(false);
    expect((await visitor.post('/api/delivery', { pin: '1'.repeat(21) })).status).toBe(400);
    expect((await visitor.post('/api/delivery', { pin: '110001', artworkId: 'nothing' })).status).toBe(404);
    visitor.cookies.set('delivery_pin', '%3Cscript%3E');
    expect(await remembered(bowl)).toBeNull();
  });

  test('uses a customer’s first address until another PIN code is typed', async () => {
    const account = await visitor.signUpAs('Meera Joshi');
    expect(await remembered(bowl)).toBeNull();
    const { country: _, email: _email, ...profile } = ADDRESS;
    await visitor.post('/profile?index', {
      ...profile,
      email: account.email,
      zipCode: '411001',
      currentPassword: account.password,
    });
    expect((await remembered(bowl))?.quote).toMatchObject({ zipCode: '411001', terms: { cost: rupees(120) } });
    expect(textOf((await visitor.get(`${bowlAddress}`)).text)).not.toContain('411001');
    await ask({ pin: '744101' });
    expect((await remembered(bowl))?.quote?.zipCode).toBe('744101');
  });
});

describe('without JavaScript', () => {
  test('an artwork’s page answers digits, and shows errors beside them', async () => {
    const first = await visitor.get(`${bowlAddress}`);
    const [form = ''] = /<form id="delivery".*?<\/form>/s.exec(first.text) ?? [];
    const fields = Object.fromEntries(fieldsOf(form));
    expect(fields).toMatchObject({ pin: '', artworkId: bowl, page: `${bowlAddress}#delivery` });
    const { page } = fields as { page: string };

    const sent = await visitor.post('/api/delivery', { pin: '744101', artworkId: bowl, page });
    expect([sent.status, sent.headers.get('location')]).toEqual([303, `${bowlAddress}?pin=744101#delivery`]);
    expect(visitor.cookies.get('delivery_pin')).toBe('744101');
    const answered = await visitor.get(`${bowlAddress}?pin=744101`);
    expect(textOf(answered.text)).toMatch(
      /Arrives \d{1,2} \w+ – \d{1,2} \w+ Delivery to South Andaman 744101: ₹200, free above ₹3,000\./,
    );
    expect(Object.fromEntries(fieldsOf(answered.text))).toMatchObject({ pin: '744101' });

    const wrong = await visitor.post('/api/delivery', { pin: '7441', artworkId: bowl, page });
    const shown = await visitor.get(wrong.headers.get('location')!);
    expect(textOf(shown.text)).toContain('PIN code must be 6 digits');
    expect(Object.fromEntries(fieldsOf(shown.text))).toMatchObject({ pin: '7441' });
  });

  test('a sold-out artwork’s page adds the weeks to paint it', async () => {
    const arrival = async () => {
      const page = await visitor.get(`${bowlAddress}?pin=110001`);
      expect(Object.fromEntries(fieldsOf(/<form id="delivery".*?<\/form>/s.exec(page.text)![0]))).toMatchObject({
        pin: '110001',
      });
      return /Arrives [\w –]+ Delivery to New Delhi 110001/.exec(textOf(page.text))![0];
    };
    const stocked = await arrival();
    const set = (stockCount: number) => shop.database.update(artworks).set({ stockCount }).where(eq(artworks.id, bowl));
    await set(0);
    expect(await arrival()).not.toBe(stocked);
    await set(100);
  });

  test('an artwork’s page is the same for every visitor', async () => {
    const somebody = shop.visitor();
    somebody.cookies.set('delivery_pin', '110001');
    const [one, other] = [await visitor.get(`${bowlAddress}`), await somebody.get(`${bowlAddress}`)];
    expect(sameFor(other.text)).toBe(sameFor(one.text));
    expect(other.headers.getSetCookie()).toEqual([]);
  });

  test('the cart answers for its content, with that zone’s total', async () => {
    await visitor.post('/visitor-state', { intent: 'add', artworkId: bowl, quantity: '1' });
    expect(textOf((await visitor.get('/cart')).text)).toContain('Estimated shipping');
    const sent = await visitor.post('/api/delivery', { pin: '110001', page: '/cart#delivery' });
    const shown = textOf((await visitor.get(sent.headers.get('location')!)).text);
    expect(shown).toContain('Delivery to New Delhi 110001: ₹100, free above ₹2,000.');
    expect(shown).toMatch(/Shipping ₹100 (.* )?Total ₹400/);
    const wrong = (await visitor.get('/cart?pin=11')).text;
    expect(textOf(wrong)).toContain('PIN code must be 6 digits');
    expect(Object.fromEntries(fieldsOf(wrong))).toMatchObject({ pin: '11' });
  });

  test('a return address outside the shop leads to the cart', async () => {
    const sent = await visitor.post('/api/delivery', { pin: '110001', page: 'https://elsewhere.example/' });
    expect(sent.headers.get('location')).toBe('/cart?pin=110001');
  });

  test('checkout without an address starts with the remembered PIN code', async () => {
    await visitor.signUpAs('Rekha Pant');
    await visitor.post('/visitor-state', { intent: 'add', artworkId: bowl, quantity: '1' });
    await ask({ pin: '744101' });
    const { text } = await visitor.get('/checkout');
    expect(Object.fromEntries(fieldsOf(text))).toMatchObject({ zipCode: '744101', city: '' });
    expect(textOf(text)).toContain('744101: ₹200');
  });
});

describe('where the shop does not deliver', () => {
  const REFUSAL = "We don't deliver to 744101 yet";
  beforeEach(() => updateSettings(shop.systemContext(), { unservedPinPrefixes: ['744'] }));

  test('an artwork’s page links the contact form with PIN code and artwork', async () => {
    const { text } = await visitor.get(`${bowlAddress}?pin=744101`);
    expect(textOf(text)).toContain(REFUSAL);
    expect(textOf(text)).not.toContain('Arrives');
    const [, link] = /href="(\/contact\?pin=[^"]*)"/.exec(text) ?? [];
    const contact = await visitor.get(link!.replaceAll('&amp;', '&'));
    expect(textOf(contact.text)).toContain('Could you deliver “Clay Bowl” to PIN code 744101?');
    expect(Object.fromEntries(fieldsOf(contact.text))).toMatchObject({ subject: 'Delivery to 744101' });
    expect(textOf((await visitor.get('/contact?pin=744101&artwork=nothing')).text)).toContain(
      'Could you deliver a piece',
    );
    expect(textOf((await visitor.get('/contact?pin=%3Cb%3E')).text)).not.toContain('Could you deliver');
  });

  test('checkout refuses it at its field, and keeps the input', async () => {
    await visitor.signUpAs('Kiran Bisht');
    await visitor.post('/visitor-state', { intent: 'add', artworkId: bowl, quantity: '1' });
    const shown = (await visitor.get('/checkout?pin=744101')).text;
    const { key, seenTotal } = Object.fromEntries(fieldsOf(shown)) as Record<'key' | 'seenTotal', string>;
    const { country: _, ...address } = ADDRESS;
    const bought = { key, seenTotal, artworkId: bowl, quantity: '1', price: String(rupees(300)) };
    const payment = { paymentMethod: 'manual', paymentReferenceId: newReference() };
    const form = { ...bought, ...address, ...payment, zipCode: '744101', street: '7 Sea Road' };
    const refused = await visitor.post('/checkout', form);
    const again = await refused.text();
    expect(refused.status).toBe(409);
    expect(again).toMatch(/id="field-zipCode-error"[^]{0,400}We don(?:'|&#x27;)t deliver to 744101 yet/);
    expect(Object.fromEntries(fieldsOf(again))).toMatchObject({
      zipCode: '744101',
      street: '7 Sea Road',
      paymentReferenceId: payment.paymentReferenceId,
    });
    expect(shown).not.toContain('UPI QR code');
    expect(textOf((await visitor.get('/profile/orders')).text)).toContain('No orders found.');
  });

  test('the owner sets zones and prefixes, and the shipping page follows', async () => {
    const owner = await signInAdmin(shop);
    const { text } = await owner.get('/admin/settings/delivery');
    const fields = Object.fromEntries(fieldsOf(text).filter(([name]) => !/^(intent|q)$/.test(name)));
    for (const [, name, typed] of text.matchAll(/<textarea[^>]* name="([^"]*)"[^>]*>([^<]*)</g)) fields[name!] = typed!;
    expect(fields).toMatchObject({ unservedPinPrefixes: '744' });
    const saved = await owner.post('/admin/settings/delivery', {
      ...fields,
      shippingMode: 'zones',
      unservedPinPrefixes: '19, 2636',
      'shippingZones.0.unserved': 'yes',
    });
    expect(saved.status).toBe(303);
    const served = async (pin: string) => (await ask({ pin, artworkId: bowl })).answer.quote?.terms !== undefined;
    expect(await Promise.all(['110001', '190001', '263601', '263001', '744101'].map((pin) => served(pin)))).toEqual([
      false,
      false,
      false,
      true,
      true,
    ]);
    expect(textOf((await visitor.get('/shipping')).text)).toMatch(
      /Metro Places Delhi[^₹]* Charge No delivery yet Tier 1/,
    );
  });
});
