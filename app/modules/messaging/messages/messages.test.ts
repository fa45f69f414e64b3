import { eq, sql } from 'drizzle-orm';
import { type Shop, signedIn } from '#app/platform/shop.server.ts';
import { authAccounts } from '#app/modules/identity/sign-in/tables.server.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { outboxOnlyEmail } from '#app/adapters/email/outbox-only.ts';
import { smtpEmail } from '#app/adapters/email/smtp.server.ts';
import { outboxOnlyTexts } from '#app/adapters/text/outbox-only-texts.ts';
import { paise, rupees } from '#app/basics/money.ts';
import { DEFAULT_CUSTOMER_SETTINGS } from '#app/modules/identity/accounts/account.ts';
import { saveCustomerSettings } from '#app/modules/identity/accounts/customer-settings.server.ts';
import { authUsers, customerSettings } from '#app/modules/identity/accounts/tables.server.ts';
import { consents } from '#app/modules/store/consents/tables.server.ts';
import { placeDraft, sellInPerson } from '#app/modules/payments/checkout/checkout.server.ts';
import { saleSchema } from '#app/modules/payments/checkout/draft-order.ts';
import { coupons } from '#app/modules/orders/coupons/tables.server.ts';
import { sendContactMessage } from '#app/modules/messaging/contact/contact.server.ts';
import { contactMessageSchema } from '#app/modules/messaging/contact/forms.ts';
import { sendCustomOrder, sendOrderRequest } from '#app/modules/requests/requests/requests.server.ts';
import { emailListeners } from '#app/module-lists.server.ts';
import { ACCOUNT_TEMPLATES } from './message.ts';
import { getMessage, listMessages, messagesAbout, queueMessages, resendMessage } from './messages.server.ts';
import { forgetMessages, forgetMessagesAbout } from './forget-messages.server.ts';
import type { ShortText, SupplierAnswer } from './provider.ts';
import { messages } from './tables.server.ts';
import {
  acceptRequest,
  rejectRequest,
  reopenRequest,
  undoAccept,
} from '#app/modules/requests/requests/answers.server.ts';
import { orderRequests } from '#app/modules/requests/requests/tables.server.ts';
import type { OrderStatus, Verification } from '#app/modules/orders/orders/order.ts';
import { recordShipment, setOrderStatus } from '#app/modules/orders/orders/orders.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { giveReference, noteReference, verifyPayment } from '#app/modules/payments/payments/payments.server.ts';
import { orderBalances, payments, refunds } from '#app/modules/orders/ledger/tables.server.ts';
import { paymentsAndRefunds, refundOrder, takeBackRefund } from '#app/modules/payments/payments/refunds.server.ts';
import { answerReturn } from '#app/modules/orders/returns/returns.server.ts';
import { returnRequests } from '#app/modules/orders/returns/tables.server.ts';
import { auditLog } from '#app/platform/audit/tables.server.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';
import { outbox } from '#app/platform/outbox/tables.server.ts';
import { NotFound } from '#app/platform/errors.server.ts';
import { type OutboxWorker, startOutboxWorker } from '#app/platform/outbox/worker.server.ts';
import { ADDRESS, orderCart, putIntoCart } from '#tests/support/checkout.ts';
import { receiveAll } from '#tests/support/returns.ts';
import { agreeOnOrder } from '#tests/support/order-with-advance.ts';
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';

let shop: TestShop;
let server: MailServer;
let email: ReturnType<typeof smtpEmail>;
let worker: OutboxWorker;

beforeAll(async () => {
  shop = await openTestShop();
  worker = await startOutboxWorker({
    shopFor: shop.as.shop,
    listeners: emailListeners,
    log: { warn() {}, error() {} },
    listen: async () => async () => {},
    pollSeconds: 3_600,
  });
});
afterAll(async () => {
  await worker.stop();
  await shop.close();
});
beforeEach(async () => {
  await shop.empty();
  await shop.database.update(authUsers).set({ email: 'asha@example.com' }).where(eq(authUsers.id, CUSTOMER));
  shop.suppliers.sms = shop.suppliers.whatsapp = outboxOnlyTexts;
  server = await startMailServer();
  email = smtpEmail({ url: server.url, from: 'Bisvar <orders@bisvar.example>' });
  shop.suppliers.email = email;
  return async () => {
    email.close();
    await server.stop();
  };
});

const CUSTOMER = '00000000-0000-4000-8000-000000000001';
let made = 0;
async function order(title = 'Marigolds in a Brass Lota', changes: Partial<typeof orders.$inferInsert> = {}) {
  made += 1;
  const artwork = await shop.makeArtwork({ title });
  const [row] = await shop.database
    .insert(orders)
    .values({
      orderNumber: `BV-TEST-${made}`,
      userId: CUSTOMER,
      items: [{ artwork_id: artwork.id, title, price: rupees(9800), quantity: 1, image: artwork.images[0]! }],
      subtotal: rupees(9800),
      discountAmount: rupees(1470),
      couponCode: 'DEEPAWALI15',
      shippingCost: rupees(150),
      gstAmount: paise(0),
      total: rupees(8480),
      shippingAddress: {
        name: 'Asha Rawat',
        email: 'asha@example.com',
        phone: '9876543210',
        street: 'Flat 12, Gomti View',
        city: 'Lucknow',
        state: 'Uttar Pradesh',
        zipCode: '226010',
        country: 'India',
      },
      paymentMethod: 'manual',
      paymentStatus: 'confirmed',
      paymentReferenceId: `44730911602${made}`,
      status: 'processing',
      customerName: 'Asha Rawat',
      customerEmail: 'asha@example.com',
      createdAt: shop.clock.now,
      ...changes,
    })
    .returning();
  return row!;
}
const place = async (title?: string) => {
  const placed = await order(title, { confirmedAt: shop.clock.now });
  await announce(shop.as.shop(), 'orders.confirmed', { orderId: placed.id });
  await worker.drain();
  return placed;
};
const move = async (orderId: string, from: OrderStatus, to: OrderStatus) => {
  await shop.database.update(orders).set({ status: to }).where(eq(orders.id, orderId));
  await announce(shop.as.shop(), 'orders.status-changed', { orderId, from, to });
  await worker.drain();
};
const again = async (name: string) => {
  await shop.database.update(outbox).set({ state: 'waiting', deliveredTo: [] }).where(eq(outbox.name, name));
  await worker.drain();
};
const subjects = (address: string) =>
  to(address).map(({ raw }) => /Subject: (.*(?:\r\n .*)*)/.exec(raw)?.[1]?.replace(/\r\n /g, ' '));
