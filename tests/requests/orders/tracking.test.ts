import { afterAll, beforeAll, expect, test } from 'vitest';
import { eq } from 'drizzle-orm';
import { rupees } from '#app/basics/money.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import type { Order } from '#app/modules/orders/orders/order.ts';
import { placeOrder } from '#app/modules/payments/checkout/checkout.server.ts';
import { setOrderStatus } from '#app/modules/orders/orders/orders.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { insertArtwork } from '#tests/support/artworks.ts';
import { checkoutOf, putIntoCart } from '#tests/support/checkout.ts';
import { textOf } from '#tests/support/html.ts';
import {
  openRequestShop,
  type RequestShop,
  signInAdmin,
  signInCustomer,
  type Visitor,
} from '#tests/support/request-shop.ts';

let shop: RequestShop;
let order: Order;
let asha: Visitor;
let meera: Visitor;
let admin: Visitor;

beforeAll(async () => {
  shop = await openRequestShop();
  const { visitor, context } = await signInCustomer(shop);
  asha = visitor;
  ({ visitor: meera } = await signInCustomer(shop, 'Meera Iyer'));
  admin = await signInAdmin(shop);
  const artwork = await insertArtwork(shop.database, {
    title: 'Hill Dawn',
    price: rupees(3000),
    medium: 'oil',
    category: 'Oil Painting',
    stockCount: 3,
  });
  await putIntoCart(context, artwork.id);
  const placed = await placeOrder(context, await checkoutOf(context));
  if (!placed.ok) throw new Error(placed.reason);
  order = placed.value;
}, 60_000);
afterAll(() => shop.close());

const move = async (status: Order['status'], reason?: string) => {
  const moved = await setOrderStatus(shop.systemContext(), {
    orderId: order.id,
    status,
    reason: reason ?? 'Seen',
    shipUnverified: true,
  });
  if (!moved.ok) throw new Error(moved.reason);
};

async function listen(visitor: Visitor, path = '/api/events') {
  const response = await visitor.ask(path);
  const reader = response.body?.getReader();
  let text = '';
  return {
    status: response.status,
    headers: response.headers,
    textWith: async (shown: string, withinMs: number) => {
      const end = AbortSignal.timeout(withinMs);
      const late = new Promise<undefined>((resolve) => end.addEventListener('abort', () => resolve(undefined)));
      while (reader && !text.includes(shown)) {
        const next = await Promise.race([reader.read(), late]);
        if (!next || next.done) break;
        text += new TextDecoder().decode(next.value);
      }
      return text;
    },
    close: () => reader?.cancel(),
  };
}

test('My Orders shows short id, status, lines, total and actions', async () => {
  const orders = async (visitor: Visitor) => {
    const { text } = await visitor.get('/profile/orders');
    return { text, shown: textOf(text).replaceAll('\u00a0', ' ') };
  };
  expect((await orders(meera)).shown).toContain('No orders found.');
  const { text, shown } = await orders(asha);
  for (const wanted of [
    `# ${order.id.slice(-6).toUpperCase()}`,
    'Processing',
    'Hill Dawn × 1',
    '₹3,000',
    'Track Order',
  ])
    expect(shown).toContain(wanted);
  expect(text).toMatch(
    new RegExp(
      `<h2[^>]*>Order <span[^>]*>${order.orderNumber}</span> <span[^>]*>#.{0,20}${order.id.slice(-6).toUpperCase()}</span>`,
    ),
  );
  expect(shown).toMatch(/Placed \S/);
  expect(shown).not.toContain('Reorder');
  expect(text).toContain(`href="/track-order?order=${order.orderNumber}"`);
  await move('delivered');
  const delivered = await orders(asha);
  await move('processing', 'Not yet');
  expect(delivered.shown).toContain('Delivered');
  expect(delivered.shown).toContain('Reorder');
});

