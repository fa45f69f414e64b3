import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOTHING, rupees } from '#app/basics/money.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { messages } from '#app/modules/messaging/messages/tables.server.ts';
import type { PaymentAnswer } from '#app/modules/payments/payments/payment-state.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { getSettings, updateSettings } from '#app/modules/store/settings/settings.server.ts';
import { DEFAULT_SETTINGS } from '#app/modules/store/settings/settings.ts';
import { insertArtwork } from '#tests/support/artworks.ts';
import { ADDRESS, newReference } from '#tests/support/checkout.ts';
import { fieldsOf, textOf } from '#tests/support/html.ts';
import { openRequestShop, type RequestShop, type Visitor } from '#tests/support/request-shop.ts';

const WEBHOOK_SECRET = 'the webhook’s own secret';

let razorpay: Server;
let shop: RequestShop;
let plain: RequestShop;
let asha: Visitor;
let meera: Visitor;
let artworkId: string;
let opened = 0;

beforeAll(async () => {
  razorpay = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += part));
    request.on('end', () => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(
        request.method === 'POST'
          ? JSON.stringify({ ...(JSON.parse(body) as object), id: `order_${(opened += 1)}`, status: 'created' })
          : JSON.stringify({ entity: 'collection', count: 0, items: [] }),
      );
    });
  });
  await new Promise<void>((resolve) => razorpay.listen(0, '127.0.0.1', resolve));
  shop = await openRequestShop({
    RAZORPAY_KEY_ID: 'rzp_test_key',
    RAZORPAY_KEY_SECRET: 'the key’s secret',
    RAZORPAY_WEBHOOK_SECRET: WEBHOOK_SECRET,
    RAZORPAY_API_URL: `http://127.0.0.1:${(razorpay.address() as AddressInfo).port}`,
  });
  plain = await openRequestShop();
  asha = shop.visitor();
  meera = shop.visitor();
  await asha.signUpAs('Asha Rawat');
  await meera.signUpAs('Meera Joshi');
  artworkId = (await insertArtwork(shop.database, { stockCount: 50 })).id;
});
afterAll(async () => {
  await Promise.all([shop?.close(), plain?.close()]);
  await new Promise((resolve) => razorpay.close(resolve));
});

async function checkOut(changes: Record<string, string>): Promise<Response> {
  await asha.post('/visitor-state', { intent: 'add', artworkId: artworkId, quantity: '1' });
  const { text } = await asha.get('/checkout');
  const fields = new URLSearchParams();
  const replaced: Record<string, string> = { ...ADDRESS, ...changes };
  delete replaced['country'];
  for (const [name, value] of fieldsOf(text)) if (!(name in replaced)) fields.append(name, value);
  for (const [name, value] of Object.entries(replaced)) fields.append(name, value);
  return asha.ask('/checkout', { method: 'POST', body: fields });
}

async function pay(paymentMethod: string): Promise<string> {
  const response = await checkOut({ paymentMethod, paymentReferenceId: '', online: 'yes' });
  const [, orderId] = /^\/checkout\?payment=([0-9a-f-]{36})$/.exec(response.headers.get('location') ?? '') ?? [];
  if (!orderId) throw new Error(`${response.status} ${textOf(await response.text()).slice(0, 400)}`);
  return orderId;
}
const step = async (who: Visitor, orderId: string, name: string, fields: Record<string, string> = {}) => {
  const response = await who.post(`/checkout/payment/${orderId}`, { intent: name, ...fields });
  return { status: response.status, ...((await response.json()) as PaymentAnswer) };
};
const look = async (orderId: string) =>
  ((await (await asha.ask(`/checkout/payment/${orderId}`)).json()) as PaymentAnswer).payment;
const rowOf = async (id: string) => (await shop.database.select().from(orders).where(eq(orders.id, id)))[0]!;