const later = (seconds: number) => {
  shop.clock.now = new Date(shop.clock.now.getTime() + seconds * 1_000);
};
const to = (address: string) => server.received.filter((each) => each.to.includes(address));
const read = (raw: string) =>
  raw
    .split(`--${/boundary="(.+?)"/.exec(raw)?.[1]}`)
    .map((part) => {
      const [head = '', ...body] = part.trimStart().split('\r\n\r\n');
      const encoded = body.join('\r\n\r\n');
      if (/base64/i.test(head)) return Buffer.from(encoded, 'base64').toString('utf8');
      const bytes = encoded
        .replace(/=\r\n/g, '')
        .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
      return /quoted-printable/i.test(head) ? Buffer.from(bytes, 'latin1').toString('utf8') : encoded;
    })
    .join('\n');
const states = async () =>
  (await listMessages(shop.as.admin(), {})).messages.map(({ template, state }) => `${template} ${state}`).sort();

describe('emails about orders', () => {
  test('a placed order emails the customer and the shop once', async () => {
    const placed = await place();
    await announce(shop.as.shop(), 'orders.confirmed', { orderId: placed.id });
    await worker.drain();
    expect(server.received).toHaveLength(2);
    expect(to('asha@example.com')).toHaveLength(1);
    expect(to('hello@bisvar.example')).toHaveLength(1);
    expect(await states()).toEqual(['order-placed sent', 'owner-order-placed sent']);
  });

  test('the confirmation shows items, cost, address and where to look', async () => {
    const placed = await place('Neem & Tulsi <b>Soap</b>');
    const { raw } = to('asha@example.com')[0]!;
    const mail = read(raw);
    for (const said of [
      placed.orderNumber,
      '₹9,800',
      'DEEPAWALI15',
      '−₹1,470',
      '₹150',
      '₹8,480',
      'Flat 12, Gomti View',
      'Lucknow, Uttar Pradesh 226010',
      placed.paymentReferenceId!,
      `http://localhost:3000/track-order?order=${placed.orderNumber}`,
    ]) {
      expect(mail.split(said).length, said).toBeGreaterThanOrEqual(2);
    }
    expect(mail).toMatch(/http:\/\/localhost:3000\/media\/test-piece-\d+-share\.jpg/);
    expect(mail).toContain('alt="Neem &amp; Tulsi &lt;b&gt;Soap&lt;/b&gt;"');
    expect(mail).toContain('Neem &amp; Tulsi &lt;b&gt;Soap&lt;/b&gt;');
    expect(raw).toMatch(/Message-ID: <[0-9a-f-]{36}@bisvar\.example>/);
  });

  test('the confirmation links the dashboard and invoices, and cancelling while possible', async () => {
    const cancelling = 'You can change or cancel it in My Orders within 2 hours, until it ships';
    const invoice = (id: string) => `/profile/orders/${id}/invoice`;
    const confirmed = async (changes: Partial<typeof orders.$inferInsert>) => {
      const { id } = await order(undefined, { confirmedAt: shop.clock.now, ...changes });
      await shop.database
        .insert(orderBalances)
        .values({ orderId: id, due: rupees(8480), received: rupees(8480) })
        .onConflictDoNothing();
      await announce(shop.as.shop(), 'orders.confirmed', { orderId: id });
      await worker.drain();
      const [mail] = await shop.database
        .select()
        .from(messages)
        .where(eq(messages.key, `order-placed:${id}`));
      return [mail!.bodyText.includes(cancelling), mail!.bodyText.includes(invoice(id))];
    };
    const hoursAgo = (hours: number) => new Date(shop.clock.now.getTime() - hours * 3_600_000);
    // The emailed link opens the invoice, because this account cannot sign in.
    expect(await confirmed({ createdAt: hoursAgo(1) })).toEqual([true, false]);
    const { userId } = signedIn(shop.as.customer());
    await shop.database.insert(authAccounts).values({ userId, accountId: userId, providerId: 'credential' });
    expect(await confirmed({ createdAt: hoursAgo(1) })).toEqual([true, true]);
    expect(await confirmed({ createdAt: hoursAgo(24) })).toEqual([false, true]);
    expect(await confirmed({ userId: null, draftKey: crypto.randomUUID() })).toEqual([false, false]);
  });

  test('sends no confirmation of an order cancelled first, until it is restored', async () => {
    const placed = await order(undefined, { confirmedAt: shop.clock.now, status: 'cancelled' });
    await announce(shop.as.shop(), 'orders.confirmed', { orderId: placed.id });
    await worker.drain();
    expect(await states()).toEqual([]);
    await move(placed.id, 'cancelled', 'processing');
    expect(await states()).toEqual(['order-placed sent', 'owner-order-placed sent']);
    await move(placed.id, 'processing', 'cancelled');
    expect(await states()).toEqual(['order-cancelled sent', 'order-placed sent', 'owner-order-placed sent']);
  });

  test('emails shipping, delivery and cancellation once, however the status moves', async () => {
    const placed = await place();
    await move(placed.id, 'processing', 'shipped');
    await move(placed.id, 'shipped', 'processing');
    await move(placed.id, 'processing', 'shipped');
    await move(placed.id, 'shipped', 'delivered');
    await move(placed.id, 'delivered', 'cancelled');
    expect(
      to('asha@example.com').map(({ raw }) => /Subject: .* (placed|its way|delivered|cancelled)/.exec(raw)?.[1]),
    ).toEqual(['placed', 'its way', 'delivered', 'cancelled']);
  });

  test('a change undone before its email sends nothing', async () => {
    const placed = await place();
    await announce(shop.as.shop(), 'orders.status-changed', { orderId: placed.id, from: 'processing', to: 'shipped' });
    await worker.drain();
    expect(to('asha@example.com')).toHaveLength(1);
  });

  test('without order updates only confirmation and cancellation are sent', async () => {
    await shop.database.insert(customerSettings).values({ userId: CUSTOMER, emailOrderUpdates: false });
    const placed = await place();
    await move(placed.id, 'processing', 'shipped');
    await move(placed.id, 'shipped', 'delivered');
    await move(placed.id, 'delivered', 'cancelled');
    expect((await states()).filter((state) => !state.startsWith('sms-'))).toEqual([
      'order-cancelled sent',
      'order-placed sent',
      'owner-order-placed sent',
    ]);
  });

  test('the demo stores shipping and delivery texts for customers who want them', async () => {
    const short = async () =>
      (await shop.database.select().from(messages).where(eq(messages.channel, 'sms')))
        .sort((a, b) => b.template.localeCompare(a.template))
        .map(({ recipient, state, bodyText }) => ({ recipient, state, bodyText }));
    const bring = async ({ id }: { id: string }) => {
      await move(id, 'processing', 'shipped');
      await move(id, 'shipped', 'delivered');
    };
    const { orderNumber, ...placed } = await place();
    await bring(placed);
    expect(await short()).toEqual(
      ['is on its way', 'has arrived'].map((text) => ({
        recipient: '9876543210',
        state: 'unsent',
        bodyText: `Bisvar: your order ${orderNumber} ${text}. ${shop.as.shop().config.shopUrl}/track-order?order=${orderNumber}`,
      })),
    );
    await shop.database.insert(customerSettings).values({ userId: CUSTOMER, smsDeliveryUpdates: false });
    await bring(await place());
    expect(await short()).toHaveLength(2);
    expect(to('9876543210')).toEqual([]);
  });

  test('sends WhatsApp updates once each, only with consent', async () => {
    const given: ShortText[] = [];
    shop.suppliers.whatsapp = {
      async send(text) {
        given.push(text);
        return { state: 'sent', providerId: `wamid.${given.length}` };
      },
    };
    const bring = async ({ id }: { id: string }) => {
      await move(id, 'processing', 'shipped');
      await move(id, 'shipped', 'delivered');
    };
    await bring(await place());
    expect(given).toEqual([]);
    await shop.database.delete(outbox);
    await shop.database.insert(customerSettings).values({ userId: CUSTOMER, whatsAppOrderUpdates: true });
    const placed = await place();
    await bring(placed);
    await again('orders.confirmed');
    await again('orders.status-changed');
    await again('notifications.message-queued');
    const track = `${shop.as.shop().config.shopUrl}/track-order?order=${placed.orderNumber}`;
    expect(given.map(({ to: phone, template }) => ({ phone, ...template }))).toEqual(
      ['confirmed', 'shipped', 'delivered'].map((name) => ({
        phone: '+919876543210',
        name,
        variables: ['Asha', placed.orderNumber, track],
      })),
    );
    expect(given[1]!.text).toBe(
      `Namaste Asha, your order ${placed.orderNumber} is on its way. Follow it here: ${track} – Thank you, Bisvar.`,
    );
    expect((await states()).filter((state) => state.startsWith('whatsapp-'))).toEqual([
      'whatsapp-confirmed sent',
      'whatsapp-delivered sent',
      'whatsapp-shipped sent',
    ]);
  });

  test('records refused texts, retries failed ones, and skips missing numbers', async () => {
    const answers: (() => Promise<SupplierAnswer>)[] = [
      async () => ({ state: 'refused', reason: 'MSG91 answered 400 202 Invalid mobile number' }),
      async () => Promise.reject(new Error('MSG91 answered 503')),
      async () => ({ state: 'sent', providerId: '3763646c' }),
    ];
    shop.suppliers.sms = { send: async () => answers.shift()!() };
    const text = async () =>
      (await shop.database.select().from(messages).where(eq(messages.channel, 'sms')).orderBy(messages.createdAt)).map(
        ({ state, lastError }) => [state, lastError],
      );
    await move((await place()).id, 'processing', 'shipped');
    expect(await text()).toEqual([['failed', 'MSG91 answered 400 202 Invalid mobile number']]);
    later(1);
    await move((await place()).id, 'processing', 'shipped');
    expect((await text())[1]).toEqual(['queued', 'MSG91 answered 503']);
    later(60);
    await worker.drain();
    expect((await text())[1]).toEqual(['sent', null]);
    const { shippingAddress, ...nobody } = await place();
    await shop.database
      .update(orders)
      .set({ shippingAddress: { ...shippingAddress, phone: '12345' } })
      .where(eq(orders.id, nobody.id));
    await move(nobody.id, 'processing', 'shipped');
    expect((await text())[2]).toEqual(['failed', 'This phone number can’t receive messages']);
    expect(answers).toEqual([]);
  });

  test('without a supplier no text is stored', async () => {
    shop.suppliers.sms = shop.suppliers.whatsapp = undefined;
    await shop.database.insert(customerSettings).values({ userId: CUSTOMER, whatsAppOrderUpdates: true });
    const placed = await place();
    await move(placed.id, 'processing', 'shipped');
    expect((await states()).filter((state) => /^(?:sms|whatsapp)-/.test(state))).toEqual([]);
  });

  test('adds the current offer only with consent, never to a cancellation', async () => {
    await shop.database.insert(coupons).values({ code: 'DIWALI20', discountPercentage: 20, validFrom: '2026-11-01' });
    const hasCoupon = () => to('asha@example.com').map(({ raw }) => read(raw).includes('DIWALI20'));
    await place();
    await saveCustomerSettings(shop.as.customer(), { ...DEFAULT_CUSTOMER_SETTINGS, marketingEmails: true });
    const placed = await place();
    await move(placed.id, 'processing', 'cancelled');
    expect(hasCoupon()).toEqual([false, true, false]);
    // Only a current consent counts.
    await shop.database.delete(consents);
    await place();
    await saveCustomerSettings(shop.as.customer(), { ...DEFAULT_CUSTOMER_SETTINGS, marketingEmails: true });
    await saveCustomerSettings(shop.as.customer(), DEFAULT_CUSTOMER_SETTINGS);
    await place();
    expect(hasCoupon()).toEqual([false, true, false, false, false]);
    expect(read(to('hello@bisvar.example').at(-1)!.raw)).not.toContain('DIWALI20');
  });

  test('emails a withdrawn cancellation and the next one once each', async () => {
    const placed = await place();
    const admin = shop.as.admin();
    for (const status of ['cancelled', 'processing', 'cancelled'] as const) {
      expect(await setOrderStatus(admin, { orderId: placed.id, status, reason: 'A slip' })).toMatchObject({ ok: true });
      await worker.drain();
      await again('orders.status-changed');
    }
    const { orderNumber } = placed;
    expect(subjects('asha@example.com').slice(1)).toEqual([
      `Order ${orderNumber} was cancelled`,
      `Order ${orderNumber} is active again`,
      `Order ${orderNumber} was cancelled`,
    ]);
  });

  test('restoring an order whose cancellation was never sent sends nothing', async () => {
    const held = await order(undefined, { status: 'cancelled' });
    await move(held.id, 'cancelled', 'processing');
    expect(server.received).toEqual([]);
  });

  test('emails tracking details once, whenever they become known', async () => {
    const { id: orderId } = await place();
    await shop.database.update(orders).set({ verification: 'matched' }).where(eq(orders.id, orderId));
    const parcel = { carrier: 'blue dart', trackingNumber: '50123456789' };
    await setOrderStatus(shop.as.admin(), { orderId, status: 'shipped', parcel });
    await worker.drain();
    await again('orders.status-changed');
    const [, shipped] = to('asha@example.com').map(({ raw }) => read(raw));
    for (const said of ['Handed to blue dart, number 50123456789.', 'trackNo=50123456789'])
      expect(shipped).toContain(said);

    await recordShipment(shop.as.admin(), { orderId, step: 'in_transit', description: 'Left Bareilly' });
    for (const trackingNumber of ['1490812345678', '1490812345679'])
      await recordShipment(shop.as.admin(), { orderId, step: 'shipped', carrier: 'Delhivery', trackingNumber });
    await worker.drain();
    await again('orders.shipment-recorded');
    const later = to('asha@example.com')
      .slice(2)
      .map(({ raw }) => read(raw));
    expect(later).toHaveLength(2);
    for (const number of ['1490812345678', '1490812345679'])
      expect(later.filter((mail) => mail.includes(`https://www.delhivery.com/track/package/${number}`))).toHaveLength(
        1,
      );
  });

  test('sends no tracking details without order updates', async () => {
    await shop.database.insert(customerSettings).values({ userId: CUSTOMER, emailOrderUpdates: false });
    const { id: orderId } = await place();
    await move(orderId, 'processing', 'shipped');
    await recordShipment(shop.as.admin(), { orderId, step: 'shipped', carrier: 'DTDC', trackingNumber: 'D12345678' });
    await worker.drain();
    expect(to('asha@example.com')).toHaveLength(1);
  });

  test('emails a found or missing payment reference once, never the owner’s notes', async () => {
    const { id: orderId, orderNumber, paymentReferenceId } = await place();
    const verify = async (verification: Verification, reason?: string) => {
      expect(await verifyPayment(shop.as.admin(), { orderId, verification, reason })).toMatchObject({ ok: true });
      await worker.drain();
      await again('orders.payment-checked');
    };
    await verify('rejected', 'Looks forged');
    await verify('unverified');
    await verify('rejected', 'Still not there');
    // The rejection cancelled the order, which is then restored with the right reference.
    await shop.database.update(orders).set({ status: 'processing', releasedAt: null }).where(eq(orders.id, orderId));
    await move(orderId, 'cancelled', 'processing');
    await noteReference(shop.as.admin(), { orderId, reference: '447309116999' });
    await verify('matched');
    expect(subjects('asha@example.com').slice(1)).toEqual([
      `Payment for order ${orderNumber} not found`,
      `Order ${orderNumber} is active again`,
      `Payment for order ${orderNumber} found`,
    ]);
    const mails = to('asha@example.com').map(({ raw }) => read(raw));
    expect(mails[1]).toContain(paymentReferenceId);
    expect(mails[3]).toContain('447309116999');
    expect(mails.join()).not.toMatch(/forged|Still not|Nor this/);
  });

  test('emails the cancellation of a shipped order without a found payment', async () => {
    const { id: orderId, orderNumber } = await place();
    await shop.database
      .update(orders)
      .set({ status: 'cancelled', verification: 'rejected' })
      .where(eq(orders.id, orderId));
    await move(orderId, 'shipped', 'cancelled');
    await worker.drain();
    expect(subjects('asha@example.com').at(-1)).toBe(`Order ${orderNumber} was cancelled`);
  });

  test('emails each rejection, restoration and cancellation', async () => {
    const { id: orderId, orderNumber } = await place();
    const admin = shop.as.admin();
    const settle = async (act: Promise<{ ok: boolean }>) => {
      expect(await act).toMatchObject({ ok: true });
      await worker.drain();
    };
    const reject = () => verifyPayment(admin, { orderId, verification: 'rejected', reason: 'Not in the bank' });
    const set = (status: OrderStatus) => setOrderStatus(admin, { orderId, status, reason: 'Asked by phone' });
    await settle(reject());
    await again('orders.payment-checked');
    await again('orders.status-changed');
    await settle(set('processing'));
    await again('orders.payment-checked');
    await settle(set('cancelled'));
    await settle(set('processing'));
    await settle(verifyPayment(admin, { orderId, verification: 'unverified' }));
    await settle(reject());
    await settle(set('processing'));
    const [rejected, restored, cancelled] = [
      'Payment for order * not found',
      'Order * is active again',
      'Order * was cancelled',
    ].map((subject) => subject.replace('*', orderNumber));
    expect(subjects('asha@example.com').slice(1)).toEqual([
      rejected,
      restored,
      cancelled,
      restored,
      rejected,
      restored,
    ]);
  });

  test('emails a cancellation when the reference was the shop’s own', async () => {
    const { id: orderId, orderNumber } = await place();
    await shop.database.update(orders).set({ paymentReferenceId: 'CASH-1' }).where(eq(orders.id, orderId));
    await verifyPayment(shop.as.admin(), { orderId, verification: 'rejected', reason: 'Nobody paid' });
    await worker.drain();
    expect(subjects('asha@example.com').slice(1)).toEqual([`Order ${orderNumber} was cancelled`]);
  });

  test('sends no “payment found” for cash that the owner collected', async () => {
    const paid = await order(undefined, { paymentReferenceId: 'CASH-BV-TEST', confirmedAt: shop.clock.now });
    await verifyPayment(shop.as.admin(), { orderId: paid.id, verification: 'matched' });
    await worker.drain();
    expect(server.received).toEqual([]);
  });

  test('asks where to send a refund and confirms it, once each', async () => {
    const { id: orderId, orderNumber, paymentReferenceId, ...paid } = await place();
    const [payment] = await shop.database
      .insert(payments)
      .values({ orderId, amount: paid.total, referenceId: paymentReferenceId!, status: 'success', source: 'reference' })
      .returning();
    const [refund] = await shop.database
      .insert(refunds)
      .values({ paymentId: payment!.id, amount: rupees(480), reason: 'Between us' })
      .returning();
    await announce(shop.as.shop(), 'ledger.refund-owed', { orderId, amount: rupees(480) });
    await worker.drain();
    await again('ledger.refund-owed');
    const made = { orderId, refundId: refund!.id, amount: rupees(480), isWhole: false };
    await announce(shop.as.shop(), 'ledger.refunded', made);
    await announce(shop.as.shop(), 'ledger.refunded', made);
    await worker.drain();
    await again('ledger.refunded');
    const mails = to('asha@example.com')
      .slice(1)
      .map(({ raw }) => read(raw));
    expect(mails).toHaveLength(2);
    for (const said of ['₹480', orderNumber]) expect(mails[0]).toContain(said);
    for (const said of ['₹480', '5–\u20607 business days', `/track-order?order=${orderNumber}`])
      expect(mails[1]).toContain(said);
    expect(mails[1]).not.toContain('Between us');
  });

  test('emails a failed refund once, with amount and destination', async () => {
    const { id: artworkId } = await shop.makeArtwork({ price: rupees(2500) });
    await putIntoCart(shop.as.customer(), artworkId);
    const { id: orderId, orderNumber } = await orderCart(shop.as.customer(), {
      shippingAddress: { ...ADDRESS, email: 'asha@example.com' },
    });
    const owner = shop.as.admin();
    await verifyPayment(owner, { orderId, verification: 'matched' });
    const [payment] = (await paymentsAndRefunds(owner, orderId)).payments;
    const refund = async () => {
      const wanted = { orderId, paymentId: payment!.id, amount: rupees(480), reason: 'Between us' };
      await refundOrder(owner, { ...wanted, key: crypto.randomUUID() });
      const { refunds } = await paymentsAndRefunds(owner, orderId);
      return refunds.find(({ status }) => status === 'succeeded')!.id;
    };
    const takeBack = async (isMistake: boolean) => {
      const refundId = await refund();
      await takeBackRefund(owner, { orderId, refundId, isMistake, reason: 'One digit is wrong' });
    };
    await takeBack(true);
    await worker.drain();
    await again('ledger.refund-failed');
    await takeBack(false);
    await worker.drain();
    const mails = to('asha@example.com')
      .map(({ raw }) => read(raw))
      .filter((mail) => mail.includes('₹480'));
    expect(mails).toHaveLength(2);
    const [mistake, bounced] = mails;
    for (const mail of mails)
      for (const said of [
        'Your refund of ₹480 did not go through',
        'We said that we had refunded ₹480, but we haven’t.',
        orderNumber,
      ])
        expect(mail).toContain(said);
    expect(mistake).toContain('It counts as payment for your order again.');
    expect(mistake).not.toMatch(/We owe you|UPI ID/);
    for (const said of ['We owe you ₹480.', 'UPI ID', `/refund?token=${orderId}.`]) expect(bounced).toContain(said);
    expect(mails.join()).not.toMatch(/Between us|One digit/);
  });

  test('sends nothing for a counter sale, not even to the shop', async () => {
    const { id: artworkId } = await shop.makeArtwork();
    const sale = saleSchema.parse({ key: crypto.randomUUID(), method: 'cash', seenTotal: '100000' });
    const sold = await sellInPerson(shop.as.admin(), { ...sale, lines: [{ artworkId, quantity: 1 }] });
    expect(sold).toMatchObject({ ok: true });
    await worker.drain();
    expect(await shop.database.$count(messages)).toBe(0);
  });

  test('an order handed over in person mentions no shipment', async () => {
    const { id: artworkId } = await shop.makeArtwork();
    const made = await placeDraft(shop.as.admin(), {
      ...ADDRESS,
      key: crypto.randomUUID(),
      account: '',
      handedOver: 'on',
      method: 'cash',
      reference: '',
      note: '',
      seenTotal: rupees(1000),
      lines: [{ artworkId, quantity: 1 }],
      discount: paise(0),
    });
    expect(made).toMatchObject({ ok: true });
    await worker.drain();
    const [placed] = await shop.database.select().from(messages).where(eq(messages.template, 'order-placed'));
    expect(placed!.bodyText).toContain('handed it to you in person');
    expect(placed!.bodyText).not.toMatch(/pack it|on its way|You can change or cancel/);
    expect(placed!.bodyText).toContain('Shipping address\nHanded over in person');
  });

  test('confirms an unpaid order that the owner advances, and its cancellation', async () => {
    const waiting = await order(undefined, {
      status: 'pending',
      paymentStatus: 'pending',
      paymentReferenceId: null,
      heldUntil: shop.clock.now,
    });
    for (const status of ['processing', 'cancelled'] as const) {
      expect(await setOrderStatus(shop.as.admin(), { orderId: waiting.id, status })).toMatchObject({ ok: true });
      await worker.drain();
    }
    expect(await states()).toEqual(['order-cancelled sent', 'order-placed sent', 'owner-order-placed sent']);
  });

  test('emails a late advance when it is found', async () => {
    const { id: artworkId } = await shop.makeArtwork();
    const agreed = { artworkId, total: rupees(9000), advance: rupees(3000) };
    const { id: orderId, orderNumber } = await agreeOnOrder(shop.as.shop(), shop.as.customer(), agreed);
    expect(await setOrderStatus(shop.as.admin(), { orderId, status: 'processing' })).toMatchObject({ ok: true });
    await worker.drain();
    const mails = () => to(ADDRESS.email).map(({ raw }) => read(raw));
    expect(mails()).toHaveLength(1);
    expect(mails()[0]).not.toContain('We’ve received');
    later(60);
    for (const reference of ['447309116101', '447309116102']) {
      expect(await noteReference(shop.as.admin(), { orderId, reference })).toMatchObject({ ok: true });
      await verifyPayment(shop.as.admin(), { orderId, verification: 'matched' });
      await worker.drain();
    }
    expect(subjects(ADDRESS.email).slice(1)).toEqual([
      `Payment for order ${orderNumber} found`,
      `Payment for order ${orderNumber} found`,
    ]);
    expect(mails()[1]).toContain('We found ₹3,000 with your reference 447309116101');
    expect(mails()[2]).toContain('We found ₹6,000 with your reference 447309116102');
  });

  test('sends nothing when an unannounced order is cancelled', async () => {
    const held = await order();
    await move(held.id, 'pending', 'cancelled');
    expect(server.received).toHaveLength(0);
  });

  test('says how to reach the shop only in emails to others', async () => {
    await place();
    const hasContact = (address: string) => read(to(address)[0]!.raw).includes('Questions? Reply to this email');
    expect([hasContact('asha@example.com'), hasContact('hello@bisvar.example')]).toEqual([true, false]);
  });

  test('emails the owner about payments that need a decision', async () => {
    const placed = await place();
    await announce(shop.as.shop(), 'orders.needs-attention', { orderId: placed.id, why: 'paid-twice' });
    await worker.drain();
    const [, notice] = to('hello@bisvar.example');
    expect(read(notice!.raw)).toContain('paid twice');
  });
});

