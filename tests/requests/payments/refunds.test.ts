import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeGateway } from '#app/adapters/payment/fake-gateway.ts';
import { rupees } from '#app/basics/money.ts';
import { reduceDue } from '#app/modules/orders/ledger/ledger.server.ts';
import { ledgerEntries, payments, refunds } from '#app/modules/orders/ledger/tables.server.ts';
import type { Order } from '#app/modules/orders/orders/order.ts';
import { cancelOrder } from '#app/modules/orders/orders/orders.server.ts';
import { giveReference, verifyPayment, verifyPayments } from '#app/modules/payments/payments/payments.server.ts';
import { paymentOrders } from '#app/modules/payments/payments/tables.server.ts';
import { messages } from '#app/modules/messaging/messages/tables.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { createOrderLinks } from '#app/modules/orders/orders/order-link.server.ts';
import { auditLog } from '#app/platform/audit/tables.server.ts';
import { refundDestinations } from '#app/modules/payments/payments/tables.server.ts';
import { inTransaction, type Shop } from '#app/platform/shop.server.ts';
import { insertArtwork } from '#tests/support/artworks.ts';
import { ADDRESS, orderCart, putIntoCart } from '#tests/support/checkout.ts';
import {
  openRequestShop,
  type RequestShop,
  signInAdmin,
  signInCustomer,
  type Visitor,
} from '#tests/support/request-shop.ts';

let shop: RequestShop;
let owner: Visitor;
let customer: Visitor;
let stranger: Visitor;
let asCustomer: Shop;
let order: Order;

beforeAll(async () => {
  shop = await openRequestShop();
  owner = await signInAdmin(shop);
  ({ visitor: customer, context: asCustomer } = await signInCustomer(shop));
  ({ visitor: stranger } = await signInCustomer(shop, 'Deepa Joshi'));
});
afterAll(() => shop.close());
beforeEach(async () => {
  const artwork = await insertArtwork(shop.database, { price: rupees(2500) });
  await putIntoCart(asCustomer, artwork.id);
  order = await orderCart(asCustomer);
  await verifyPayment(shop.systemContext(), { orderId: order.id, verification: 'matched' });
});

const plain = (html: string) => html.replaceAll('<!-- -->', '').replace(/<script[^]*?<\/script>/g, '');
const pageOf = async (visitor: Visitor, path: string) => plain((await visitor.get(path)).text);
const DESTINATION = { intent: 'refund-destination', upiId: 'asha@okhdfcbank' };