const webhook = (providerOrderId: string, changes: Record<string, unknown> = {}) => ({
  entity: 'event',
  event: 'payment.captured',
  payload: {
    payment: {
      entity: {
        id: `pay_${providerOrderId}`,
        order_id: providerOrderId,
        status: 'captured',
        amount: 115_000,
        currency: 'INR',
        ...changes,
      },
    },
  },
});
function sendWebhook(body: unknown, { secret = WEBHOOK_SECRET, id = crypto.randomUUID() as string } = {}) {
  const rawBody = JSON.stringify(body);
  return shop.visitor().ask('/api/webhooks/razorpay', {
    method: 'POST',
    body: rawBody,
    headers: {
      'content-type': 'application/json',
      'sec-fetch-site': '',
      'x-razorpay-signature': createHmac('sha256', secret).update(rawBody).digest('hex'),
      'x-razorpay-event-id': id,
    },
  });
}

describe('paying online', () => {
  test('creates a pending order and payment, completed by the webhook', async () => {
    const orderId = await pay('razorpay');
    expect(await rowOf(orderId)).toMatchObject({ status: 'pending', paymentStatus: 'pending' });
    const owner = shop.systemContext();
    const { unmatchedOrders } = await getSettings(owner);
    await updateSettings(owner, { unmatchedOrders: { ...unmatchedOrders, orders: 0 } });
    const limitedId = await pay('razorpay');
    const limited = await asha.get(`/checkout?payment=${limitedId}`);
    await updateSettings(owner, { unmatchedOrders });
    expect(textOf(limited.text)).toContain('so there is no QR code yet');
    expect(limited.text).not.toContain('UPI QR code');
    await asha.post(`/checkout/payment/${limitedId}`, { intent: 'cart' });
    await asha.post('/cart', { intent: 'clear' });
    expect((await asha.get(`/checkout?payment=${orderId}`)).text).toContain('UPI QR code');
    const started = await step(asha, orderId, 'attempts', { method: 'razorpay' });
    expect(started).toMatchObject({
      status: 200,
      payment: { stage: 'processing', open: { provider: 'razorpay', window: { kind: 'script', key: 'rzp_test_key' } } },
    });
    const { providerOrderId } = started.payment.open!;
    expect((await sendWebhook(webhook(providerOrderId), { secret: 'the key’s secret' })).status).toBe(401);
    expect((await sendWebhook(webhook(providerOrderId, { amount: 100 }))).status).toBe(200);
    expect(await rowOf(orderId)).toMatchObject({ paymentStatus: 'pending' });
    for (let times = 0; times < 2; times += 1)
      expect((await sendWebhook(webhook(providerOrderId), { id: 'ev_1' })).status).toBe(200);
    expect(await look(orderId)).toMatchObject({ stage: 'paid' });
    const back = await asha.ask(`/checkout?payment=${orderId}`);
    expect(back.headers.get('location')).toBe(`/profile/orders?placed=${orderId}`);
  });

  test('cancelled, continues with manual UPI on the same order, without JavaScript', async () => {
    const orderId = await pay('phonepe');
    expect(await step(asha, orderId, 'attempts', { method: 'phonepe', upiId: '' })).toMatchObject({
      status: 409,
      message: 'Enter your UPI ID, such as name@bank, to pay with PhonePe.',
    });
    await step(asha, orderId, 'attempts', { method: 'phonepe', upiId: 'asha@upi' });
    expect(await step(asha, orderId, 'cancellation')).toMatchObject({
      payment: { stage: 'failed', failure: { why: 'cancelled' } },
    });
    const page = await asha.get('/checkout');
    expect(textOf(page.text)).toContain('is waiting for payment');
    expect(textOf(page.text)).toContain(ADDRESS.street);
    const form = Object.fromEntries(fieldsOf(page.text));
    const short = await asha.post('/checkout', { ...form, paymentReferenceId: '123' });
    expect([short.status, textOf(await short.text())]).toEqual([
      409,
      expect.stringContaining('Please enter a valid payment reference ID (minimum 6 characters)'),
    ]);
    const given = await asha.post('/checkout', { ...form, paymentReferenceId: newReference() });
    expect(given.headers.get('location')).toBe(`/profile/orders?placed=${orderId}`);
    expect(await rowOf(orderId)).toMatchObject({ status: 'processing', paymentMethod: 'manual' });
  });

  test('returned to the cart, fills the checkout with the input', async () => {
    const orderId = await pay('paytm');
    const returned = await asha.post(`/checkout/payment/${orderId}`, { intent: 'cart' });
    expect(returned.headers.get('location')).toBe(`/checkout?again=${orderId}`);
    const fields = Object.fromEntries(fieldsOf((await asha.get(`/checkout?again=${orderId}`)).text));
    expect(fields).toMatchObject({
      name: ADDRESS.name,
      street: ADDRESS.street,
      city: ADDRESS.city,
      artworkId: artworkId,
    });
    expect(await rowOf(orderId)).toMatchObject({ status: 'cancelled' });
    await asha.post('/visitor-state', { intent: 'add', artworkId: artworkId, quantity: '1' });
  });

  test('of another customer is not found, and cross-site posts are refused', async () => {
    const orderId = await pay('paytm');
    const nobodys = crypto.randomUUID();
    const addresses: [string, Record<string, string>][] = [
      ['attempts', { method: 'paytm' }],
      ['callback', { providerOrderId: 'x', paymentId: 'y', signature: 'z' }],
      ['cancellation', {}],
      ['claim', {}],
      ['reference', { paymentReferenceId: newReference() }],
      ['simulation', { shopper: 'pay' }],
      ['cart', {}],
    ];
    for (const [name, fields] of addresses) {
      const answers = [];
      for (const id of [orderId, nobodys, 'nonsense']) {
        const response = await meera.post(`/checkout/payment/${id}`, { intent: name, ...fields });
        answers.push([response.status, textOf(await response.text()).replaceAll(id, '')]);
      }
      expect(answers[0]![0]).toBe(404);
      expect(answers[1]).toEqual(answers[0]);
      expect(answers[2]).toEqual(answers[0]);
      const crossSite = await asha.post(
        `/checkout/payment/${orderId}`,
        { intent: name, ...fields },
        {
          headers: { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' },
        },
      );
      expect(crossSite.status).toBe(403);
    }
    expect((await meera.ask(`/checkout/payment/${orderId}`)).status).toBe(404);
    expect((await meera.ask(`/checkout?payment=${orderId}`)).status).toBe(404);
    expect((await shop.visitor().ask(`/checkout/payment/${orderId}`)).status).toBe(303);
    expect(await rowOf(orderId)).toMatchObject({ status: 'pending', paymentReferenceId: null });
    await asha.post(`/checkout/payment/${orderId}`, { intent: 'cancellation' });
  });

  test('simulates no payment at a real gateway', async () => {
    const [order] = await shop.database.select().from(orders).where(eq(orders.status, 'pending'));
    await step(asha, order!.id, 'attempts', { method: 'razorpay' });
    const played = await asha.post(`/checkout/payment/${order!.id}`, { intent: 'simulation', shopper: 'pay' });
    expect(played.status).toBe(404);
  });

  test('opened and abandoned repeatedly, is limited with a retry time', async () => {
    const [order] = await shop.database.select().from(orders).where(eq(orders.status, 'pending'));
    const toTheEnd = async (name: string): Promise<Response> => {
      const response = await asha.post(`/checkout/payment/${order!.id}`, { intent: name, method: 'razorpay' });
      return response.status === 200 ? toTheEnd(name === 'attempts' ? 'cancellation' : 'attempts') : response;
    };
    const refused = await toTheEnd('cancellation');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ message: 'Too many tries. Please wait a minute and try again.' });
  });
});