describe('emails about requests', () => {
  const requester = { key: crypto.randomUUID(), name: 'Meera Bisht', email: 'meera@example.com', phone: '9123456780' };

  test('emails the studio a stock request, and confirms it to the sender', async () => {
    const { id } = await shop.makeArtwork({ title: 'Lacquer Box', stockCount: 0 });
    const sent = await sendOrderRequest(shop.as.customer(), {
      ...requester,
      artworkId: id,
      message: 'In blue,\nif you can <b>',
    });
    await announce(shop.as.shop(), 'order-requests.sent', sent.ok ? sent.value : { requestId: '' });
    await worker.drain();
    expect(await states()).toEqual(['order-request-received sent', 'owner-order-request sent']);
    const [back] = to('meera@example.com').map(({ raw }) => read(raw));
    for (const said of ['Lacquer Box', sent.ok ? sent.value.number : '', '/profile/requests'])
      expect(back).toContain(said);
    for (const typed of ['Meera', 'In blue']) expect(back).not.toContain(typed);
    const { raw } = to('hello@bisvar.example')[0]!;
    expect(raw).toContain('Reply-To: meera@example.com');
    for (const said of [
      'Lacquer Box',
      'Meera Bisht',
      '9123456780',
      `http://localhost:3000/admin/requests/${sent.ok ? sent.value.requestId : ''}`,
      'In blue,\r\nif you can <b>',
      'if you can &lt;b&gt;',
    ])
      expect(read(raw)).toContain(said);
  });

  test('a price request does not mention stock', async () => {
    const { id } = await shop.makeArtwork({ title: 'Lacquer Box', price: null });
    const sent = await sendOrderRequest(shop.as.customer(), { ...requester, artworkId: id, message: '' });
    expect(sent.ok).toBe(true);
    await worker.drain();
    const [mail] = to('hello@bisvar.example').map(({ raw }) => read(raw));
    expect(mail).toContain('Lacquer Box, which has its price on request');
    expect(mail).not.toContain('out of stock');
  });

  test('an accepted request emails how to pay, then that payment was found', async () => {
    const { userId } = signedIn(shop.as.customer());
    const stamps = { createdAt: shop.clock.now, updatedAt: shop.clock.now };
    await shop.database
      .insert(authAccounts)
      .values({ userId, accountId: userId, providerId: 'credential', password: 'a hash', ...stamps });
    const { id: artworkId } = await shop.makeArtwork({ title: 'Lacquer Box', stockCount: 0 });
    const sent = await sendOrderRequest(shop.as.customer(), { ...requester, artworkId, message: '' });
    const accepted = await acceptRequest(shop.as.admin(), {
      requestId: sent.ok ? sent.value.requestId : '',
      quantity: 1,
      price: rupees(2500),
      shippingAddress: { ...ADDRESS, email: 'meera@example.com' },
    });
    expect(accepted).toMatchObject({ ok: true });
    const orderId = accepted.ok ? accepted.value.id : '';
    await worker.drain();
    expect(await states()).not.toContain('order-agreed sent');
    later(61);
    await worker.drain();
    const mails = () => to('meera@example.com').map(({ raw }) => read(raw));
    expect(await states()).toContain('order-agreed sent');
    expect(mails().join('\n')).toContain('Please pay ₹2,500');
    expect(mails().join('\n')).toContain(`http://localhost:3000/profile/orders/${orderId}/pay`);
    expect(mails().join('\n')).not.toMatch(/being packed|is placed/i);
    await giveReference(shop.as.customer(), { orderId, paymentReferenceId: '447309116024' });
    await worker.drain();
    const { length: before } = mails();
    await verifyPayment(shop.as.admin(), { orderId, verification: 'matched' });
    await worker.drain();
    expect(mails()).toHaveLength(before + 1);
    expect(mails().join('\n')).toContain('We’ve received ₹2,500.');
  });

  test('sends nothing for an acceptance that was undone', async () => {
    const { id: artworkId } = await shop.makeArtwork({ title: 'Lacquer Box', stockCount: 0 });
    const sent = await sendOrderRequest(shop.as.customer(), { ...requester, artworkId, message: '' });
    const requestId = sent.ok ? sent.value.requestId : '';
    await worker.drain();
    const { length: before } = to('meera@example.com');
    const shippingAddress = { ...ADDRESS, email: 'meera@example.com' };
    await acceptRequest(shop.as.admin(), { requestId, quantity: 1, price: rupees(2500), shippingAddress });
    later(30);
    await worker.drain();
    expect(await undoAccept(shop.as.admin(), requestId)).toMatchObject({ ok: true });
    later(61);
    await worker.drain();
    expect(to('meera@example.com')).toHaveLength(before);
  });

  test('emails a rejection after a minute, unless it was undone', async () => {
    const { id: artworkId } = await shop.makeArtwork({ title: 'Lacquer Box', stockCount: 0 });
    const sent = await sendOrderRequest(shop.as.customer(), { ...requester, artworkId, message: '' });
    const requestId = sent.ok ? sent.value.requestId : '';
    await worker.drain();
    const rejections = () => to('meera@example.com').slice(1);
    await rejectRequest(shop.as.admin(), requestId, 'The wood is sold out.');
    later(30);
    await worker.drain();
    await reopenRequest(shop.as.admin(), requestId);
    later(31);
    await worker.drain();
    expect(rejections()).toEqual([]);
    await rejectRequest(shop.as.admin(), requestId, 'The wood is\nsold out.');
    later(60);
    await worker.drain();
    await again('order-requests.rejected');
    expect(rejections()).toHaveLength(1);
    for (const said of ['Lacquer Box', 'The wood is\r\nsold out.', sent.ok ? sent.value.number : ''])
      expect(read(rejections()[0]!.raw)).toContain(said);
  });

  test('a repeated rejection has its own minute', async () => {
    const { id: artworkId } = await shop.makeArtwork({ title: 'Lacquer Box', stockCount: 0 });
    const sent = await sendOrderRequest(shop.as.customer(), { ...requester, artworkId, message: '' });
    const requestId = sent.ok ? sent.value.requestId : '';
    await worker.drain();
    const rejections = () => to('meera@example.com').slice(1);
    await rejectRequest(shop.as.admin(), requestId);
    later(40);
    await reopenRequest(shop.as.admin(), requestId);
    later(10);
    await rejectRequest(shop.as.admin(), requestId, 'The wood is sold out.');
    later(59);
    await worker.drain();
    expect(rejections()).toEqual([]);
    later(1);
    await worker.drain();
    expect(rejections()).toHaveLength(1);
  });

  test('deleting an account clears request emails and their copies', async () => {
    const { id: artworkId } = await shop.makeArtwork({ title: 'Lacquer Box', stockCount: 0 });
    const sent = await sendOrderRequest(shop.as.customer(), { ...requester, artworkId, message: 'For my mother' });
    const requestId = sent.ok ? sent.value.requestId : '';
    await worker.drain();
    const written = await shop.database.select().from(messages);
    expect(written.map((each) => each.requestId)).toEqual([requestId, requestId]);
    for (const { id } of written) await resendMessage(shop.as.admin(), { id, key: crypto.randomUUID() });
    await worker.drain();
    await forgetMessagesAbout(shop.as.shop(), { requestIds: [requestId] });
    await forgetMessages(shop.as.shop(), {
      email: 'asha@example.com',
      addresses: [{ email: 'asha@example.com', after: null, until: null }],
    });
    const left = await shop.database.select().from(messages);
    expect(left.map(({ subject, bodyText, bodyHtml }) => [subject, bodyText, bodyHtml])).toEqual(
      Array.from({ length: 4 }, () => ['', '', null]),
    );
  });

  test('emails the studio a custom order, and confirms it without typed text', async () => {
    const { id } = await shop.makeArtwork({ title: 'Peacock Panel', medium: 'fabric' });
    const typed = {
      ...requester,
      key: crypto.randomUUID(),
      artworkId: id,
      fabricSource: 'client_provided' as const,
      fabricNotes: 'Buy pills',
      designStyle: 'A lotus',
      wantStitching: true,
    };
    await sendCustomOrder(shop.as.guest(), { ...typed, uploadKey: undefined });
    await worker.drain();
    expect(await states()).toEqual(['custom-order-received sent', 'owner-custom-order sent']);
    const [toShop] = to('hello@bisvar.example').map(({ raw }) => raw);
    expect(toShop).toContain('Reply-To: meera@example.com');
    for (const said of [
      'Fabric source: Provided by the customer',
      'Buy pills',
      'Design: A lotus',
      'Stitching: Yes',
      'Peacock Panel',
    ])
      expect(read(toShop!)).toContain(said);
    const [stored] = await shop.database.select().from(orderRequests);
    expect(read(toShop!)).toContain(`/admin/requests/${stored!.id}/commission`);
    const [back] = to('meera@example.com').map(({ raw }) => raw);
    expect(back).toContain('Reply-To: hello@bisvar.example');
    for (const said of ['Peacock Panel', stored!.number]) expect(read(back!)).toContain(said);
    for (const typedWord of ['Meera', 'pills', 'lotus', '9123456780']) expect(read(back!)).not.toContain(typedWord);
  });

  test('emails each step of a return, and the request to the studio', async () => {
    const placed = await order('Lacquer Box');
    const lines = [{ artworkId: placed.items[0]!.artwork_id, quantity: 1 }];
    const [request] = await shop.database
      .insert(returnRequests)
      .values({
        key: crypto.randomUUID(),
        orderId: placed.id,
        userId: CUSTOMER,
        kind: 'return',
        lines,
        reason: 'damaged',
        details: 'The lid <b>split</b>',
        createdAt: shop.clock.now,
      })
      .returning();
    const { id } = request!;
    await announce(shop.as.shop(), 'returns.asked', { requestId: id });
    await worker.drain();
    const [toStudio] = to('hello@bisvar.example');
    expect(toStudio!.raw).toContain('Reply-To: asha@example.com');
    for (const said of ['Lacquer Box × 1', 'It arrived damaged', 'split&lt;/b&gt;', `/admin/returns/${id}`])
      expect(read(toStudio!.raw)).toContain(said);

    await answerReturn(shop.as.admin(), { id, answer: 'accepted', message: 'Wrap it well' });
    await worker.drain();
    await receiveAll(shop.as.admin(), { id, fitForSale: false });
    await worker.drain();
    const mails = to('asha@example.com').map(({ raw }) => read(raw));
    expect(mails).toHaveLength(3);
    expect(mails[0]).toContain('We’ve got your request');
    expect(mails[1]).toContain('Wrap it well');
    expect(mails[1]).toContain('We pay return shipping');
    expect(mails[2]).toContain('We received your pieces');
  });

  test('forwards a contact message for Reply, and sends the ticket number', async () => {
    const written = contactMessageSchema.parse({
      key: crypto.randomUUID(),
      name: 'Meera',
      email: 'meera@example.com',
      subject: 'A saree',
      message: 'Could you\npaint it red?',
      artworkInterest: 'fabric',
    });
    const sent = await sendContactMessage(shop.as.guest(), written);
    await worker.drain();
    const ticket = sent.ok ? sent.value.ticketNumber : '';
    expect(server.received).toHaveLength(2);
    const [back] = to('meera@example.com').map(({ raw }) => read(raw));
    expect(back).toContain(ticket);
    for (const typed of ['Meera', 'saree', 'paint it red']) expect(back).not.toContain(typed);
    const { raw } = to('hello@bisvar.example')[0]!;
    expect(raw).toContain(`Subject: ${ticket}: A saree`);
    expect(raw).toContain('Reply-To: meera@example.com');
    for (const said of [ticket, 'Could you\r\npaint it red?', 'Fabric Painting']) expect(read(raw)).toContain(said);
  });
});

