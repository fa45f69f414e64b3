import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fakeGateway } from '#app/adapters/payment/fake-gateway.ts';
import { rupees } from '#app/basics/money.ts';
import { reduceDue } from '#app/modules/ledger/ledger.server.ts';
import { ledgerEntries, payments, refunds } from '#app/modules/ledger/tables.server.ts';
import type { Order } from '#app/modules/orders/order.ts';
import { cancelOrder } from '#app/modules/orders/orders.server.ts';
import { verifyPayment } from '#app/modules/payments/payments.server.ts';
import { paymentOrders } from '#app/modules/payments/tables.server.ts';
import { refundDestinations } from '#app/modules/refunds/tables.server.ts';
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

describe('money owed, without JavaScript', () => {
  test('is the owner’s task from the cancellation to the refund, and its customer reads each step', async () => {
    await cancelOrder(asCustomer, order.id);
    const waiting = await pageOf(owner, '/admin/payments/refunds');
    expect(waiting).toContain(order.orderNumber);
    expect(waiting).toContain('Cancelled after payment');
    expect(waiting).toContain('has not said yet');
    expect(await pageOf(customer, '/profile/orders')).toContain('We owe you <b class="num">₹2,500</b>');

    const wrong = await customer.post('/profile/orders', { ...DESTINATION, orderId: order.id, upiId: 'asha' });
    expect(wrong.status).toBe(400);
    expect(plain(await wrong.text())).toContain('Enter a UPI ID, such as name@bank.');
    expect((await stranger.post('/profile/orders', { ...DESTINATION, orderId: order.id })).status).toBe(404);
    expect((await customer.post('/profile/orders', { ...DESTINATION, orderId: order.id })).status).toBe(303);
    expect(await pageOf(owner, '/admin/payments/refunds')).toContain('To asha@okhdfcbank');
    const given = await pageOf(customer, '/profile/orders');
    expect(given).toContain('We send it to as…@okhdfcbank.');
    expect(given).not.toContain('asha@okhdfcbank');

    const [payment] = await shop.database.select().from(payments).where(eq(payments.orderId, order.id));
    const refund = {
      intent: 'refund',
      orderId: order.id,
      key: crypto.randomUUID(),
      paymentId: payment!.id,
      amount: '2,500',
      reference: '447309990001',
      reason: 'Cancelled after payment',
    };
    const tooMuch = await owner.post('/admin/payments/refunds', { ...refund, amount: '2,500.01' });
    expect(plain(await tooMuch.text())).toContain('Only ₹2,500 of this payment are left to refund.');
    for (const visitor of [customer, stranger])
      expect((await visitor.post('/admin/payments/refunds', refund)).status).toBe(404);
    for (const _ of [1, 2]) expect((await owner.post('/admin/payments/refunds', refund)).status).toBe(303);
    expect(await shop.database.select().from(refunds).where(eq(refunds.paymentId, payment!.id))).toHaveLength(1);
    expect(await pageOf(owner, '/admin/payments/refunds')).not.toContain(order.orderNumber);
    expect(await pageOf(customer, '/profile/orders')).toContain('reference 447309990001.');
  });

  test('that did not arrive is taken back at the order, and its customer is asked anew where to send it', async () => {
    await cancelOrder(asCustomer, order.id);
    await customer.post('/profile/orders', { ...DESTINATION, orderId: order.id });
    const [payment] = await shop.database.select().from(payments).where(eq(payments.orderId, order.id));
    const sheet = `/admin/orders/${order.id}`;
    const refund = { intent: 'refund', orderId: order.id, key: crypto.randomUUID(), paymentId: payment!.id };
    await owner.post(sheet, { ...refund, amount: '2,500', reference: '447309990002', reason: 'Cancelled' });
    expect(await pageOf(owner, sheet)).toContain('It did not go…');
    const [made] = await shop.database.select().from(refunds).where(eq(refunds.paymentId, payment!.id));

    const takeBack = {
      intent: 'take-back-refund',
      refundId: made!.id,
      why: 'not-arrived',
      reason: 'One digit is wrong',
    };
    const unsaid = await owner.post(sheet, { ...takeBack, reason: ' ' });
    expect([unsaid.status, plain(await unsaid.text())]).toEqual([400, expect.stringContaining('Write down why.')]);
    expect((await customer.post(sheet, takeBack)).status).toBe(404);
    for (const _ of [1, 2])
      expect((await owner.post(sheet, takeBack)).headers.get('location')).toContain('done=take-back-refund');
    const taken = await pageOf(owner, sheet);
    expect(taken).toContain('Not refunded: One digit is wrong');
    expect(taken).not.toMatch(/It did not go…|Refunded ₹/);
    const waiting = await pageOf(owner, '/admin/payments/refunds');
    expect(waiting).toContain(order.orderNumber);
    expect(waiting).toContain('The refund did not arrive');

    const owed = await pageOf(customer, '/profile/orders');
    for (const said of ['We owe you <b class="num">₹2,500</b>', 'Tell us where to send it.', 'we send it again'])
      expect(owed).toContain(said);
    expect(owed).not.toMatch(/was refunded, [^.]*447309990002/);
    const corrected = { ...DESTINATION, upiId: 'asha@oksbi', orderId: order.id };
    expect((await customer.post('/profile/orders', corrected)).status).toBe(303);
    expect(await pageOf(owner, '/admin/payments/refunds')).toContain('To asha@oksbi');
    const again = { ...refund, key: crypto.randomUUID(), amount: '2,500', reference: '447309990003', reason: 'Again' };
    await owner.post('/admin/payments/refunds', again);
    const gone = await pageOf(customer, '/profile/orders');
    expect(gone).toContain('reference 447309990003.');
    expect(gone).not.toContain('we send it again');
  });

  test('asks who tracks the order where to send it, after the digits of the phone alone', async () => {
    await cancelOrder(asCustomer, order.id);
    const guest = shop.visitor();
    const path = `/track-order?order=${order.orderNumber}`;
    expect(await pageOf(guest, path)).not.toContain('We owe you');
    const bank = { accountHolder: 'Asha Rawat', accountNumber: '1234 5678 9012', ifsc: 'hdfc0001234' };
    const sent = { intent: 'refund-destination', ...bank, order: order.orderNumber };
    await guest.post(path, { ...sent, phoneDigits: '0000' });
    await guest.post(path, { ...sent, phoneDigits: '' });
    const given = () => shop.database.select().from(refundDestinations).where(eq(refundDestinations.orderId, order.id));
    expect(await given()).toEqual([]);
    const phoneDigits = ADDRESS.phone.slice(-4);
    const seen = await guest.post(path, { order: order.orderNumber, phoneDigits });
    expect(plain(await seen.text())).toContain('Where shall we send it?');
    const answer = await guest.post(path, { ...sent, phoneDigits });
    expect(plain(await answer.text())).toContain('We send it to account ending in 9012, HDFC0001234.');
    expect(await given()).toMatchObject([{ accountNumber: '123456789012', ifsc: 'HDFC0001234', upiId: null }]);
  });

  test('says that it has taken it, even to who had but one try of the digits left', async () => {
    await cancelOrder(asCustomer, order.id);
    const guest = shop.visitor();
    const path = `/track-order?order=${order.orderNumber}`;
    const sent = { order: order.orderNumber, phoneDigits: ADDRESS.phone.slice(-4) };
    for (let tries = 0; tries < 4; tries += 1) expect((await guest.post(path, sent)).status).toBe(200);
    const answer = await guest.post(path, { ...sent, ...DESTINATION });
    expect([answer.status, plain(await answer.text())]).toEqual([
      200,
      expect.stringContaining('We send it to as…@okhdfcbank.'),
    ]);
    const late = await guest.post(path, sent);
    expect(late.status).toBe(429);
  });

  test('is what the order’s sheet offers to refund, not the whole payment', async () => {
    const sheet = `/admin/orders/${order.id}`;
    const amount = async () => /<input[^>]*name="amount"[^>]*value="([^"]*)"/.exec(await pageOf(owner, sheet))?.[1];
    expect(await amount()).toBe('2500');
    expect(await pageOf(owner, sheet)).not.toContain('Owed back');
    await inTransaction(shop.systemContext(), (inside) =>
      reduceDue(inside, { orderId: order.id, type: 'credited', amount: rupees(1000), reason: 'One came back' }),
    );
    expect(await pageOf(owner, sheet)).toContain('<dt>Owed back</dt><dd class="num">₹1,000</dd>');
    expect(await amount()).toBe('1000');
  });

  test('that a gateway failed to return, or has on its way, is no refund yet on the order’s sheet, and is asked where to', async () => {
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
    expect(seen).not.toMatch(/Refunded ₹|It did not go…/);
    await cancelOrder(asCustomer, order.id);
    expect(await pageOf(customer, '/profile/orders')).toContain('Tell us where to send it.');
    expect(await pageOf(owner, '/admin/payments/refunds')).toContain('has not said yet');
  });

  test('that a gateway refuses is recorded by hand from the same form, which has another key then', async () => {
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
      const typed = { ...form, amount: '1,000', reference: '', reason: 'Cancelled after payment' };
      const refused = plain(await (await owner.post(path, { ...typed, way: 'gateway' })).text());
      expect(refused).toContain('The gateway refused it. The money is still owed.');
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

  test('the books are checked on demand, and what does not agree is named', async () => {
    await shop.database.insert(ledgerEntries).values({ orderId: order.id, type: 'charged', amount: rupees(100) });
    expect(await pageOf(owner, '/admin/payments/refunds')).toContain('Not checked yet.');
    expect((await owner.post('/admin/payments/refunds', { intent: 'check' })).status).toBe(303);
    const checked = await pageOf(owner, '/admin/payments/refunds');
    expect(checked).toContain('They do not agree');
    expect(checked).toContain('its balance and its entries');
  });
});
