import { and, desc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { messages } from '#app/modules/messaging/messages/tables.server.ts';
import { shortId } from '#app/modules/orders/orders/order.ts';
import { placeOrder } from '#app/modules/payments/checkout/checkout.server.ts';
import { cancelOrder } from '#app/modules/orders/orders/orders.server.ts';
import { orders, shipmentEvents } from '#app/modules/orders/orders/tables.server.ts';
import { auditLog } from '#app/platform/audit/tables.server.ts';
import { outbox } from '#app/platform/outbox/tables.server.ts';
import { type Shop, signedIn } from '#app/platform/shop.server.ts';
import { insertArtwork } from '#tests/support/artworks.ts';
import { fieldsOf, textOf } from '#tests/support/html.ts';
import { checkoutOf, putIntoCart } from '#tests/support/checkout.ts';
import {
  openRequestShop,
  type RequestShop,
  signInAdmin,
  signInCustomer,
  type Visitor,
} from '#tests/support/request-shop.ts';

let shop: RequestShop;
let admin: Visitor;
let customer: Visitor;
let asCustomer: Shop;
let orderId: string;

beforeAll(async () => {
  shop = await openRequestShop();
  admin = await signInAdmin(shop);
  ({ visitor: customer, context: asCustomer } = await signInCustomer(shop));
});
afterAll(() => shop.close());
beforeEach(async () => {
  const artwork = await insertArtwork(shop.database, {
    title: 'Marigolds <in> a Brass Lota',
    price: rupees(9800),
    stockCount: 3,
  });
  await putIntoCart(asCustomer, artwork.id);
  const placed = await placeOrder(asCustomer, await checkoutOf(asCustomer));
  if (!placed.ok) throw new Error(placed.reason);
  orderId = placed.value.id;
});

/** React puts markers between text nodes. */
const read = async (path: string) => (await admin.get(path)).text.replaceAll('<!-- -->', '');
const sentTo = async (path: string, fields: Record<string, string>) => {
  const response = await admin.post(path, fields);
  expect(response.status).toBe(303);
  return response.headers.get('location')!;
};
const stored = async () => (await shop.database.select().from(orders).where(eq(orders.id, orderId)))[0]!;
const confirmation = () =>
  vi.waitFor(
    async () => {
      const written = await shop.database
        .select()
        .from(messages)
        .where(eq(messages.key, `order-placed:${orderId}`));
      expect(written).toMatchObject([{ state: 'unsent' }]);
      return written[0]!;
    },
    { timeout: 10_000, interval: 50 },
  );

describe('the admin area', () => {
  test('is not found by others, and changes nothing for them', async () => {
    const message = await confirmation();
    const [dead] = await shop.database
      .insert(outbox)
      .values({ name: 'orders.confirmed', payload: { orderId }, state: 'dead' })
      .returning();
    const screens = [
      '/admin',
      '/admin/orders',
      `/admin/orders/${orderId}`,
      `/admin/orders/${orderId}/archive`,
      '/admin/messages',
      `/admin/messages/${message.id}`,
      `/admin/messages/${message.id}/mail`,
    ];
    const buttons: [string, Record<string, string>][] = [
      [`/admin/orders/${orderId}`, { intent: 'status', status: 'cancelled' }],
      [`/admin/orders/${orderId}`, { intent: 'verification', verification: 'matched' }],
      [`/admin/orders/${orderId}/archive`, {}],
      [`/admin/messages/${message.id}`, { key: crypto.randomUUID() }],
      ['/admin/messages', { event: dead!.id }],
    ];
    for (const visitor of [shop.visitor(), customer]) {
      for (const path of screens) {
        const { status, text } = await visitor.get(path);
        expect([path, status]).toEqual([path, 404]);
        expect(text).not.toContain('Admin Dashboard</h1>');
        expect(text).not.toContain(message.subject);
      }
      for (const [path, fields] of buttons)
        expect([path, (await visitor.post(path, fields)).status]).toEqual([path, 404]);
    }
    expect(await stored()).toMatchObject({ status: 'processing', verification: 'unverified', archivedAt: null });
    expect((await shop.database.select().from(messages).where(eq(messages.id, message.id)))[0]).toMatchObject({
      state: 'unsent',
    });
    expect((await shop.database.select().from(outbox).where(eq(outbox.id, dead!.id)))[0]).toMatchObject({
      state: 'dead',
    });
    await shop.database.delete(outbox).where(eq(outbox.id, dead!.id));
  });

  test('shows what is waiting, with links', async () => {
    const text = await read('/admin');
    expect(text).toMatch(/₹[\d,]+ to confirm/);
    for (const name of [
      'Total Users',
      'Total Artworks',
      'Total Orders',
      'Total Revenue',
      'Recent Orders',
      'Featured Artworks',
    ])
      expect(text).toContain(name);
    expect(text).toContain(`/admin/orders/${orderId}`);
    expect(text).toMatch(new RegExp(`action="/admin/orders/${orderId}".*?aria-label="Received: [^"]*to confirm`));
    expect(await read('/admin/orders?status=to-confirm')).toContain(`#${shortId(orderId)}`);
    expect((await admin.get('/admin/orders?status=shipped')).text).not.toContain(`/admin/orders/${orderId}`);
  });

  test('an empty list to pack says which orders wait', async () => {
    const text = await read('/admin/orders?status=to-pack');
    expect(text).toContain('Nothing to pack');
    expect(text).toMatch(/href="\/admin\/orders\?status=processing"[^>]*>\d+ orders? waits? for payment/);
  });

  test('keeps its tabs and other lists while one cannot be read', async () => {
    await shop.database.execute(sql`alter table order_requests rename to order_requests_away`);
    try {
      const [broken, orders] = await Promise.all([admin.get('/admin/requests'), admin.get('/admin/orders')]);
      expect(broken.status).toBe(500);
      expect(broken.text).toContain('Couldn’t load this page');
      expect(broken.text).toContain('href="/admin/contact"');
      expect(orders.status).toBe(200);
      expect(orders.text).toContain('Asha Rawat');
    } finally {
      await shop.database.execute(sql`alter table order_requests_away rename to order_requests`);
    }
  });

  test('finds an order by number, name and reference, and keeps the search', async () => {
    const { orderNumber, paymentReferenceId } = await stored();
    for (const search of [orderNumber, paymentReferenceId!, 'asha raw', `#${shortId(orderId)}`]) {
      const { text } = await admin.get(`/admin/orders?q=${encodeURIComponent(search)}`);
      expect(text).toContain(`/admin/orders/${orderId}?q=`);
    }
    expect((await admin.get('/admin/orders?q=nobody-at-all')).text).toContain('No orders found.');
  });
});

describe('an order’s sheet', () => {
  test('shows items, address and totals as text', async () => {
    const { text } = await admin.get(`/admin/orders/${orderId}`);
    for (const said of [
      'Marigolds &lt;in&gt; a Brass Lota',
      '14 Mall Road',
      'Almora, Uttarakhand 263601',
      'Grand total',
      'Awaiting confirmation',
      'Payment status',
      'UPI, manual reference',
    ])
      expect(text).toContain(said);
  });

  test('ships an unmatched order only after matching or with a reason', async () => {
    const refused = await sentTo(`/admin/orders/${orderId}?q=asha`, { intent: 'status', status: 'shipped' });
    expect(refused).toBe(`/admin/orders/${orderId}?q=asha&refused=unverified&to=shipped`);
    expect((await stored()).status).toBe('processing');
    expect((await admin.get(refused)).text).toMatch(/<details open[^>]*>\s*<summary[^>]*>Ship anyway…/);
    expect(
      await sentTo(`/admin/orders/${orderId}`, {
        intent: 'status',
        status: 'shipped',
        shipUnverified: 'yes',
        reason: ' ',
      }),
    ).toContain('refused=reason-needed');
    await sentTo(`/admin/orders/${orderId}`, {
      intent: 'status',
      status: 'shipped',
      shipUnverified: 'yes',
      reason: 'Paid in cash',
    });
    expect((await stored()).status).toBe('shipped');
    expect((await admin.get(`/admin/orders/${orderId}`)).text).toContain('Paid in cash');
  });

  test('ships with carrier details in the email, and can be undone', async () => {
    await sentTo(`/admin/orders/${orderId}`, { intent: 'verification', verification: 'matched' });
    const parcel = { carrier: 'India Post', trackingNumber: 'EE123IN' };
    const list = await sentTo(`/admin/orders/${orderId}?q=asha`, { intent: 'status', status: 'shipped', ...parcel });
    expect(list).toBe(`/admin/orders?q=asha&saved=shipped&of=${orderId}&was=processing`);
    const said = await read(list);
    expect(textOf(said)).toContain(`${(await stored()).orderNumber} #${shortId(orderId)} shipped.`);
    expect(said).toMatch(/https:\/\/wa\.me\/91\d{10}\?text=Namaste%20/);
    await vi.waitFor(
      async () => {
        const [mail] = await shop.database
          .select()
          .from(messages)
          .where(eq(messages.key, `order-shipped:${orderId}`));
        expect(mail?.bodyText).toContain('Handed to India Post, number EE123IN.');
      },
      { timeout: 10_000, interval: 50 },
    );
    expect(await read(`/admin/orders/${orderId}`)).toMatch(/wa\.me[^"]*number%20EE123IN/);
    await sentTo(`/admin/orders/${orderId}`, { intent: 'status', status: 'processing', reason: 'Undone' });
    expect((await stored()).status).toBe('processing');
  });

  test('undoes a mistaken return to sender, or names the sold items', async () => {
    await sentTo(`/admin/orders/${orderId}`, {
      intent: 'status',
      status: 'shipped',
      shipUnverified: 'yes',
      reason: 'Paid in cash',
    });
    await sentTo('/admin/orders/return-to-sender', { id: orderId });
    expect((await stored()).status).toBe('cancelled');
    const undone = await sentTo('/admin/orders', { intent: 'undo', id: orderId, status: 'cancelled' });
    expect((await stored()).status).toBe('shipped');
    expect(await read(undone)).toContain('Undone for 1 order.');
    await sentTo('/admin/orders/return-to-sender', { id: orderId });
    const { items, orderNumber } = await stored();
    await shop.database.update(artworks).set({ stockCount: 0 }).where(eq(artworks.id, items[0]!.artwork_id));
    const refused = await sentTo('/admin/orders', { intent: 'undo', id: orderId, status: 'cancelled' });
    expect((await stored()).status).toBe('cancelled');
    expect(await read(refused)).toContain(`${orderNumber} not changed: a piece has been sold since`);
    expect(await read(refused)).not.toContain('Undone for 0 orders');
  });

  test('a stale undo does not overwrite a newer status', async () => {
    await sentTo(`/admin/orders/${orderId}`, { intent: 'verification', verification: 'matched' });
    const list = await sentTo(`/admin/orders/${orderId}`, { intent: 'status', status: 'shipped' });
    const [, from = ''] = /name="from" value="([^"]*)"/.exec(await read(list)) ?? [];
    await sentTo(`/admin/orders/${orderId}`, { intent: 'status', status: 'delivered' });
    const undone = await sentTo(`/admin/orders/${orderId}`, {
      intent: 'status',
      from,
      status: 'processing',
      reason: 'Undone',
    });
    expect(undone).toContain('refused=stale');
    expect(await read(undone)).toContain('Someone else changed this order. Check it, then try again.');
    expect((await stored()).status).toBe('delivered');
  });

  test('a restored, refunded order awaits payment again, and says so', async () => {
    await sentTo(`/admin/orders/${orderId}`, { intent: 'status', status: 'cancelled' });
    await shop.database.update(orders).set({ paymentStatus: 'refunded' }).where(eq(orders.id, orderId));
    const restored = { status: 'shipped', shipUnverified: 'yes', reason: 'Wanted after all', carrier: 'Delhivery' };
    const list = await sentTo(`/admin/orders/${orderId}`, { intent: 'status', ...restored });
    expect(list).toBe(`/admin/orders?saved=pending&of=${orderId}&was=cancelled`);
    expect(textOf(await read(list))).toContain(`#${shortId(orderId)} set to pending.`);
    expect((await stored()).status).toBe('pending');
    expect(await shop.database.$count(shipmentEvents, eq(shipmentEvents.orderId, orderId))).toBe(0);
    const mine = (await customer.get(`/profile/orders?q=${(await stored()).orderNumber}`)).text;
    expect(textOf(mine)).toContain('Waiting for payment.');
    expect(mine).toContain(`href="/checkout?payment=${orderId}"`);
    expect(textOf((await customer.get(`/checkout?payment=${orderId}`)).text)).toContain((await stored()).orderNumber);
    const [entry] = await shop.database.select().from(auditLog).orderBy(desc(auditLog.createdAt)).limit(1);
    expect(entry).toMatchObject({ action: 'order.status', after: { status: 'pending' } });
  });

  test('several orders ship at once with their numbers, undone together', async () => {
    await sentTo(`/admin/orders/${orderId}`, { intent: 'verification', verification: 'matched' });
    const question = await sentTo('/admin/orders', { intent: 'ship', id: orderId });
    expect(await read(question)).toContain('Mark 1 as shipped');
    const list = await sentTo('/admin/orders/ship', { id: orderId, carrier: 'Delhivery', trackingNumber: 'D9' });
    expect(list).toBe(`/admin/orders?shipped=${orderId}`);
    expect(textOf(await read(list))).toContain(`#${shortId(orderId)} shipped.`);
    expect(await read(`/admin/orders/${orderId}`)).toContain('Handed to Delhivery, number D9.');
    expect(await read(await sentTo('/admin/orders', { intent: 'undo', id: orderId }))).toContain('Undone for 1 order.');
    expect((await stored()).status).toBe('processing');
  });

  test('keeps the selection for the way back from its documents', async () => {
    const papers = await sentTo('/admin/orders?q=asha', { intent: 'label', id: orderId });
    expect(papers).toBe(`/admin/orders/papers?q=asha&kind=label&id=${orderId}`);
    const [, back = ''] = /href="(\/admin\/orders\?[^"]*)"/.exec(await read(papers)) ?? [];
    expect(await read(back.replaceAll('&amp;', '&'))).toMatch(
      new RegExp(`<input type="checkbox"[^>]*checked=""[^>]*value="${orderId}"|value="${orderId}"[^>]*checked=""`),
    );
  });

  test('asks for a reason when it goes back', async () => {
    await sentTo(`/admin/orders/${orderId}`, { intent: 'verification', verification: 'matched' });
    await sentTo(`/admin/orders/${orderId}`, { intent: 'status', status: 'delivered' });
    const refused = await sentTo(`/admin/orders/${orderId}`, { intent: 'status', status: 'processing' });
    expect((await admin.get(refused)).text).toContain('Enter a reason.');
    await sentTo(`/admin/orders/${orderId}`, { intent: 'status', status: 'processing', reason: 'Came back' });
    expect((await stored()).status).toBe('processing');
  });

  test('rejects a reference with a reason only', async () => {
    const refused = await sentTo(`/admin/orders/${orderId}`, {
      intent: 'verification',
      verification: 'rejected',
      reason: '',
    });
    expect((await admin.get(refused)).text).toMatch(/<details open[^>]*>\s*<summary[^>]*>Reject…/);
    expect((await stored()).verification).toBe('unverified');
    await sentTo(`/admin/orders/${orderId}`, {
      intent: 'verification',
      verification: 'rejected',
      reason: 'No such amount',
    });
    expect((await stored()).verification).toBe('rejected');
  });

  test('stays matched when an outdated sheet rejects its reference', async () => {
    const sheet = await read(`/admin/orders/${orderId}`);
    const [rejecting = ''] = /<form[^>]*>(?:(?!<\/form>).)*value="rejected".*?<\/form>/s.exec(sheet) ?? [];
    const seen = Object.fromEntries(fieldsOf(rejecting));
    await sentTo(`/admin/orders/${orderId}`, { intent: 'verification', verification: 'matched' });
    const refused = await sentTo(`/admin/orders/${orderId}`, {
      intent: 'verification',
      ...seen,
      verification: 'rejected',
      reason: 'Not in bank',
    });
    expect(await read(refused)).toContain('Someone else changed this order. Check it, then try again.');
    expect(await stored()).toMatchObject({ verification: 'matched', status: 'processing' });
    const now = await read(`/admin/orders/${orderId}`);
    const [form = ''] = /<form[^>]*>(?:(?!<\/form>).)*Undo confirmation.*?<\/form>/s.exec(now) ?? [];
    const again = { ...Object.fromEntries(fieldsOf(form)), verification: 'unverified' };
    await sentTo(`/admin/orders/${orderId}`, { intent: 'verification', ...again });
    expect((await stored()).verification).toBe('unverified');
  });

  test('is deleted after the specified question, and the money stays', async () => {
    const { text } = await admin.get(`/admin/orders/${orderId}/archive`);
    expect(text).toContain(`Delete order #${shortId(orderId)} ? This cannot be undone.`);
    const list = await sentTo(`/admin/orders/${orderId}/archive`, {});
    const after = await read(list);
    expect(after).toContain(`Order ${(await stored()).orderNumber} #${shortId(orderId)} deleted.`);
    expect(after).not.toContain(`/admin/orders/${orderId}`);
    expect((await stored()).archivedAt).not.toBeNull();
  });

  test('cancelled is grey in admin and tracking, red for its customer', async () => {
    // All orders of the test database may have the same time, but this one must be among the five newest.
    await shop.database
      .update(orders)
      .set({ createdAt: sql`now() + interval '1 second'` })
      .where(eq(orders.id, orderId));
    const cancelled = await cancelOrder(asCustomer, orderId);
    if (!cancelled.ok) throw new Error(cancelled.reason);
    const grey = '<span class="badge">Cancelled';
    for (const path of ['/admin', `/admin/orders?q=${cancelled.value.orderNumber}`])
      expect(await read(path)).toContain(grey);
    const tracking = (await customer.get(`/track-order?order=${cancelled.value.orderNumber}`)).text;
    expect(tracking).toContain(grey);
    expect((await customer.get('/profile/orders')).text).toContain('<span class="badge badge-alert">Cancelled');
  });

  test.each([
    ['an unknown status', 'status', { status: 'lost' }],
    ['a field that is not of the form', 'status', { status: 'delivered', total: '1' }],
    ['an unknown verdict', 'verification', { verification: 'perhaps' }],
  ])('refuses a form with %s', async (_what, intent, fields) => {
    expect(
      (await admin.post(`/admin/orders/${orderId}`, { intent, ...(fields as Record<string, string>) })).status,
    ).toBe(400);
    expect(await stored()).toMatchObject({ status: 'processing', verification: 'unverified' });
  });
});