describe('sending', () => {
  test('delivers an email despite line or paragraph separators', async () => {
    const written = contactMessageSchema.parse({
      key: crypto.randomUUID(),
      name: 'Mee\u2029ra',
      email: 'meera@example.com',
      subject: 'A\u2028saree',
      message: 'Could you paint it red?',
    });
    expect([written.name, written.subject]).toEqual(['Mee ra', 'A saree']);
    await sendContactMessage(shop.as.guest(), { ...written, subject: 'A\u2028shawl\nor two' });
    await worker.drain();
    expect(subjects('hello@bisvar.example')).toEqual([expect.stringMatching(/: A shawl or two$/)]);
  });

  test('is retried after a temporary refusal, and arrives once', async () => {
    server.answerNext(450, 'Mailbox busy');
    await place();
    const page = await listMessages(shop.as.admin(), { state: 'queued' });
    expect(page.messages).toMatchObject([{ attempts: 1, lastError: expect.stringContaining('Mailbox busy') }]);
    later(10);
    await worker.drain();
    expect(server.received).toHaveLength(2);
    expect(await states()).toEqual(['order-placed sent', 'owner-order-placed sent']);
  });

  test('gives up after ten attempts with the reason; the owner can resend', async () => {
    server.answerAlways(450, 'Mailbox busy');
    await place();
    for (let hours = 0; hours < 40; hours += 1) {
      later(3_600);
      await worker.drain();
    }
    const page = await listMessages(shop.as.admin(), { state: 'failed' });
    expect(page.messages).toHaveLength(2);
    expect(page.messages[0]).toMatchObject({ attempts: 10, lastError: expect.stringContaining('Mailbox busy') });
    await server.stop();
    server = await startMailServer();
    shop.suppliers.email = smtpEmail({ url: server.url, from: 'orders@bisvar.example' });
    expect(await resendMessage(shop.as.admin(), { id: page.messages[0]!.id, key: crypto.randomUUID() })).toMatchObject({
      ok: true,
    });
    await worker.drain();
    expect(server.received).toHaveLength(1);
    expect(await getMessage(shop.as.admin(), page.messages[0]!.id)).toMatchObject({
      state: 'sent',
      lastError: null,
      attempts: 1,
    });
  });

  test('is not tried again when the recipient is refused for good', async () => {
    server.answerAlways(550, 'No such user');
    await place();
    later(86_400);
    await worker.drain();
    expect(await states()).toEqual(['order-placed failed', 'owner-order-placed failed']);
    expect((await shop.database.select().from(outbox)).every((event) => event.state === 'done')).toBe(true);
  });

  test('keeps emails readable without a mail server, and sends them later', async () => {
    shop.suppliers.email = outboxOnlyEmail;
    const placed = await place();
    expect(await states()).toEqual(['order-placed unsent', 'owner-order-placed unsent']);
    const [unsent] = (await listMessages(shop.as.admin(), { search: 'ASHA@' })).messages;
    const message = await getMessage(shop.as.admin(), unsent!.id);
    expect(message).toMatchObject({ recipient: 'asha@example.com', orderId: placed.id, sentAt: null });
    expect(message.bodyText).toContain(placed.orderNumber);
    expect(message.bodyHtml).toContain(placed.orderNumber);
    shop.suppliers.email = email;
    await resendMessage(shop.as.admin(), { id: message.id, key: crypto.randomUUID() });
    await worker.drain();
    expect(to('asha@example.com')).toHaveLength(1);
  });

  test('resends an email as a copy with its own id, once', async () => {
    await place();
    const [sent] = (await listMessages(shop.as.admin(), { search: 'asha@' })).messages;
    const again = { id: sent!.id, key: crypto.randomUUID() };
    const copy = await resendMessage(shop.as.admin(), again);
    expect(copy).toMatchObject({ ok: true });
    expect(await resendMessage(shop.as.admin(), again)).toMatchObject({ ok: false, reason: 'already-waiting' });
    const noted = await shop.database.select().from(auditLog).where(eq(auditLog.action, 'message.resend'));
    expect(noted).toMatchObject([{ after: { copyOf: sent!.id } }]);
    await worker.drain();
    expect(to('asha@example.com')).toHaveLength(2);
    expect(new Set(to('asha@example.com').map(({ raw }) => /Message-ID: (.*)/.exec(raw)?.[1])).size).toBe(2);
  });
});

