import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { payments } from '#app/modules/orders/ledger/tables.server.ts';
import { messages } from '#app/modules/messaging/messages/tables.server.ts';
import { setOrderStatus } from '#app/modules/orders/orders/orders.server.ts';
import { papers } from '#app/modules/orders/invoices/tables.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { refundOrder } from '#app/modules/payments/payments/refunds.server.ts';
import { updateSettings } from '#app/modules/store/settings/settings.server.ts';
import { ADDRESS, newReference } from '#tests/support/checkout.ts';
import { asGuest, fillCart, newBuyer } from '#tests/support/guest-buyer.ts';
import { fieldsOf, textOf } from '#tests/support/html.ts';
import { openRequestShop, type RequestShop, signInAdmin, type Visitor } from '#tests/support/request-shop.ts';

let shop: RequestShop;
beforeAll(async () => {
  shop = await openRequestShop();
  await updateSettings(shop.systemContext(), { guestCheckout: true, paymentMethods: ['manual', 'phonepe'] });
});
afterAll(() => shop.close());

const PASSWORD = 'bindu-and-lotus';
const linkIn = (mail: string, page: 'invoice' | 'pay') =>
  new RegExp(String.raw`http://shop\.test(/order/${page}\?token=[\w.-]+)`).exec(mail)?.[1] ?? '';

async function payOnline(visitor: Visitor, contact: { email: string }) {
  const shown = Object.fromEntries(fieldsOf((await visitor.get('/checkout')).text)) as Record<string, string>;
  const { country: _country, ...address } = ADDRESS;
  const choice = { paymentMethod: 'phonepe', paymentReferenceId: '', online: 'yes' };
  const answer = await visitor.post('/checkout', { ...shown, ...address, ...contact, ...choice });
  const [, id] = /payment=([\w-]+)/.exec(answer.headers.get('location') ?? '') ?? [];
  const step = async (fields: Record<string, string>) =>
    (await (await visitor.post(`/checkout/payment/${id}`, fields)).json()) as { callback?: Record<string, string> };
  await step({ intent: 'attempts', method: 'phonepe', upiId: 'ila@okaxis' });
  const { callback } = await step({ intent: 'simulation', shopper: 'pay' });
  if (callback) await step({ intent: 'callback', ...callback });
  const [order] = await shop.database.select().from(orders).where(eq(orders.id, id!));
  return order!;
}

async function buyAndPay() {
  const visitor = shop.visitor();
  await fillCart(shop, visitor);
  const contact = await asGuest(visitor, newBuyer());
  const order = await payOnline(visitor, contact);
  expect(order).toMatchObject({ customerEmail: contact.email, paymentStatus: 'confirmed' });
  const invoice = linkIn(await shop.mailTo(contact.email, 'order-placed'), 'invoice');
  expect(invoice).not.toBe('');
  return { visitor, contact, order, invoice };
}

/** The payment of an order that was cancelled, refunded and restored is due again. */
async function awaitPaymentAgain(order: { id: string; customerEmail: string }) {
  const owner = shop.systemContext();
  const orderId = order.id;
  const [payment] = await shop.database.select().from(payments).where(eq(payments.orderId, orderId));
  const move = async (status: 'cancelled' | 'processing') =>
    expect(await setOrderStatus(owner, { orderId, status, reason: 'A mistake' })).toMatchObject({ ok: true });
  await move('cancelled');
  await shop.mailTo(order.customerEmail, 'order-cancelled');
  const refund = { orderId, paymentId: payment!.id, amount: payment!.amount, reference: newReference() };
  const refunded = await refundOrder(owner, { ...refund, key: crypto.randomUUID(), reason: 'A mistake' });
  expect(refunded).toMatchObject({ ok: true });
  await move('processing');
}

const isHidden = (headers: Headers) =>
  ['cache-control', 'referrer-policy', 'x-robots-tag'].map((name) => headers.get(name));
const HIDDEN = ['no-store', 'no-referrer', 'noindex'];