test('checkout with an empty cart says so and links the shop', async () => {
  const { text } = await meera.get('/checkout');
  expect(textOf(text)).toContain('Your cart is empty');
  expect(text).toMatch(/href="\/gallery"[^>]*><span>Continue Shopping/);
});

test('a number in the address searches without JavaScript, showing guests steps only', async () => {
  const page = await shop.visitor().get(`/track-order?order=${order.orderNumber.toLowerCase()}`);
  expect(page.status).toBe(200);
  expect(page.headers.get('cache-control')).toBe('no-store');
  const shown = textOf(page.text);
  expect(shown).toContain('We’re confirming your payment');
  expect(shown).toContain('Processing , current step');
  expect(shown).toContain('Delivered , pending');
  expect(page.text).not.toMatch(/Mall Road|9876543210|Hill Dawn/);
  expect(page.text).toMatch(/name="robots" content="noindex"/);
});

test('shows the shipment to its owner, and after entering the digits', async () => {
  expect(textOf((await asha.get(`/track-order?order=${order.orderNumber}`)).text)).toContain('14 Mall Road');
  const guest = shop.visitor();
  const post = async (phoneDigits: string) => {
    const response = await guest.post(`/track-order?order=${order.orderNumber}`, {
      order: order.orderNumber,
      phoneDigits,
    });
    return { status: response.status, shown: textOf(await response.text()) };
  };
  expect(await post('3210')).toMatchObject({ status: 200, shown: expect.stringContaining('14 Mall Road') as string });
  const wrong = await post('3211');
  expect(wrong.status).toBe(404);
  expect(wrong.shown).toContain('Order Not Found');
  expect(wrong.shown).toContain('We’re confirming your payment');
  expect(wrong.shown).not.toContain('14 Mall Road');
});

test('wrong digits are answered like an unknown number', async () => {
  const answer = await shop.visitor().post(`/track-order?order=${order.orderNumber}`, {
    order: order.orderNumber,
    phoneDigits: '1'.repeat(21),
  });
  expect(answer.status).toBe(400);
  expect(textOf(await answer.text())).toContain('Track your order');
});

test('a partly refunded, cancelled order never promises a full refund', async () => {
  const asItWas = eq(orders.id, order.id);
  await shop.database
    .update(orders)
    .set({ status: 'cancelled', cancellationFee: rupees(500) })
    .where(asItWas);
  const shownTo = async (visitor: Visitor) =>
    textOf((await visitor.get(`/track-order?order=${order.orderNumber}`)).text).replaceAll(/\s+/g, ' ');
  const [own, guests] = [await shownTo(asha), await shownTo(shop.visitor())];
  await shop.database
    .update(orders)
    .set({ status: 'processing', cancellationFee: rupees(0) })
    .where(asItWas);
  expect(own).toContain('We keep ₹500 of the payment, under the terms you accepted.');
  expect(guests).toContain('We send any refund within 5–7 business days.');
  expect(guests).not.toContain('₹500');
  for (const text of [own, guests]) expect(text).not.toContain('What was paid goes back');
});

test('too many attempts get a message', async () => {
  const guest = shop.visitor();
  for (let tries = 0; tries < 30; tries += 1) await guest.ask(`/track-order.data?order=BV-${tries}`);
  const { status, text } = await guest.get('/track-order?order=BV-2222-2222');
  expect(status).toBe(429);
  expect(textOf(text)).toContain('Too many tries. Please wait a minute and try again.');
});

test('live updates reach owner, admin and a guest who found the order', async () => {
  const finder = shop.visitor();
  await finder.get(`/track-order?order=${order.orderNumber}`);
  const streams = {
    asha: await listen(asha),
    admin: await listen(admin),
    finder: await listen(finder),
    meera: await listen(meera),
  };
  expect(streams.asha.headers.get('content-type')).toContain('text/event-stream');
  expect(streams.asha.headers.get('cache-control')).toBe('no-store');
  await move('shipped');
  const update = `event: order\ndata: ${order.id}\n\n`;
  for (const stream of [streams.asha, streams.admin, streams.finder])
    expect(await stream.textWith(update, 5_000)).toBe(`retry: 3000\n\n${update}`);
  expect(await streams.meera.textWith(update, 300)).toBe('retry: 3000\n\n');
  for (const stream of Object.values(streams)) await stream.close();
});