describe('messages', () => {
  test('unsent emails can be read in a sandboxed frame', async () => {
    const message = await confirmation();
    expect((await admin.get('/admin/messages?status=kept')).text).toContain(message.subject);
    const page = await admin.get(`/admin/messages/${message.id}`);
    expect(page.text).toContain(`src="/admin/messages/${message.id}/mail" sandbox=""`);
    expect(page.text).toContain('14 Mall Road');
    const mail = await admin.get(`/admin/messages/${message.id}/mail`);
    expect(mail.headers.get('content-type')).toContain('text/html');
    expect(mail.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
    expect(mail.headers.get('content-security-policy')).not.toContain('script-src');
    expect(mail.headers.get('cache-control')).toBe('no-store');
    expect(mail.text).toContain('Marigolds &lt;in&gt; a Brass Lota');
  });

  test('only a form naming them resends emails', async () => {
    const message = await confirmation();
    expect((await admin.post(`/admin/messages/${message.id}`, {})).status).toBe(400);
    expect(await sentTo(`/admin/messages/${message.id}`, { key: crypto.randomUUID() })).toBe(
      `/admin/messages/${message.id}?resent=1`,
    );
    await confirmation();
    expect((await admin.post(`/admin/messages/${crypto.randomUUID()}`, { key: crypto.randomUUID() })).status).toBe(404);
  });

  test('failed events and webhooks are named on the overview, and retried', async () => {
    const state = { state: 'dead', attempts: 10 } as const;
    const overview = async () => textOf((await admin.get('/admin')).text);
    const said = /\d+ background tasks? failed ten times/;
    expect(await overview()).not.toMatch(said);
    const webhook = { provider: 'razorpay', eventId: 'never-handled' };
    const [dead, deadWebhook] = await shop.database
      .insert(outbox)
      .values([
        { ...state, name: 'orders.confirmed', payload: { orderId }, lastError: 'the printer is on fire' },
        { ...state, name: 'gateways.webhook-stored', payload: webhook, lastError: 'razorpay did not answer' },
      ])
      .returning();
    expect(await overview()).toContain('2 background tasks failed ten times');
    expect((await admin.get('/admin/messages')).text).toContain('razorpay did not answer');
    await shop.database.delete(outbox).where(eq(outbox.id, deadWebhook!.id));
    expect(await overview()).toContain('1 background task failed ten times');
    expect((await admin.get('/admin/messages')).text).toContain('the printer is on fire');
    const retry = new Map(
      fieldsOf(/<form(?:(?!<\/form>).)*Try again.*?<\/form>/s.exec((await admin.get('/admin')).text)![0]),
    );
    expect(await sentTo('/admin/messages', Object.fromEntries(retry))).toBe('/admin');
    expect(await overview()).toContain('Queued to be tried again.');
    await vi.waitFor(
      async () =>
        expect((await shop.database.select().from(outbox).where(eq(outbox.id, dead!.id)))[0]).toMatchObject({
          state: 'done',
        }),
      { timeout: 10_000, interval: 50 },
    );
    expect((await admin.get('/admin/messages')).text).not.toContain('the printer is on fire');
    expect(await overview()).not.toMatch(said);
  });
});

describe('WhatsApp in one tap', () => {
  const sheet = () => read(`/admin/orders/${orderId}`);
  const noted = async () =>
    shop.database
      .select()
      .from(messages)
      .where(and(eq(messages.orderId, orderId), eq(messages.template, 'whatsapp-manual')));
  const field = (html: string, name: string) => new Map(fieldsOf(html)).get(name) ?? '';

  test('the order’s message is prepared in the last chosen language', async () => {
    const { orderNumber } = await stored();
    expect(await sheet()).toMatch(
      new RegExp(`<textarea[^>]*lang="en"[^>]*>Namaste \\w+, this is Bisvar\\. [^<]*${orderNumber}`),
    );
    const here = `/admin/orders/${orderId}`;
    expect(await sentTo('/admin', { intent: 'language', language: 'hi', returnTo: here })).toBe(here);
    expect(await sheet()).toMatch(/<textarea[^>]*lang="hi"[^>]*>नमस्ते /);
    expect(await sentTo('/admin', { intent: 'language', language: 'en', returnTo: 'https://elsewhere.example' })).toBe(
      '/admin',
    );
  });

  test('opening it is logged once, and leads to WhatsApp without script', async () => {
    const html = await sheet();
    const form = { orderId, key: field(html, 'key'), text: 'Your lamp & your saree are ready.' };
    for (let n = 0; n < 2; n += 1) {
      const answer = await admin.post('/admin/whatsapp', form);
      expect([answer.status, answer.headers.get('refresh')]).toEqual([
        200,
        '0; url=https://wa.me/919876543210?text=Your%20lamp%20%26%20your%20saree%20are%20ready.',
      ]);
    }
    const [message, ...others] = await noted();
    expect(others).toEqual([]);
    expect(message).toMatchObject({
      state: 'sent',
      channel: 'whatsapp',
      recipient: '+919876543210',
      bodyText: form.text,
    });
    expect(message!.sentBy).not.toBeNull();
    expect(await read(`/admin/messages/${message!.id}`)).toContain('WhatsApp, sent by hand');
    expect(await sheet()).not.toContain(`action="/admin/messages/${message!.id}`);
    const again = await admin.post(`/admin/messages/${message!.id}`, { key: crypto.randomUUID() });
    expect(again.headers.get('location')).toContain('refused=sent-manually');
  });

  test('refuses empty text, two subjects, another’s order, and non-admins', async () => {
    const form = { orderId, key: crypto.randomUUID(), text: 'Namaste' };
    expect((await admin.post('/admin/whatsapp', { ...form, text: ' ' })).status).toBe(400);
    expect((await admin.post('/admin/whatsapp', { ...form, requestId: orderId })).status).toBe(400);
    expect((await admin.post('/admin/whatsapp', { ...form, orderId: crypto.randomUUID() })).status).toBe(404);
    expect((await customer.post('/admin/whatsapp', form)).status).toBe(404);
    expect(await noted()).toEqual([]);
  });

  test('a customer without a usable phone gets no message', async () => {
    const { shippingAddress } = await stored();
    await shop.database
      .update(orders)
      .set({ shippingAddress: { ...shippingAddress, phone: '12345' } })
      .where(eq(orders.id, orderId));
    expect(await sheet()).not.toContain('Open in WhatsApp');
    const form = { orderId, key: crypto.randomUUID(), text: 'Namaste' };
    expect((await admin.post('/admin/whatsapp', form)).status).toBe(404);
  });
});

describe('an address of the admin area', () => {
  test.each(['orders', 'artworks', 'users', 'coupons', 'collections', 'payments', 'settings', 'returns'])(
    'of %s exists, with any success message',
    async (list) => {
      for (const said of ['__proto__', 'constructor', 'toString']) {
        const { status, text } = await admin.get(
          `/admin/${list}?done=${said}&refused=${said}&saved=${said}&was=${said}`,
        );
        expect(status, said).toBe(200);
        expect(text).not.toContain('[object');
      }
    },
  );
});

describe('lists of orders and money', () => {
  test('links customers’ names in lists of orders and money', async () => {
    const link = `href="/admin/users/${signedIn(asCustomer).userId}"`;
    for (const path of ['/admin/orders', '/admin/payments', '/admin/payments?verification=all'])
      expect([path, (await read(path)).includes(link)]).toEqual([path, true]);
    await sentTo(`/admin/orders/${orderId}`, { intent: 'verification', verification: 'matched' });
    await sentTo(`/admin/orders/${orderId}`, { intent: 'status', status: 'cancelled' });
    expect(await read('/admin/payments/refunds')).toContain(link);
  });

  test('redirects the former address of a view, for admins only', async () => {
    const moved = await admin.ask('/admin/orders?q=asha&status=to-match');
    expect([moved.status, moved.headers.get('location')]).toEqual([301, '/admin/orders?q=asha&status=to-confirm']);
    expect((await customer.ask('/admin/orders?status=to-match')).status).toBe(404);
  });

  test('offers a cancelled order’s payment as a refund, not as received', async () => {
    await cancelOrder(asCustomer, orderId);
    const page = await read('/admin/payments');
    expect(page).toContain('Order cancelled');
    expect(page).toContain(`Mark refund due: order ${shortId(orderId)}`);
    expect(page).not.toContain(`Received: order ${shortId(orderId)}`);
  });
});