describe('the invoice link in a guest’s email', () => {
  test('opens the invoice and its PDF in a new browser', async () => {
    const { contact, order, invoice } = await buyAndPay();
    const elsewhere = shop.visitor();
    const page = await elsewhere.get(invoice);
    expect([page.status, isHidden(page.headers)]).toEqual([200, HIDDEN]);
    expect(textOf(page.text)).toContain(order.orderNumber);
    expect(page.text).toContain('<meta name="robots" content="noindex"/>');
    const [, file] = /href="(\/order\/invoice\.pdf\?token=[\w.-]+)"/.exec(page.text) ?? [];
    const pdf = await elsewhere.ask(file!);
    expect([pdf.status, pdf.headers.get('content-type'), isHidden(pdf.headers)]).toEqual([
      200,
      'application/pdf',
      HIDDEN,
    ]);
    expect((await elsewhere.ask(`/profile/orders/${order.id}/invoice`)).status).toBe(303);
    expect((await elsewhere.get('/')).text).not.toContain(contact.email);
  });

  test('opens for this order only; any other token is not found', async () => {
    const [first, second] = [await buyAndPay(), await buyAndPay()];
    const [mine, theirs] = [first, second].map(({ invoice }) => invoice.split('token=')[1]!);
    const secret = theirs!.split('.')[1]!;
    const elsewhere = shop.visitor();
    for (const page of ['/order/invoice', '/order/invoice.pdf', '/order/pay'])
      for (const token of [
        '',
        'x',
        `${first.order.id}.`,
        `${first.order.id}.${secret}`,
        `${mine}x`,
        mine!.slice(0, -1),
      ]) {
        const answer = await elsewhere.get(`${page}?token=${token}`);
        expect([page, token, answer.status]).toEqual([page, token, 404]);
        expect(answer.text).not.toContain(first.order.orderNumber);
      }
    expect((await elsewhere.get(first.invoice)).status).toBe(200);
  });

  test('shows the other documents of its order, and none of another', async () => {
    const [{ order, invoice }, other] = [await buyAndPay(), await buyAndPay()];
    const cancelled = { orderId: order.id, status: 'cancelled', reason: 'A mistake' } as const;
    expect(await setOrderStatus(shop.systemContext(), cancelled)).toMatchObject({ ok: true });
    const elsewhere = shop.visitor();
    const page = await elsewhere.get(invoice);
    const [, to] = /href="(\/order\/invoice\?token=[^"]+)"[^>]*>Credit note /.exec(page.text) ?? [];
    const note = to!.replaceAll('&amp;', '&');
    expect(textOf((await elsewhere.get(note)).text)).toContain('Other documents of this order: Invoice ');
    expect((await elsewhere.ask(note.replace('/invoice?', '/invoice.pdf?'))).status).toBe(200);
    const [foreign] = await shop.database.select().from(papers).where(eq(papers.orderId, other.order.id));
    expect((await elsewhere.get(`${invoice}&paper=${foreign!.id}`)).status).toBe(404);
  });

  test('ends when the email address of the order changes', async () => {
    const { order, invoice } = await buyAndPay();
    await shop.database.update(orders).set({ customerEmail: 'other@example.in' }).where(eq(orders.id, order.id));
    expect((await shop.visitor().get(invoice)).status).toBe(404);
  });

  test('asks for the sign-in once the order belongs to an account', async () => {
    const { visitor, order, invoice } = await buyAndPay();
    await visitor.post(`/profile/orders?placed=${order.id}`, { intent: 'keep-account', password: PASSWORD });
    const elsewhere = shop.visitor();
    const answer = await elsewhere.ask(invoice);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/profile/orders/${order.id}/invoice`]);
    expect((await elsewhere.ask(`/profile/orders/${order.id}/invoice`)).headers.get('location')).toContain(
      '/login?returnTo=',
    );
  });

  test('is hidden from admins who read the email', async () => {
    const { contact } = await buyAndPay();
    const [sent] = await shop.database.select().from(messages).where(eq(messages.recipient, contact.email));
    const helper = await signInAdmin(shop, { name: `Helper ${crypto.randomUUID().slice(0, 8)}`, role: 'helper' });
    const { text } = await helper.get(`/admin/messages/${sent!.id}`);
    expect(text).toContain('/order/invoice?token=…');
    expect(text).not.toMatch(/\/order\/invoice\?token=[\w-]/);
  });
});

describe('the Pay now link in a guest’s email', () => {
  test('takes the payment reference in a new browser', async () => {
    const { contact, order } = await buyAndPay();
    await awaitPaymentAgain(order);
    const link = linkIn(await shop.mailTo(contact.email, 'order-restored'), 'pay');
    const elsewhere = shop.visitor();
    const page = await elsewhere.get(link);
    expect([page.status, isHidden(page.headers)]).toEqual([200, HIDDEN]);
    expect(textOf(page.text)).toContain(order.orderNumber);
    expect(page.text).toContain('upi://pay?');
    const short = await elsewhere.post(link, { paymentReferenceId: '12' });
    expect(short.status).toBe(422);
    const reference = newReference();
    const sent = await elsewhere.post(link, { paymentReferenceId: reference });
    expect([sent.status, sent.headers.get('location')]).toEqual([303, link]);
    expect(textOf((await elsewhere.get(link)).text)).toContain(`We received your reference ${reference}`);
    const wrong = await shop.visitor().post(`${link}x`, { paymentReferenceId: newReference() });
    expect(wrong.status).toBe(404);
  });

  test('asks for the sign-in when the order has an account', async () => {
    const visitor = shop.visitor();
    const { email } = await visitor.signUpAs('Gita Bora');
    await fillCart(shop, visitor);
    const order = await payOnline(visitor, { email });
    await awaitPaymentAgain(order);
    const mail = await shop.mailTo(email, 'order-restored');
    expect(mail).toContain(`/checkout?payment=${order.id}`);
    expect(mail).not.toMatch(/\/order\/\w+\?token=/);
    const elsewhere = await shop.visitor().ask(`/checkout?payment=${order.id}`);
    expect(elsewhere.headers.get('location')).toContain('signin=1');
  });
});