describe('the messages of the shop', () => {
  test('are listed newest first, 25 to a page, counted by state', async () => {
    const start = shop.clock.now.getTime();
    await shop.database.insert(messages).values(
      Array.from({ length: 30 }, (_, index) => ({
        key: `test:${index}`,
        channel: 'email' as const,
        template: 'order-placed',
        recipient: `reader_${index}@example.com`,
        subject: `Order ${index}`,
        bodyText: 'text',
        state: index % 3 === 0 ? ('unsent' as const) : ('sent' as const),
        createdAt: new Date(start + index * 1_000),
      })),
    );
    const first = await listMessages(shop.as.admin(), {});
    expect(first.counts).toEqual({ all: 30, queued: 0, sent: 20, unsent: 10, failed: 0 });
    expect(first.messages.map((each) => each.subject).slice(0, 2)).toEqual(['Order 29', 'Order 28']);
    const second = await listMessages(shop.as.admin(), { after: first.next! });
    expect(second.messages.map((each) => each.subject)).toEqual([
      'Order 4',
      'Order 3',
      'Order 2',
      'Order 1',
      'Order 0',
    ]);
    expect(second.next).toBeUndefined();
    expect((await listMessages(shop.as.admin(), { search: 'reader_7@' })).messages).toHaveLength(1);
    expect((await listMessages(shop.as.admin(), { search: 'reader%' })).messages).toHaveLength(0);
    expect((await listMessages(shop.as.admin(), { after: 'nonsense' })).messages).toHaveLength(25);
  });

  test('are for admins only', async () => {
    await place();
    const [message] = await shop.database.select().from(messages);
    for (const visitor of [shop.as.guest(), shop.as.customer(1)]) {
      await expect(listMessages(visitor, {})).rejects.toThrow('Not found');
      await expect(getMessage(visitor, message!.id)).rejects.toThrow('Not found');
      await expect(resendMessage(visitor, { id: message!.id, key: crypto.randomUUID() })).rejects.toThrow('Not found');
    }
    await expect(getMessage(shop.as.admin(), 'nonsense')).rejects.toThrow('Not found');
    await expect(getMessage(shop.as.admin(), crypto.randomUUID())).rejects.toThrow('Not found');
  });

  test('hides account emails from helpers, and from owners of a live shop', async () => {
    shop.suppliers.email = outboxOnlyEmail;
    onTestFinished(() => void Object.assign(shop.config, { mode: 'demo', smtpUrl: undefined }));
    const key = 'https://shop.example/invitation?token=opens-the-account';
    const written = await shop.database
      .insert(messages)
      .values(
        ACCOUNT_TEMPLATES.map((template) => ({
          key: `${template}:1`,
          channel: 'email' as const,
          template,
          recipient: 'asha@example.com',
          subject: 'About your account',
          bodyText: key,
          bodyHtml: `<a href="${key}">Open</a>`,
          state: 'sent' as const,
        })),
      )
      .returning();
    const smtpUrl = 'smtps://mail.example';
    for (const [mode, server, as, isShown] of [
      ['demo', smtpUrl, shop.as.admin, true],
      ['demo', undefined, shop.as.helper, false],
      ['live', smtpUrl, shop.as.admin, false],
      ['live', undefined, shop.as.admin, true],
      ['live', undefined, shop.as.helper, false],
    ] as const) {
      Object.assign(shop.config, { mode, smtpUrl: server });
      for (const { id, template } of written) {
        const copy = await resendMessage(as(), { id, key: crypto.randomUUID() });
        if (!copy.ok) throw new Error(copy.reason);
        for (const each of [id, copy.value.id])
          expect([mode, template, JSON.stringify(await getMessage(as(), each)).includes('token=')]).toEqual([
            mode,
            template,
            isShown,
          ]);
      }
      expect((await listMessages(as(), { search: 'opens-the-account' })).messages).toEqual([]);
      expect(JSON.stringify(await listMessages(as(), {}))).not.toContain('token=');
    }
  });
});

