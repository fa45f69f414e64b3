import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { formatRupees, type Paise, rupees } from '#app/basics/money.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { saveCoupon } from '#app/modules/orders/coupons/coupons.server.ts';
import { sweepBackInStockRequests, sweepHolds } from '#app/modules/orders/holds/holds.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { getSettings, updateSettings } from '#app/modules/store/settings/settings.server.ts';
import { zoneFor } from '#app/modules/store/shipping/shipping.ts';
import { TYPED_COUPON } from '#app/ui/shop/coupon-fields.tsx';
import { insertArtwork } from '#tests/support/artworks.ts';
import { ADDRESS, newReference } from '#tests/support/checkout.ts';
import { fieldsOf, textOf } from '#tests/support/html.ts';
import { openRequestShop, type RequestShop, type Visitor } from '#tests/support/request-shop.ts';

const PINS = ['110001', '411001', '263601', '790001'];
const PRICE = rupees(300);

const ANDROID = 'Mozilla/5.0 (Linux; Android 14; Pixel 7) Chrome/131.0.0.0 Mobile Safari/537.36';

let shop: RequestShop;
let artworkId: string;
beforeAll(async () => {
  shop = await openRequestShop();
  await updateSettings(shop.systemContext(), { shippingMode: 'zones' });
  const bowl = await insertArtwork(shop.database, { title: 'Clay Bowl', price: PRICE, stockCount: 100 });
  artworkId = bowl.id;
});
afterAll(() => shop.close());

describe('with charges by zone', () => {
  let buyer: Visitor;
  let cost: (pin: string) => Paise;
  let account: { email: string; password: string };
  let buyers = 0;
  beforeEach(async () => {
    const { shippingZones } = await getSettings(shop.systemContext());
    cost = (pin) => zoneFor(shippingZones, pin).cost;
    buyer = shop.visitor();
    account = await buyer.signUpAs(`Ila ${(buyers += 1)}`);
  });
  const totalOf = (pin: string) => formatRupees((PRICE + cost(pin)) as Paise);
  const form = (shown: string, changes: Record<string, string>): Record<string, string> => {
    const { key, seenTotal, price, quantity } = Object.fromEntries(fieldsOf(shown)) as Record<string, string>;
    const { country: _, ...address } = ADDRESS;
    const bought = { key: key!, seenTotal: seenTotal!, price: price!, quantity: quantity!, artworkId };
    return { ...bought, ...address, paymentMethod: 'manual', paymentReferenceId: newReference(), ...changes };
  };

  test('the zones of the sample have different charges', () => {
    expect(new Set(PINS.map(cost)).size).toBeGreaterThan(2);
  });

  const fillCart = async (home: string) => {
    const { country: _, email: _email, ...profile } = ADDRESS;
    await buyer.post('/profile?index', {
      ...profile,
      email: account.email,
      zipCode: home,
      currentPassword: account.password,
    });
    await buyer.post('/visitor-state', { intent: 'add', artworkId, quantity: '1' });
  };

  test.each(PINS)('orders to %s from another zone’s profile after showing the total', async (pin) => {
    for (const home of PINS.filter((other) => cost(other) !== cost(pin))) {
      await fillCart(home);
      const first = await buyer.get('/checkout');
      expect(textOf(first.text)).toContain(`${home}: ${formatRupees(cost(home))}`);
      const refused = await buyer.post('/checkout', form(first.text, { zipCode: pin }));
      const shown = await refused.text();
      expect(refused.status).toBe(409);
      expect(textOf(shown)).toContain(`${pin}: ${formatRupees(cost(pin))}`);
      expect(textOf(shown)).toContain(totalOf(pin));
      expect(textOf(shown)).toContain(`Delivery to ${pin} costs ${formatRupees(cost(pin))}.`);
      const placed = await buyer.post('/checkout', form(shown, { zipCode: pin }));
      expect([home, placed.status]).toEqual([home, 303]);
    }
  });

  test('a company of another state says who receives the parcel, without a script', async () => {
    const { seller } = await getSettings(shop.systemContext());
    const firm = { firmName: 'Rawat Textiles', firmGstin: '27AAPFU0939F1ZV' };
    await updateSettings(shop.systemContext(), {
      seller: { ...seller, status: 'regular', gstin: '05ABCDE1234F1Z6' },
    });
    try {
      await fillCart('263601');
      const first = await buyer.get('/checkout');
      expect(first.text).toContain('name="parcelFor"');
      expect(textOf(first.text)).toContain('Includes GST');
      const refused = await buyer.post('/checkout', form(first.text, { ...firm, parcelFor: '', city: 'Ranikhet' }));
      const shown = await refused.text();
      expect(refused.status).toBe(422);
      expect(textOf(shown)).toContain('Who receives this parcel?');
      expect(textOf(shown)).toContain('Taxed in Maharashtra');
      expect(shown).toMatch(/<input(?=[^>]*name="city")[^>]*value="Ranikhet"/);
      expect(shown).toMatch(/<input(?=[^>]*value="firm")(?=[^>]*type="radio")[^>]*checked/);
      const placed = await buyer.post('/checkout', form(shown, { ...firm, parcelFor: 'other' }));
      expect(placed.status).toBe(303);
      const id = new URL(placed.headers.get('location')!, 'http://shop').searchParams.get('placed')!;
      const [order] = await shop.database.select().from(orders).where(eq(orders.id, id));
      expect(order!.firm).toMatchObject({ gstin: firm.firmGstin, suppliesFirmState: true });
    } finally {
      await updateSettings(shop.systemContext(), { seller });
    }
  });

  test.each(PINS)('orders to %s at once after the summary followed the PIN code', async (pin) => {
    for (const home of PINS.filter((other) => cost(other) !== cost(pin))) {
      await fillCart(home);
      const shown = (await buyer.get(`/checkout?pin=${pin}`)).text;
      expect(textOf(shown)).toContain(totalOf(pin));
      const placed = await buyer.post('/checkout', form(shown, { zipCode: pin }));
      expect([home, placed.status]).toEqual([home, 303]);
    }
  });

  test('a button asks for the PIN code’s charge, keeping the input', async () => {
    await buyer.post('/visitor-state', { intent: 'add', artworkId, quantity: '1' });
    const changes = { zipCode: '790001', street: '7 Hill Lane', intent: 'quote-delivery' };
    const first = await buyer.get('/checkout');
    expect(textOf(first.text)).toContain('Enter your PIN code for delivery date and cost.');
    const asked = form(first.text, changes);
    const shown = await (await buyer.post('/checkout', asked)).text();
    expect(textOf(shown)).toContain(`790001: ${formatRupees(cost('790001'))}, free above ₹3,000.`);
    expect(Object.fromEntries(fieldsOf(shown))).toMatchObject({ zipCode: '790001', street: '7 Hill Lane' });
    expect(textOf((await buyer.get('/checkout?pin=110001')).text)).toContain(
      `Delivery to New Delhi 110001: ${formatRupees(cost('110001'))}, free above ₹2,000.`,
    );
  });
});