describe('the webhook’s address', () => {
  test('refuses unsigned webhooks, and acknowledges every signed one', async () => {
    const bare = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json', 'sec-fetch-site': '' } };
    expect((await shop.visitor().ask('/api/webhooks/razorpay', bare)).status).toBe(401);
    expect((await sendWebhook(webhook('order_nobody'))).status).toBe(200);
    expect((await sendWebhook({ entity: 'event', event: 'refund.created', payload: {} })).status).toBe(200);
    expect((await plain.visitor().ask('/api/webhooks/razorpay', bare)).status).toBe(401);
  });
});

test('Pay online names only what is offered and connected', async () => {
  const named = async (visitor: Visitor, browser = 'Chrome') => {
    const page = await visitor.ask('/checkout', { headers: { 'user-agent': browser } });
    return /<p class="meta first-letter:uppercase">(.*?)<\/p>/s.exec(await page.text())?.[1];
  };
  await asha.post('/visitor-state', { intent: 'add', artworkId: artworkId, quantity: '1' });
  expect(await named(asha)).toBe('QR code, PhonePe, Paytm, card or net banking');
  const owner = shop.systemContext();
  try {
    await updateSettings(owner, { paymentMethods: ['upi', 'paytm'] });
    expect(await named(asha)).toBe('QR code, Paytm');
    const { upi, cashOnDelivery } = await getSettings(owner);
    await updateSettings(owner, { upi: { ...upi, isMerchant: true } });
    expect(await named(asha)).toBe('QR code, Paytm');
    expect(await named(asha, 'Android 14 Chrome/131.0.0.0 Mobile')).toBe('UPI app, QR code, Paytm');
    await updateSettings(owner, { paymentMethods: ['razorpay'], upi });
    const byCard = textOf((await asha.get('/checkout')).text.replace(/^.*?<h1/s, ''));
    expect(byCard).toContain('Pay online');
    expect(textOf((await asha.get('/about')).text)).toContain('Pay by card · Free shipping');
    for (const absent of ['Pay by UPI', 'Payment reference ID', 'paused', 'Complete Order'])
      expect(byCard).not.toContain(absent);
    await updateSettings(owner, { paymentMethods: ['cod'], cashOnDelivery: { ...cashOnDelivery, maxTotal: NOTHING } });
    const { text } = await asha.get('/checkout');
    expect(text).toContain('Paying online is not possible at the moment.');
    expect(text).not.toContain('<span>Pay online</span>');
  } finally {
    await updateSettings(owner, {
      paymentMethods: ['manual', 'upi', 'razorpay', 'phonepe', 'paytm'],
      cashOnDelivery: DEFAULT_SETTINGS.cashOnDelivery,
    });
  }
});