test('emails every owner about changed UPI or gateway credentials', async () => {
  await shop.database.execute(sql`
    update user_profiles set is_admin = true, admin_role = case when id = ${CUSTOMER} then 'owner' else 'helper' end`);
  const { rows } = await shop.database.execute<{ id: string }>(sql`
    insert into payee_changes (address, is_merchant, asked_by, asked_at)
    values ('evil@okicici', false, ${CUSTOMER}, now()) returning id`);
  await announce(shop.as.shop(), 'opening.payee-changed', {
    changeId: rows[0]!.id,
  });
  await announce(shop.as.shop(), 'opening.gateway-changed', {
    gateway: 'razorpay',
  });
  await worker.drain();
  const written = await shop.database.select().from(messages);
  const of = (template: string) => written.filter((message) => message.template === template);
  expect(of('payee-changed')).toHaveLength(1);
  expect(of('payee-changed')[0]!.bodyText).toContain('evil@okicici');
  expect(of('payee-changed')[0]!.bodyText).toContain('Buyers still pay to the previous address');
  expect(of('gateway-changed')[0]!.bodyText).toContain('different Razorpay credentials');
});

test.each(['refund-owed', 'refunded', 'refund-failed'] as const)(
  'a helper does not see the email %s, anywhere',
  async (template) => {
    const placed = await order();
    const mail = { template, occasion: placed.id, recipient: 'asha@example.com', text: '', html: null };
    await queueMessages(shop.as.shop(), { ...mail, subject: 'Your refund of ₹1,600', orderId: placed.id });
    const [{ id } = { id: '' }] = await messagesAbout(shop.as.admin(), { orderId: placed.id });
    const owner = shop.as.admin();
    const helper = { ...owner, actor: { ...owner.actor, role: 'helper' } } as Shop;
    expect(await messagesAbout(helper, { orderId: placed.id })).toEqual([]);
    expect((await listMessages(helper, {})).messages).toEqual([]);
    await expect(getMessage(helper, id)).rejects.toThrow(NotFound);
    expect((await listMessages(owner, {})).messages).toHaveLength(1);
  },
);