describe('the QR, without JavaScript', () => {
  let last: string;
  let title: string;
  let buyers = 0;
  beforeEach(async () => {
    await updateSettings(shop.systemContext(), { shippingMode: 'flat' });
    title = `Moon Jar ${(buyers += 1)}`;
    const jar = await insertArtwork(shop.database, { title, price: PRICE, stockCount: 1 });
    last = jar.id;
  });
  const someone = async (name: string) => {
    const visitor = shop.visitor();
    await visitor.signUpAs(`${name} Moon ${buyers}`);
    await visitor.post('/visitor-state', { intent: 'add', artworkId: last, quantity: '1' });
    return visitor;
  };
  const { country: _, ...address } = ADDRESS;
  const press = async (visitor: Visitor, intent: string, changes: Record<string, string> = {}) => {
    const fields = Object.fromEntries(fieldsOf((await visitor.get('/checkout')).text));
    const sent = await visitor.post('/checkout', { ...fields, ...address, intent, ...changes });
    const text = await sent.text();
    return { status: sent.status, location: sent.headers.get('location'), html: text, text: textOf(text) };
  };
  const stock = async () =>
    (await shop.database.select({ count: artworks.stockCount }).from(artworks).where(eq(artworks.id, last)))[0]!.count;
  const nobody = { cache: 'no-store', others: [], held: [], ordered: [] };
  const beingBought = async (visitor = shop.visitor()) => {
    const answer = await visitor.ask(`/api/being-bought?id=${last}&id=nonsense`);
    return { cache: answer.headers.get('cache-control'), ...((await answer.json()) as object) };
  };

  test('is created on request for 15 minutes, never by viewing the page', async () => {
    const ila = await someone('Ila');
    const first = await ila.get('/checkout');
    expect(first.text).not.toContain('UPI QR code');
    expect(textOf(first.text)).toContain('Show the QR');
    expect([await stock(), await beingBought()]).toEqual([1, nobody]);
    const shown = await press(ila, 'show-qr', { street: '7 Hill Lane' });
    expect(shown.status).toBe(200);
    expect(shown.html).toContain('aria-label="UPI QR code for ₹450"');
    const onPhone = await ila.ask('/checkout', { headers: { 'user-agent': ANDROID } });
    expect(await onPhone.text()).toMatch(/<a [^>]*href="upi:\/\/pay\?[^"]*am=450[^"]*"[^>]*><span>Pay ₹450/);
    expect(shown.text).toMatch(/Held for you until \d{1,2}:\d\d [AP]M/);
    expect(Object.fromEntries(fieldsOf(shown.html))).toMatchObject({ street: '7 Hill Lane' });
    expect([await stock(), await beingBought()]).toMatchObject([0, { ...nobody, others: [last] }]);
    expect(await beingBought(ila)).toMatchObject({ ...nobody, held: [last] });
    expect((await ila.get('/checkout')).text).toContain('UPI QR code for ₹450');
    const placed = await press(ila, 'place-order', { paymentReferenceId: newReference() });
    expect(placed.location).toMatch(/^\/profile\/orders\?placed=/);
    expect([await stock(), await beingBought()]).toEqual([0, nobody]);
  });

  test('is refused to a second shopper before payment; a coupon renews it', async () => {
    const [ila, meera] = [await someone('Ila'), await someone('Meera')];
    await press(ila, 'show-qr');
    const refused = await press(meera, 'show-qr');
    expect(refused.status).toBe(409);
    expect(refused.html).not.toContain('UPI QR code');
    const again = await meera.get('/checkout');
    expect(again.text).not.toContain('UPI QR code');
    await saveCoupon(shop.systemContext(), {
      code: `Q${buyers}`,
      discountPercentage: 10,
      usageLimit: null,
      validFrom: null,
      validUntil: null,
    });
    const applied = await press(ila, 'apply-coupon', { [TYPED_COUPON]: `Q${buyers}` });
    expect(applied.html).not.toContain('UPI QR code');
    expect(applied.text).toContain('The total has changed');
    expect((await press(ila, 'show-qr')).html).toContain('UPI QR code for ₹420');
  });

  test('shown before, accepts a reference even when the artwork is sold', async () => {
    const ila = await someone('Ila');
    await press(ila, 'show-qr');
    await shop.database.execute(sql`update stock_holds set ended_at = now() where artwork_id = ${last}`);
    const page = await ila.get('/checkout');
    expect(textOf(page.text)).toContain(`Have you paid ₹450 already? ${title} can no longer be bought`);
    const wrong = await press(ila, 'give-late-reference', { paymentReferenceId: 'UTR' });
    expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining('minimum 6 characters')]);
    const reference = newReference();
    const sent = await press(ila, 'give-late-reference', { paymentReferenceId: reference });
    expect(sent.status).toBe(303);
    expect(textOf((await ila.get(sent.location!)).text)).toContain(`${title} was sold while you paid`);
  });

  test('and the input appear in another browser tab', async () => {
    const ila = await someone('Ila');
    await press(ila, 'show-qr', { street: '7 Hill Lane', paymentReferenceId: '' });
    const { key } = Object.fromEntries(fieldsOf((await ila.get('/checkout')).text));
    const reference = newReference();
    const typed = { ...address, key: key!, street: '9 Hill Lane', paymentReferenceId: reference };
    expect((await ila.post('/checkout/typed-address', typed)).status).toBe(204);
    const again = await ila.get('/checkout');
    expect(again.text).toContain('UPI QR code for ₹450');
    expect(Object.fromEntries(fieldsOf(again.text))).toMatchObject({
      street: '9 Hill Lane',
      paymentReferenceId: reference,
    });
    const placed = await press(ila, 'place-order', { paymentReferenceId: reference });
    expect(placed.location).toMatch(/^\/profile\/orders\?placed=/);
  });

  test('marks the artwork as being bought in other carts', async () => {
    const [ila, meera] = [await someone('Ila'), await someone('Meera')];
    await press(ila, 'show-qr');
    expect(textOf((await meera.get('/checkout')).text)).toContain(
      `Someone else is buying ${title} right now. Wait until it’s available again`,
    );
    const inCart = textOf((await meera.get('/cart')).text);
    expect(inCart).not.toContain('0 pieces');
    expect(inCart).not.toContain('more for free shipping');
  });

  test('emails another shopper once when the artwork is available again', async () => {
    const ila = await someone('Ila');
    await press(ila, 'show-qr');
    const guest = shop.visitor();
    const [{ slug } = { slug: '' }] = await shop.database.select().from(artworks).where(eq(artworks.id, last));
    const ask = (email: string) => guest.post(`/artwork/${slug}`, { intent: 'back-in-stock', email });
    expect((await ask('nonsense')).status).toBe(400);
    const email = `guest${buyers}@example.in`;
    expect((await ask(email)).status).toBe(200);
    expect((await ask(email)).status).toBe(200);
    await shop.database.execute(sql`update stock_holds set held_until = now() where ended_at is null`);
    await sweepHolds(shop.systemContext());
    await sweepBackInStockRequests(shop.systemContext());
    expect(await shop.mailTo(email, 'back-in-stock')).toContain('/artwork/moon-jar-');
    await sweepBackInStockRequests(shop.systemContext());
    expect((await shop.database.execute(sql`select * from back_in_stock_requests`)).rows).toEqual([]);
    expect((await guest.post(`/artwork/${crypto.randomUUID()}`, { intent: 'back-in-stock', email })).status).toBe(404);
  });
});

