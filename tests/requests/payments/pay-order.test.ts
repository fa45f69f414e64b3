import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paise, rupees } from '#app/basics/money.ts';
import { getOrder } from '#app/modules/orders/orders/orders.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { verifyPayment } from '#app/modules/payments/payments/payments.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { insertArtwork } from '#tests/support/artworks.ts';
import { newReference } from '#tests/support/checkout.ts';
import { fieldsOf, textOf } from '#tests/support/html.ts';
import { agreeOnOrder } from '#tests/support/order-with-advance.ts';
import {
  openRequestShop,
  type RequestShop,
  signInAdmin,
  signInCustomer,
  type Visitor,
} from '#tests/support/request-shop.ts';

let shop: RequestShop;
let asha: Visitor;
let other: Visitor;
let asAsha: Shop;
let asShop: Shop;
let artworkId: string;

beforeAll(async () => {
  shop = await openRequestShop();
  ({ visitor: asha, context: asAsha } = await signInCustomer(shop));
  ({ visitor: other } = await signInCustomer(shop, 'Meera Joshi'));
  asShop = { ...asAsha, actor: { kind: 'shop' } };
  const made = await insertArtwork(shop.database, {
    title: 'Saree',
    price: rupees(5000),
    medium: 'fabric',
    category: 'Fabric',
    images: ['/media/s.webp'],
  });
  artworkId = made.id;
});
afterAll(() => shop?.close());

const agree = async (advance = paise(200_050)) =>
  (await agreeOnOrder(asShop, asAsha, { artworkId, total: rupees(5001), advance })).id;
const found = (orderId: string) => verifyPayment(asShop, { orderId, verification: 'matched' });

test('advance and balance are paid on the order’s page without JavaScript', async () => {
  const id = await agree();
  const pay = `/profile/orders/${id}/pay`;
  const mine = await asha.get('/profile/orders');
  expect(textOf(mine.text)).toContain('Advance of ₹2,000.50 to pay.');
  expect(mine.text).toContain(`href="${pay}"`);
  const page = await asha.get(pay);
  expect(page.headers.get('cache-control')).toContain('no-store');
  expect(textOf(page.text)).toContain('Advance of ₹2,000.50 to pay.');
  expect(page.text).toContain('UPI QR code for ₹2,000.50');
  expect(page.text).toContain('am=2000.50');

  const short = await asha.post(pay, { paymentReferenceId: 'abc' });
  const refused = await short.text();
  expect(short.status).toBe(422);
  expect(textOf(refused)).toContain('Please enter a valid payment reference ID (minimum 6 characters)');
  expect(new Map(fieldsOf(refused)).get('paymentReferenceId')).toBe('abc');

  const reference = newReference();
  expect((await asha.post(pay, { paymentReferenceId: reference })).headers.get('location')).toBe(pay);
  const checked = textOf((await asha.get(pay)).text);
  expect(checked).toContain(`We received your reference ${reference} and are looking for ₹2,000.50 in our bank.`);
  expect(await getOrder(asAsha, id)).toMatchObject({ status: 'pending', paymentStatus: 'pending' });

  await found(id);
  expect(textOf((await asha.get('/profile/orders')).text)).toContain('Paid ₹2,000.50 of ₹5,001, balance ₹3,000.50.');
  const balance = await asha.get(pay);
  expect(textOf(balance.text)).toContain('Balance of ₹3,000.50 to pay');
  expect(balance.text).toContain('am=3000.50');
  await asha.post(pay, { paymentReferenceId: newReference() });
  await found(id);
  expect(textOf((await asha.get(pay)).text)).toContain('Everything is paid.');
});

test('another’s order, or one without advance, is not found', async () => {
  const id = await agree();
  const pay = `/profile/orders/${id}/pay`;
  const nowhere = `/profile/orders/${crypto.randomUUID()}/pay`;
  expect((await other.get(pay)).status).toBe(404);
  expect((await other.get(nowhere)).status).toBe(404);
  expect((await other.post(pay, { paymentReferenceId: newReference() })).status).toBe(404);
  expect((await shop.visitor().ask(pay)).headers.get('location')).toBe(`/login?returnTo=${encodeURIComponent(pay)}`);
  expect(await getOrder(asAsha, id)).toMatchObject({ paymentReferenceId: null });
});

test('opens the payment window with the amount due, or redirects back', async () => {
  const id = await agree();
  const pay = `/profile/orders/${id}/pay`;
  expect((await asha.ask(`/checkout?payment=${id}`)).headers.get('location')).toBe(pay);
  expect(textOf((await asha.get(pay)).text)).toContain('Pay online');
  const opened = await asha.get(`/checkout?payment=${id}&open=online`);
  expect(textOf(opened.text)).toContain('Please pay ₹2,000.50 now.');
  expect(textOf((await asha.get('/checkout')).text)).not.toContain('is waiting for payment');
});

test('offers an invoice where one exists: when paid, never of imported orders', async () => {
  const admin = await signInAdmin(shop);
  const id = await agree();
  const pages = [
    { visitor: asha, page: '/profile/orders', invoice: `/profile/orders/${id}/invoice` },
    { visitor: admin, page: '/admin/orders', invoice: `/admin/orders/${id}/invoice` },
    { visitor: admin, page: `/admin/orders/${id}`, invoice: `/admin/orders/${id}/invoice` },
  ];
  const look = async () => {
    const seen: [page: string, isOffered: boolean, status: number][] = [];
    for (const { visitor, page, invoice } of pages) {
      const isOffered = (await visitor.get(page)).text.includes(`href="${invoice}"`);
      seen.push([page, isOffered, (await visitor.get(invoice)).status]);
    }
    return seen;
  };
  const nowhere = pages.map(({ page }) => [page, false, 404]);
  const pay = async () => {
    await asha.post(`/profile/orders/${id}/pay`, { paymentReferenceId: newReference() });
    await found(id);
  };
  expect(await look()).toEqual(nowhere);
  await pay();
  expect(await getOrder(asAsha, id)).toMatchObject({ status: 'processing' });
  await shop.database.update(orders).set({ movedInAt: new Date() }).where(eq(orders.id, id));
  expect(await look()).toEqual(nowhere);
  await shop.database.update(orders).set({ movedInAt: null }).where(eq(orders.id, id));
  expect(await look()).toEqual(nowhere);
  await pay();
  expect(await look()).toEqual(pages.map(({ page }) => [page, true, 200]));
});