describe('a refund due, without JavaScript', () => {
  test('is the owner’s task until refunded, and its customer follows it', async () => {
    await cancelOrder(asCustomer, order.id);
    const waiting = await pageOf(owner, '/admin/payments/refunds');
    expect(waiting).toContain(order.orderNumber);
    expect(waiting).toContain('Cancelled after payment');
    expect(waiting).toContain('No reply yet');
    expect(await pageOf(customer, '/profile/orders')).toContain('We owe you ₹2,500.');

    const wrong = await customer.post('/profile/orders', { ...DESTINATION, orderId: order.id, upiId: 'asha' });
    expect(wrong.status).toBe(400);
    expect(plain(await wrong.text())).toContain('Enter a UPI ID, such as name@bank.');
    expect((await stranger.post('/profile/orders', { ...DESTINATION, orderId: order.id })).status).toBe(404);
    expect((await customer.post('/profile/orders', { ...DESTINATION, orderId: order.id })).status).toBe(303);
    expect(await pageOf(owner, '/admin/payments/refunds')).toContain('To asha@okhdfcbank');
    const given = await pageOf(customer, '/profile/orders');
    expect(given).toContain('We’ll send it to as…@okhdfcbank.');
    expect(given).not.toContain('asha@okhdfcbank');

    const [payment] = await shop.database.select().from(payments).where(eq(payments.orderId, order.id));
    const refund = {
      intent: 'refund',
      orderId: order.id,
      key: crypto.randomUUID(),
      paymentId: payment!.id,
      amount: '2,500',
      reference: '447309990001',
      sentTo: 'asha@okhdfcbank',
      reason: 'Cancelled after payment',
    };
    const tooMuch = await owner.post('/admin/payments/refunds', { ...refund, amount: '2,500.01' });
    expect(plain(await tooMuch.text())).toContain('Only ₹2,500 of this payment can still be refunded.');
    for (const missing of ['reference', 'sentTo'])
      expect((await owner.post('/admin/payments/refunds', { ...refund, [missing]: '' })).status).toBe(409);
    for (const visitor of [customer, stranger])
      expect((await visitor.post('/admin/payments/refunds', refund)).status).toBe(404);
    for (const _ of [1, 2]) expect((await owner.post('/admin/payments/refunds', refund)).status).toBe(303);
    expect(await shop.database.select().from(refunds).where(eq(refunds.paymentId, payment!.id))).toHaveLength(1);
    expect(await pageOf(owner, '/admin/payments/refunds')).not.toContain(order.orderNumber);
    const refunded = await pageOf(customer, '/profile/orders');
    expect(refunded).toContain('reference 447309990001.');
    expect(refunded).toContain('was refunded to as…@okhdfcbank');
    const [audited] = await shop.database.select().from(auditLog).where(eq(auditLog.action, 'order.refund'));
    expect(audited!.after).toMatchObject({ sentTo: 'as…@okhdfcbank' });
  });

  test('that failed is undone at the order, and asked for again', async () => {
    await cancelOrder(asCustomer, order.id);
    await customer.post('/profile/orders', { ...DESTINATION, orderId: order.id });
    const [payment] = await shop.database.select().from(payments).where(eq(payments.orderId, order.id));
    const sheet = `/admin/orders/${order.id}`;
    const refund = { intent: 'refund', orderId: order.id, key: crypto.randomUUID(), paymentId: payment!.id };
    await owner.post(sheet, {
      ...refund,
      amount: '2,500',
      reference: '447309990002',
      sentTo: 'asha@okhdfcbank',
      reason: 'Cancelled',
    });
    expect(await pageOf(owner, sheet)).toContain('Refund failed…');
    const [made] = await shop.database.select().from(refunds).where(eq(refunds.paymentId, payment!.id));

    const takeBack = {
      intent: 'take-back-refund',
      refundId: made!.id,
      why: 'not-arrived',
      reason: 'One digit is wrong',
    };
    const unsaid = await owner.post(sheet, { ...takeBack, reason: ' ' });
    expect([unsaid.status, plain(await unsaid.text())]).toEqual([400, expect.stringContaining('Enter a reason.')]);
    expect((await customer.post(sheet, takeBack)).status).toBe(404);
    for (const _ of [1, 2])
      expect((await owner.post(sheet, takeBack)).headers.get('location')).toContain('done=take-back-refund');
    const taken = await pageOf(owner, sheet);
    expect(taken).toContain('Not refunded: One digit is wrong');
    expect(taken).not.toMatch(/Refund failed…|Refunded ₹/);
    const waiting = await pageOf(owner, '/admin/payments/refunds');
    expect(waiting).toContain(order.orderNumber);
    expect(waiting).toContain('Refund did not arrive');

    const owed = await pageOf(customer, '/profile/orders');
    for (const said of ['We owe you ₹2,500.', 'Tell us where to send it.', 'we’ll try again'])
      expect(owed).toContain(said);
    expect(owed).not.toMatch(/was refunded, [^.]*447309990002/);
    const corrected = { ...DESTINATION, upiId: 'asha@oksbi', orderId: order.id };
    expect((await customer.post('/profile/orders', corrected)).status).toBe(303);
    expect(await pageOf(owner, '/admin/payments/refunds')).toContain('To asha@oksbi');
    const again = {
      ...refund,
      key: crypto.randomUUID(),
      amount: '2,500',
      reference: '447309990003',
      sentTo: 'asha@oksbi',
      reason: 'Again',
    };
    await owner.post('/admin/payments/refunds', again);
    const gone = await pageOf(customer, '/profile/orders');
    expect(gone).toContain('reference 447309990003.');
    expect(gone).not.toContain('we’ll try again');
  });

  test('tracking shows a destination and never changes it', async () => {
    await cancelOrder(asCustomer, order.id);
    await customer.post('/profile/orders', { ...DESTINATION, orderId: order.id });
    const guest = shop.visitor();
    const path = `/track-order?order=${order.orderNumber}`;
    expect(await pageOf(guest, path)).not.toContain('We owe you');
    const phoneDigits = ADDRESS.phone.slice(-4);
    const seen = await guest.post(path, { order: order.orderNumber, phoneDigits });
    expect(plain(await seen.text())).toContain('We owe you ₹2,500. We’ll send it to as…@okhdfcbank.');
    const bank = { accountHolder: 'Mallory', accountNumber: '1234 5678 9012', ifsc: 'hdfc0001234' };
    const intent = 'refund-destination';
    const thefts: Record<string, string>[] = [
      { intent, upiId: 'evil@okicici', order: order.orderNumber, phoneDigits },
      { intent, ...bank, order: order.orderNumber, phoneDigits },
      { intent, upiId: 'evil@okicici', orderId: order.id },
    ];
    for (const sent of thefts) for (const visitor of [guest, stranger]) await visitor.post(path, sent);
    for (const sent of thefts) await guest.post('/profile/orders', sent);
    const token = `${order.id}.${'A'.repeat(43)}`;
    expect((await guest.post(`/refund?token=${token}`, { intent, upiId: 'evil@okicici' })).status).toBe(404);
    const given = await shop.database.select().from(refundDestinations).where(eq(refundDestinations.orderId, order.id));
    expect(given).toMatchObject([{ upiId: 'asha@okhdfcbank' }]);
  });

  test('emails the buyer each change of account, and shows the owner', async () => {
    await cancelOrder(asCustomer, order.id);
    for (const upiId of ['asha@okhdfcbank', 'asha@okhdfcbank', 'asha@oksbi'])
      await customer.post('/profile/orders', { ...DESTINATION, upiId, orderId: order.id });
    const seen = await pageOf(owner, '/admin/payments/refunds');
    expect(seen).toContain('To asha@oksbi');
    expect(seen).toMatch(/changed on [^<]*, before: as…@okhdfcbank/);
    const mailed = async () =>
      shop.database
        .select({ recipient: messages.recipient, text: messages.bodyText })
        .from(messages)
        .where(and(eq(messages.orderId, order.id), eq(messages.template, 'refund-destination')));
    await vi.waitFor(async () => expect(await mailed()).toHaveLength(2), 10_000);
    const mails = await mailed();
    expect(mails.map(({ recipient }) => recipient)).toEqual([order.customerEmail, order.customerEmail]);
    expect(mails.map(({ text }) => text).join()).toContain('as…@oksbi');
    expect(mails.map(({ text }) => text).join()).not.toContain('asha@oksbi');
  });

  test('shows a short payment to both sides, and shipping needs a reason', async () => {
    await inTransaction(shop.systemContext(), (inside) =>
      verifyPayments(inside, [{ orderId: order.id }], 'unverified'),
    );
    await inTransaction(shop.systemContext(), (inside) =>
      verifyPayments(inside, [{ orderId: order.id, amount: rupees(2400) }], 'matched'),
    );
    expect(await pageOf(customer, '/profile/orders')).toContain('₹100 of ₹2,500 is still missing.');
    expect(await pageOf(owner, `/admin/orders/${order.id}`)).toContain('Underpaid: ₹100 of ₹2,500 is missing.');
    const ship = (fields: Record<string, string>) =>
      owner.post(`/admin/orders/${order.id}`, { intent: 'status', from: 'processing', status: 'shipped', ...fields });
    expect((await ship({})).headers.get('location')).toContain('refused=unverified');
    expect((await ship({ shipUnverified: 'yes' })).headers.get('location')).toContain('refused=reason-needed');
    expect((await ship({ shipUnverified: 'yes', reason: 'Paid at the fair' })).headers.get('location')).toContain(
      'saved=shipped',
    );
    const [mail] = await vi.waitFor(async () => {
      const found = await shop.database
        .select({ text: messages.bodyText })
        .from(messages)
        .where(and(eq(messages.orderId, order.id), eq(messages.template, 'payment-matched')));
      expect(found).toHaveLength(1);
      return found;
    }, 10_000);
    expect(mail!.text).toContain('₹100 of ₹2,500 is still missing.');
  });

  test('an owner’s cancellation gives its reason and refund in every place', async () => {
    const reason = 'It broke in the kiln.';
    await owner.post(`/admin/orders/${order.id}`, {
      intent: 'status',
      from: 'processing',
      status: 'cancelled',
      reason,
    });
    const card = await pageOf(customer, '/profile/orders');
    const owed = 'We owe you ₹2,500. Tell us where to send it.';
    for (const said of [reason, owed]) expect(card).toContain(said);
    const mails = await vi.waitFor(async () => {
      const found = await shop.database
        .select({ template: messages.template, text: messages.bodyText })
        .from(messages)
        .where(eq(messages.orderId, order.id));
      expect(found.map(({ template }) => template)).toEqual(expect.arrayContaining(['order-cancelled', 'refund-owed']));
      return found;
    }, 10_000);
    const textOf = (template: string) => mails.find((mail) => mail.template === template)!.text;
    expect(textOf('order-cancelled')).toContain(reason);
    for (const template of ['order-cancelled', 'refund-owed']) {
      expect(textOf(template)).toContain(owed);
      expect(textOf(template)).not.toMatch(/original payment method|More has come in/);
    }
  });

  test('lists a further reference with its state, cancelled orders included', async () => {
    const given = await giveReference(asCustomer, { orderId: order.id, paymentReferenceId: '500000000001' });
    expect(given).toMatchObject({ ok: true });
    const line = '₹2,500, reference 500000000001: we’re checking it';
    expect(await pageOf(customer, '/profile/orders')).toContain(line);
    expect(await pageOf(owner, `/admin/orders/${order.id}`)).toContain('500000000001');
    await cancelOrder(asCustomer, order.id);
    const cancelled = await pageOf(customer, '/profile/orders');
    for (const said of [line, 'If we find the payment, we’ll refund it.']) expect(cancelled).toContain(said);
  });

  test('above the amount due asks for confirmation', async () => {
    await inTransaction(shop.systemContext(), (inside) =>
      reduceDue(inside, { orderId: order.id, type: 'credited', amount: rupees(1125), reason: 'One came back' }),
    );
    const [payment] = await shop.database.select().from(payments).where(eq(payments.orderId, order.id));
    const form = { intent: 'refund', orderId: order.id, key: crypto.randomUUID(), paymentId: payment!.id };
    const sent = { ...form, amount: '1,250', reference: '447309990009', sentTo: 'asha@oksbi', reason: 'Came back' };
    const asked = await owner.post('/admin/payments/refunds', sent);
    expect([asked.status, plain(await asked.text())]).toEqual([
      409,
      expect.stringContaining('Only ₹1,125 is due. To refund more, submit again.'),
    ]);
    expect((await owner.post('/admin/payments/refunds', { ...sent, asked: '125000' })).status).toBe(303);
  });

  test('without an account uses the emailed link', async () => {
    await cancelOrder(asCustomer, order.id);
    const drafted = { userId: null, draftedBy: order.userId, draftKey: crypto.randomUUID() };
    await shop.database.update(orders).set(drafted).where(eq(orders.id, order.id));
    const link = (await createOrderLinks(shop.systemContext(), { ...order, userId: null }))!.refund;
    const path = link.slice(link.indexOf('/refund'));
    const guest = shop.visitor();
    expect(await pageOf(guest, path)).toContain('We owe you ₹2,500. Tell us where to send it.');
    expect((await guest.post(path, { intent: 'refund-destination', upiId: 'asha' })).status).toBe(400);
    expect((await guest.post(path, DESTINATION)).status).toBe(303);
    expect(await pageOf(guest, path)).toContain('We’ll send it to as…@okhdfcbank.');
    await shop.database.update(orders).set({ customerEmail: 'new@example.com' }).where(eq(orders.id, order.id));
    expect((await guest.post(path, { ...DESTINATION, upiId: 'evil@okicici' })).status).toBe(404);
    await shop.database
      .update(orders)
      .set({ customerEmail: order.customerEmail, userId: order.userId })
      .where(eq(orders.id, order.id));
    const late = await guest.post(path, { ...DESTINATION, upiId: 'evil@okicici' });
    expect([late.status, plain(await late.text())]).toEqual([409, expect.stringContaining('belongs to an account')]);
    expect(await createOrderLinks(shop.systemContext(), order)).toBeUndefined();
  });

  test('is the amount that the order’s sheet offers to refund', async () => {
    const sheet = `/admin/orders/${order.id}`;
    const amount = async () => /<input[^>]*name="amount"[^>]*value="([^"]*)"/.exec(await pageOf(owner, sheet))?.[1];
    expect(await amount()).toBe('2500');
    expect(await pageOf(owner, sheet)).not.toContain('<dt>Refund due</dt>');
    await inTransaction(shop.systemContext(), (inside) =>
      reduceDue(inside, { orderId: order.id, type: 'credited', amount: rupees(1000), reason: 'One came back' }),
    );
    expect(await pageOf(owner, sheet)).toContain('<dt>Refund due</dt><dd class="num">₹1,000</dd>');
    expect(await amount()).toBe('1000');
  });

  test('failed or pending at a gateway, is not recorded on the order', async () => {
    const sheet = `/admin/orders/${order.id}`;
    const [payment] = await shop.database
      .update(payments)
      .set({ source: 'gateway' })
      .where(eq(payments.orderId, order.id))
      .returning();
    const at = { paymentId: payment!.id, amount: rupees(500), provider: 'razorpay', reason: 'Goodwill' } as const;
    await shop.database.insert(refunds).values([
      { ...at, status: 'failed', failureReason: 'The account is closed' },
      { ...at, status: 'pending' },
    ]);
    const seen = await pageOf(owner, sheet);
    expect(seen).toContain('Not refunded: The account is closed');
    expect(seen).toContain('On its way: ₹500');
    expect(seen).not.toMatch(/Refunded ₹|Refund failed…/);
    await cancelOrder(asCustomer, order.id);
    expect(await pageOf(customer, '/profile/orders')).toContain('Tell us where to send it.');
    expect(await pageOf(owner, '/admin/payments/refunds')).toContain('No reply yet');
  });

  test('refused by a gateway, is recorded by hand with a new key', async () => {
    const { suppliers } = shop.systemContext();
    const razorpay = fakeGateway({ name: 'razorpay' });
    const failed = { status: 'failed', reason: 'The account is closed' } as const;
    suppliers.payment = {
      razorpay: { ...razorpay, refund: async ({ key }) => ({ refundId: `refund_${key}`, ...failed }) },
    };
    const paymentId = `pay_${order.orderNumber}`;
    const [payment] = await shop.database
      .update(payments)
      .set({ source: 'gateway', referenceId: paymentId.toUpperCase() })
      .where(eq(payments.orderId, order.id))
      .returning();
    const { amount } = payment!;
    await shop.database.insert(paymentOrders).values({
      orderId: order.id,
      provider: 'razorpay',
      providerOrderId: `order_${order.orderNumber}`,
      paymentId,
      amount,
      status: 'completed',
      completedAt: new Date(),
    });
    await cancelOrder(asCustomer, order.id);
    for (const path of ['/admin/payments/refunds', `/admin/orders/${order.id}`]) {
      const form = { intent: 'refund', orderId: order.id, key: crypto.randomUUID(), paymentId: payment!.id };
      const typed = {
        ...form,
        amount: '1,000',
        reference: '447309990004',
        sentTo: 'asha@oksbi',
        reason: 'Cancelled after payment',
      };
      const refused = plain(await (await owner.post(path, { ...typed, way: 'gateway' })).text());
      expect(refused).toContain('The gateway refused the refund. The refund is still due.');
      const again = await owner.post(path, { ...typed, way: 'hand' });
      expect(plain(await again.text())).toContain('Another refund was recorded with this form.');
      const ofForm = refused.slice(refused.indexOf('name="intent" value="refund"'));
      const key = /name="key" value="([^"]+)"/.exec(ofForm)![1]!;
      expect(key).not.toBe(typed.key);
      expect((await owner.post(path, { ...typed, key, way: 'hand' })).status).toBe(303);
    }
    const recorded = await shop.database.select().from(refunds).where(eq(refunds.paymentId, payment!.id));
    expect(recorded.map(({ status, provider }) => `${status} ${provider}`).toSorted()).toEqual([
      'failed razorpay',
      'failed razorpay',
      'succeeded null',
      'succeeded null',
    ]);
  });

  test('checks the books on demand, and names differences', async () => {
    await shop.database.insert(ledgerEntries).values({ orderId: order.id, type: 'charged', amount: rupees(100) });
    expect(await pageOf(owner, '/admin/payments/refunds')).toContain('Not checked yet.');
    expect((await owner.post('/admin/payments/refunds', { intent: 'check' })).status).toBe(303);
    const checked = await pageOf(owner, '/admin/payments/refunds');
    expect(checked).toContain('The books do not match');
    expect(checked).toContain('its balance and its entries');
  });
});