describe('after a reference', () => {
  const { country: _, ...address } = ADDRESS;
  const buy = async (visitor: Visitor, paymentReferenceId: string) => {
    await visitor.post('/visitor-state', { intent: 'add', artworkId, quantity: '1' });
    const fields = Object.fromEntries(fieldsOf((await visitor.get('/checkout')).text));
    const form = { ...fields, ...address, paymentReferenceId };
    return { form, location: (await visitor.post('/checkout', form)).headers.get('location')! };
  };
  const someone = async (name: string) => {
    const visitor = shop.visitor();
    await visitor.signUpAs(name);
    return visitor;
  };
  const CHECKING = 'We’re checking this reference';

  test('claimed by another order, is checked, and the page says so', async () => {
    const [ila, meera] = [await someone('Ila Dev'), await someone('Meera Dev')];
    const reference = newReference();
    await buy(ila, reference);
    const { location } = await buy(meera, reference);
    const shown = textOf((await meera.get(location)).text);
    expect(shown).toContain(CHECKING);
    expect(shown).toContain('If we find it and the pieces are still available, your order goes ahead.');
    expect(shown).not.toContain('Order placed successfully!');
    expect(textOf((await meera.get('/checkout')).text)).toContain(CHECKING);
  });

  test('from a second tab, both references are stored', async () => {
    const ila = await someone('Ila Negi');
    const { form, location } = await buy(ila, newReference());
    const second = newReference();
    const again = await ila.post('/checkout', { ...form, paymentReferenceId: second });
    const shown = textOf((await ila.get(again.headers.get('location')!)).text);
    expect(shown).toContain(CHECKING);
    expect(shown).toContain('already has a payment');
    expect(shown).toContain(second);
    expect((await ila.post('/checkout', form)).headers.get('location')).toBe(location);
  });

  test('of a cancelled order is stored, and refunded when found', async () => {
    const ila = await someone('Ila Bora');
    await ila.post('/visitor-state', { intent: 'add', artworkId, quantity: '1' });
    const fields = Object.fromEntries(fieldsOf((await ila.get('/checkout')).text));
    const sent = await ila.post('/checkout', { ...fields, ...address, online: 'yes', paymentReferenceId: '' });
    const page = sent.headers.get('location')!;
    const orderId = page.slice(-36);
    await ila.post('/profile/orders', { orderId });
    expect(textOf((await ila.get(page)).text)).toContain('Have you already paid?');
    const reference = newReference();
    const given = await ila.post('/checkout', { intent: 'give-reference', orderId, paymentReferenceId: reference });
    const shown = textOf((await ila.get(given.headers.get('location')!)).text);
    expect(shown).toContain(CHECKING);
    expect(shown).toContain('was cancelled before');
    expect(shown).toContain(reference);
  });

  test('Back shows the order’s number, and nothing to pay', async () => {
    const ila = await someone('Ila Rana');
    const { location } = await buy(ila, newReference());
    const number = /BV-\w{4}-\w{4}/.exec(textOf((await ila.get(location)).text))![0];
    const back = await ila.get('/checkout');
    expect(textOf(back.text)).toContain(`Order ${number} is placed`);
    expect(back.text).not.toContain('UPI QR code');
  });
});