test('an unpaid order offers current methods under its own heading', async () => {
  const owner = shop.systemContext();
  const { paymentMethods, cashOnDelivery } = await getSettings(owner);
  const shown = async () => {
    const { text } = await asha.get('/checkout');
    const [heading] = /(?<=<h2 id="pay">).*?(?=<\/h2>)/.exec(text) ?? [];
    return { heading, text: textOf(text) };
  };
  const orderId = await pay('upi');
  try {
    expect((await shown()).heading).toBe('Pay by UPI');
    await updateSettings(owner, { paymentMethods: ['razorpay'] });
    const byCard = await shown();
    expect(byCard).toMatchObject({ heading: 'Pay online', text: expect.stringContaining('card or net banking') });
    for (const absent of ['by UPI', 'UPI ID', 'Payment reference ID', 'Complete Order'])
      expect(byCard.text).not.toContain(absent);
    await updateSettings(owner, { paymentMethods: ['cod'], cashOnDelivery: { ...cashOnDelivery, maxTotal: NOTHING } });
    const byNothing = await shown();
    expect(byNothing).toMatchObject({ heading: 'Payment', text: expect.stringContaining('Please write to us.') });
    expect(byNothing.text).not.toContain('Pay online');
  } finally {
    await updateSettings(owner, { paymentMethods, cashOnDelivery });
    await asha.post(`/checkout/payment/${orderId}`, { intent: 'cart' });
  }
});

test('only the payment page allows the gateway, with credentials', async () => {
  const policyOf = async (visitor: Visitor, path: string) =>
    (await visitor.ask(path)).headers.get('content-security-policy') ?? '';
  expect(await policyOf(asha, '/checkout')).toContain("frame-src 'self' https://*.razorpay.com");
  expect(await policyOf(asha, '/checkout')).toContain("'strict-dynamic'");
  for (const path of ['/', '/cart', '/profile/orders']) expect(await policyOf(asha, path)).not.toContain('razorpay');
  const visitor = plain.visitor();
  await visitor.signUpAs('Ila Pant');
  expect(await policyOf(visitor, '/checkout')).not.toContain('razorpay');
});

