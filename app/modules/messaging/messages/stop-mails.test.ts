import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { paise, rupees } from '#app/basics/money.ts';
import { UNSENT_REASONS } from './message.ts';
import { resendMessage } from './messages.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';
import { type OutboxWorker, startOutboxWorker } from '#app/platform/outbox/worker.server.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { emailListeners } from '#app/module-lists.server.ts';
import { stopMails } from '#app/modules/orders/orders/not-my-order.server.ts';
import { findStopLink, resumeMails } from './stop-mails.server.ts';
import { messages, unconfirmedRecipients } from './tables.server.ts';

const CUSTOMER = '00000000-0000-4000-8000-000000000001';
/** This customer's address is confirmed. */
const OWN = 'customer1@bisvar.example';
const STRANGER = 'stranger@example.com';

let shop: TestShop;
let worker: OutboxWorker;
let sent: string[];

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
  sent = [];
  shop.suppliers.email = {
    async send({ to, text }) {
      sent.push(`${to}: ${text}`);
      return { state: 'sent', providerId: 'taken' };
    },
  };
});

let made = 0;
async function placeOrder(customerEmail = STRANGER, userId = CUSTOMER) {
  made += 1;
  const { id, title, images } = await shop.makeArtwork({ title: 'Marigolds' });
  const [order] = await shop.database
    .insert(orders)
    .values({
      orderNumber: `BV-STOP-${made}`,
      userId,
      items: [{ artwork_id: id, title, price: rupees(500), quantity: 1, image: images[0]! }],
      subtotal: rupees(500),
      discountAmount: paise(0),
      shippingCost: paise(0),
      gstAmount: paise(0),
      total: rupees(500),
      shippingAddress: {
        name: 'Asha Rawat',
        email: customerEmail,
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
      customerEmail,
      createdAt: shop.clock.now,
      confirmedAt: shop.clock.now,
    })
    .returning();
  await announce(shop.as.shop(), 'orders.confirmed', { orderId: order!.id });
  await worker.drain();
  return order!;
}
const sentTo = (email: string) => sent.filter((mail) => mail.startsWith(`${email}: `));
const unsentReasons = async () =>
  (await shop.database.select().from(messages).where(eq(messages.state, 'unsent'))).map(({ lastError }) => lastError);
const tokenIn = (mail: string | undefined) => /not-my-order\?token=([\w-]+)/.exec(mail ?? '')?.[1] ?? '';

test('limits an unconfirmed address to three order emails in 24 hours', async () => {
  for (let each = 0; each < 5; each += 1) await placeOrder();
  expect(sentTo(STRANGER)).toHaveLength(3);
  expect(await unsentReasons()).toEqual([UNSENT_REASONS.limit, UNSENT_REASONS.limit]);

  shop.clock.now = new Date(shop.clock.now.getTime() + 86_400_000 + 1);
  await placeOrder();
  expect(sentTo(STRANGER)).toHaveLength(4);
});

test('sends a held email when the owner resends it', async () => {
  for (let each = 0; each < 4; each += 1) await placeOrder();
  const [message] = await shop.database.select().from(messages).where(eq(messages.state, 'unsent'));
  await resendMessage(shop.as.admin(), { id: message!.id, key: crypto.randomUUID() });
  await worker.drain();
  expect(sentTo(STRANGER)).toHaveLength(4);
});

test('has an unsubscribe link, except to the buyer’s confirmed address', async () => {
  for (let each = 0; each < 5; each += 1) await placeOrder(OWN);
  expect(sentTo(OWN).map(tokenIn)).toEqual(['', '', '', '', '']);

  for (let each = 0; each < 2; each += 1) await placeOrder(STRANGER);
  expect(sentTo(STRANGER).map(tokenIn).every(Boolean)).toBe(true);
});

test('treats an address confirmed by another account as unconfirmed', async () => {
  await placeOrder(OWN, '00000000-0000-4000-8000-000000000002');
  expect(tokenIn(sentTo(OWN)[0])).not.toBe('');
});

test('other accounts’ orders and stops do not affect the confirmed owner', async () => {
  const another = '00000000-0000-4000-8000-000000000002';
  shop.suppliers.email = {
    async send() {
      throw new Error('Mailbox busy');
    },
  };
  const { id: own } = await placeOrder(OWN);
  for (let each = 0; each < 4; each += 1) await placeOrder(OWN, another);
  const [{ token } = { token: '' }] = await shop.database.select().from(unconfirmedRecipients);
  await stopMails(shop.as.guest(), token);
  const unsent = await shop.database.select().from(messages).where(eq(messages.state, 'unsent'));
  expect(unsent).toHaveLength(4);
  expect(unsent.map(({ orderId }) => orderId)).not.toContain(own);
  const [warning] = await shop.database.select().from(messages).where(eq(messages.template, 'owner-mails-stopped'));
  expect(warning!.bodyText).not.toContain(own);
});

test('"This wasn’t me" stops them, emails the owner daily, and is reversible', async () => {
  const { orderNumber } = await placeOrder();
  const token = tokenIn(sentTo(STRANGER)[0]);
  expect(await findStopLink(shop.as.guest(), token)).toEqual({ isStopped: false });

  await stopMails(shop.as.guest(), token);
  await stopMails(shop.as.guest(), token);
  await worker.drain();
  expect(await findStopLink(shop.as.guest(), token)).toEqual({ isStopped: true });
  const warnedOwner = () => sent.filter((mail) => mail.includes(`The recipient at ${STRANGER}`));
  expect(warnedOwner()).toHaveLength(1);
  expect(warnedOwner()[0]).toContain(orderNumber);

  await placeOrder();
  expect(sentTo(STRANGER)).toHaveLength(1);
  expect(await unsentReasons()).toEqual([UNSENT_REASONS.stopped]);

  await resumeMails(shop.as.guest(), token);
  await stopMails(shop.as.guest(), token);
  await resumeMails(shop.as.guest(), token);
  await placeOrder();
  expect(sentTo(STRANGER)).toHaveLength(2);
  expect(warnedOwner()).toHaveLength(1);
});

test('stops an email that is already queued', async () => {
  await placeOrder();
  const token = tokenIn(sentTo(STRANGER)[0]);
  await shop.database.update(messages).set({ state: 'queued' }).where(eq(messages.recipient, STRANGER));
  await stopMails(shop.as.guest(), token);
  expect(await unsentReasons()).toEqual([UNSENT_REASONS.stopped]);
});

test('a link has over 128 random bits; older UUID links still work', async () => {
  await placeOrder();
  await placeOrder('another@example.com');
  const [token, other] = [STRANGER, 'another@example.com'].map((email) => tokenIn(sentTo(email)[0]));
  expect(token).toMatch(/^[\da-f]{64}$/);
  expect(other).not.toBe(token);

  const earlierToken = crypto.randomUUID();
  await shop.database
    .update(unconfirmedRecipients)
    .set({ earlierToken })
    .where(eq(unconfirmedRecipients.email, STRANGER));
  await stopMails(shop.as.guest(), earlierToken);
  expect(await findStopLink(shop.as.guest(), token!)).toEqual({ isStopped: true });
  expect(await findStopLink(shop.as.guest(), earlierToken)).toEqual({ isStopped: true });
  expect(await findStopLink(shop.as.guest(), other!)).toEqual({ isStopped: false });
  await resumeMails(shop.as.guest(), earlierToken);
  expect(await findStopLink(shop.as.guest(), token!)).toEqual({ isStopped: false });
});

test('an invalid link does nothing', async () => {
  for (const token of ['', 'x', '\0', crypto.randomUUID()]) {
    expect(await findStopLink(shop.as.guest(), token)).toBeUndefined();
    await stopMails(shop.as.guest(), token);
    await resumeMails(shop.as.guest(), token);
  }
  expect(await shop.database.select().from(messages)).toEqual([]);
});