test('with manual UPI only, the checkout offers no other way', async () => {
  const { paymentMethods } = await getSettings(shop.systemContext());
  await updateSettings(shop.systemContext(), { paymentMethods: ['manual'] });
  const ila = shop.visitor();
  await ila.signUpAs('Ila Bisht');
  await ila.post('/visitor-state', { intent: 'add', artworkId, quantity: '1' });
  const shown = textOf((await ila.get('/checkout')).text);
  await updateSettings(shop.systemContext(), { paymentMethods });
  expect(shown).toContain('Pay by UPI');
  expect(shown).not.toContain('Pay online');
  expect(shown).not.toContain('Paying online');
});

test('an error on an unreadable page is ours, not the sender’s', async () => {
  const buyer = shop.visitor();
  await buyer.signUpAs('Kamini Joshi');
  await buyer.post('/visitor-state', { intent: 'add', artworkId, quantity: '1' });
  expect((await buyer.post('/checkout', { name: 'Kamini' })).status).toBe(422);
  await shop.database.execute(sql`alter table checkout_attempts rename to checkout_attempts_away`);
  try {
    expect((await buyer.post('/checkout', { name: 'Kamini' })).status).toBe(500);
  } finally {
    await shop.database.execute(sql`alter table checkout_attempts_away rename to checkout_attempts`);
  }
});