test('an artwork sold during payment keeps the reference and informs both', async () => {
  const ila = shop.visitor();
  await ila.signUpAs('Ila Pant');
  const attentionMails = await shop.database.$count(messages, eq(messages.template, 'owner-needs-attention'));
  const only = await insertArtwork(shop.database, {
    title: 'Copper Diya',
    price: rupees(900),
    category: 'Diya',
    stockCount: 1,
  });
  await ila.post('/visitor-state', { intent: 'add', artworkId: only.id, quantity: '1' });
  const before = await ila.get('/checkout');
  const reference = newReference();
  // A selected option has no value attribute in the page.
  const { country: _country, state, ...typed } = ADDRESS;
  const form = new URLSearchParams(fieldsOf(before.text));
  for (const [name, value] of Object.entries({ ...typed, state, paymentReferenceId: reference })) form.set(name, value);
  await shop.database.update(artworks).set({ stockCount: 0 }).where(eq(artworks.id, only.id));

  const sent = await ila.ask('/checkout', { method: 'POST', body: form });
  expect(sent.status).toBe(303);
  const address = sent.headers.get('location')!;
  const shown = textOf((await ila.get(address)).text);
  expect(shown).toContain('Copper Diya was sold while you paid');
  expect(shown).toContain(`Your payment reference ${reference} is kept`);
  const number = /BV-\w{4}-\w{4}/.exec(shown)![0];
  expect(await rowOf(address.slice(-36))).toMatchObject({ orderNumber: number, status: 'cancelled' });
  expect((await ila.ask('/checkout', { method: 'POST', body: form })).headers.get('location')).toBe(address);
  expect(textOf((await ila.get('/profile/orders')).text)).toContain(number);
  expect((await meera.get(address)).status).toBe(404);
  expect(await shop.mailTo(ADDRESS.email, 'order-paid-too-late')).toContain(reference);
  const { contact } = await getSettings(shop.systemContext());
  const toOwner = await shop.mailTo(contact.email, 'owner-needs-attention', attentionMails + 1);
  expect(toOwner).toContain('after a piece was sold');
});

test('remembers the order’s address: saved if ticked, else offered next time', async () => {
  const ila = shop.visitor();
  await ila.signUpAs('Ila Bisht');
  const { country: _country, ...typed } = ADDRESS;
  const order = async (address: Record<string, string>) => {
    await ila.post('/visitor-state', { intent: 'add', artworkId, quantity: '1' });
    const { text } = await ila.get('/checkout');
    const form = new URLSearchParams(fieldsOf(text));
    form.delete('saveAddress');
    for (const [name, value] of Object.entries({ ...typed, ...address, paymentReferenceId: newReference() }))
      form.set(name, value);
    expect((await ila.ask('/checkout', { method: 'POST', body: form })).status).toBe(303);
  };
  const filledIn = async () => {
    await ila.post('/visitor-state', { intent: 'add', artworkId, quantity: '1' });
    return Object.fromEntries(fieldsOf((await ila.get('/checkout')).text));
  };
  await order({});
  expect(textOf((await ila.get('/profile')).text)).not.toContain(typed.street);
  expect(await filledIn()).toMatchObject({ street: typed.street, zipCode: typed.zipCode, phone: typed.phone });
  await order({ street: '3 Lala Bazaar', saveAddress: 'yes' });
  await order({ street: '3 Lala Bazaar', saveAddress: 'yes' });
  const profile = textOf((await ila.get('/profile')).text);
  expect(profile.split('Edit 3 Lala Bazaar')).toHaveLength(2);
  await order({ street: '9 Brighton End' });
  expect(await filledIn()).toMatchObject({ street: '3 Lala Bazaar' });
});