test('a forged seal or an address cannot choose a subscription', async () => {
  const topics = `orders of ${order.userId}`;
  expect((await shop.visitor().ask('/api/events')).status).toBe(204);
  const guest = shop.visitor();
  guest.cookies.set('tracked', `${order.id}.${'A'.repeat(43)}`);
  expect((await guest.ask(`/api/events?topics=${encodeURIComponent(topics)}&order=${order.id}`)).status).toBe(204);
  const curious = await listen(meera, `/api/events?topics=${encodeURIComponent(topics)}&order=${order.id}`);
  await move('processing');
  await move('shipped');
  expect(await curious.textWith('event', 500)).toBe('retry: 3000\n\n');
  await curious.close();
});

test('the studio records a parcel’s location, and the customer reads it', async () => {
  const noted = { intent: 'shipment', step: 'in_transit', description: 'Left Bareilly.' };
  expect((await meera.post(`/admin/orders/${order.id}`, noted)).status).toBe(404);
  expect((await admin.post(`/admin/orders/${order.id}`, { ...noted, step: 'delivered' })).status).toBe(400);
  const stream = await listen(asha);
  expect((await admin.post(`/admin/orders/${order.id}`, noted)).status).toBe(303);
  expect(await stream.textWith(order.id, 5_000)).toContain(order.id);
  await stream.close();
  const shown = textOf((await shop.visitor().get(`/track-order?order=${order.orderNumber}`)).text);
  expect(shown).toContain('In Transit , current step');
  expect(shown).toContain('Left Bareilly.');
  expect(textOf((await admin.get(`/admin/orders/${order.id}`)).text)).toContain('Left Bareilly.');
});

test('ordering again opens the cart and names what is unavailable', async () => {
  await move('delivered');
  const orders = textOf((await asha.get('/profile/orders')).text);
  expect(orders).toContain('Reorder');
  const response = await asha.post('/visitor-state', { intent: 'reorder', orderId: order.id });
  expect([response.status, response.headers.get('location')]).toEqual([303, '/cart']);
  expect(textOf((await asha.get('/cart')).text)).toContain('Hill Dawn');
  expect((await meera.post('/visitor-state', { intent: 'reorder', orderId: order.id })).status).toBe(404);
  await shop.database.update(artworks).set({ stockCount: 0 });
  await asha.post('/visitor-state', { intent: 'reorder', orderId: order.id });
  expect(textOf((await asha.get('/cart')).text)).toContain(
    'Hill Dawn is no longer available. We removed it from your cart.',
  );
});

test('an unconfirmed address can unsubscribe by button, with a message', async () => {
  const mail = await shop.mailTo(order.customerEmail, 'order-placed');
  const path = /\/not-my-order\?token=[\w-]+/.exec(mail)![0];
  const stranger = shop.visitor();
  expect(textOf((await stranger.get(path)).text)).toContain('we’ll stop emailing you about orders.');
  const stopped = await stranger.post(path, { intent: 'stop' });
  expect(stopped.status).toBe(303);
  expect(stopped.headers.get('location')).toBe(path);
  expect(textOf((await stranger.get(path)).text)).toContain('We’ve stopped the emails and let the studio know.');
  await stranger.post(path, { intent: 'resume' });
  expect(textOf((await stranger.get(path)).text)).toContain('This wasn’t me');
  expect(textOf((await stranger.get('/not-my-order?token=nonsense')).text)).toContain(
    'This link is invalid or has expired',
  );
});
