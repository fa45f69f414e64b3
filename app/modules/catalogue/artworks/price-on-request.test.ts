import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import { addLine, getCart } from '#app/modules/orders/cart/cart.server.ts';
import { NO_GUEST_CART } from '#app/modules/orders/cart/guest-cart.ts';
import { placeOrder } from '#app/modules/payments/checkout/checkout.server.ts';
import { acceptRequest } from '#app/modules/requests/requests/answers.server.ts';
import { getRequest } from '#app/modules/requests/requests/read-requests.server.ts';
import { sendOrderRequest } from '#app/modules/requests/requests/requests.server.ts';
import { checkoutOf, putIntoCart } from '#tests/support/checkout.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { findArtworks, listArtworksForAdmin, takeStock } from './artworks.server.ts';
import { artworkFormSchema } from './forms.ts';

let shop: TestShop;
let id: string;
beforeAll(async () => {
  shop = await openTestShop();
});
beforeEach(async () => {
  await shop.empty();
  ({ id } = await shop.makeArtwork({ title: 'Great Ganesha', price: null, stockCount: 1 }));
});
afterAll(() => shop.close());

const titlesOf = ({ artworks }: { artworks: { title: string }[] }) => artworks.map(({ title }) => title);

test('sorts artworks without a price last, unaffected by price filters', async () => {
  await shop.makeArtwork({ title: 'Dear', price: rupees(9000) });
  await shop.makeArtwork({ title: 'Cheap', price: rupees(90) });
  const guest = shop.as.guest();
  expect(titlesOf(await findArtworks(guest, { sort: 'price-low' }))).toEqual(['Cheap', 'Dear', 'Great Ganesha']);
  expect(titlesOf(await findArtworks(guest, { sort: 'price-high' }))).toEqual(['Dear', 'Cheap', 'Great Ganesha']);
  const dear = { priceFrom: rupees(5000), sort: 'price-high' as const };
  expect(titlesOf(await findArtworks(guest, dear))).toEqual(['Dear', 'Great Ganesha']);
  const cheap = { priceUpTo: rupees(100), q: 'a', sort: 'price-low' as const };
  expect(titlesOf(await findArtworks(guest, cheap))).toEqual(['Cheap', 'Great Ganesha']);
  const admin = shop.as.admin();
  expect(titlesOf(await listArtworksForAdmin(admin, { sort: '-price' }))).toEqual(['Dear', 'Cheap', 'Great Ganesha']);
});

test('cannot be in a cart, or be ordered from an older cart', async () => {
  const customer = shop.as.customer();
  const line = { artworkId: id, quantity: 1 };
  expect(await addLine(customer, NO_GUEST_CART, line)).toMatchObject({ ok: false, reason: 'price-on-request' });
  await putIntoCart(customer, id);
  expect((await getCart(customer, NO_GUEST_CART)).lines).toMatchObject([{ available: false, lineTotal: undefined }]);
  expect(await placeOrder(customer, await checkoutOf(customer))).toMatchObject({
    reason: 'out-of-stock',
    data: { title: 'Great Ganesha', available: 0 },
  });
  expect(await takeStock(customer, [line])).toMatchObject({ ok: false, data: { available: 0 } });
});

test('takes an accepted request from stock at the agreed price', async () => {
  const sent = await sendOrderRequest(shop.as.customer(), {
    artworkId: id,
    name: 'Meera Bisht',
    email: 'meera@example.com',
    phone: '+919876543210',
    message: 'For our hall',
    key: crypto.randomUUID(),
    neededBy: null,
  } as never);
  if (!sent.ok) throw new Error(sent.reason);
  const admin = shop.as.admin();
  expect((await getRequest(admin, sent.value.requestId)).kind).toBe('price-on-request');
  const accepted = await acceptRequest(admin, {
    requestId: sent.value.requestId,
    quantity: 1,
    price: rupees(51_000),
    shippingAddress: (await checkoutOf(shop.as.customer())).shippingAddress,
  });
  expect(accepted).toMatchObject({ ok: true, value: { items: [{ price: rupees(51_000) }] } });
  expect(await shop.stockOf(id)).toBe(0);
});

test('its form needs no price, and a table may say so', () => {
  const form = { title: 'Great Ganesha', category: 'Oil Painting', medium: 'oil', images: '/media/one.webp' };
  expect(artworkFormSchema.parse({ ...form, priceOnRequest: 'on', price: '' }).price).toBeNull();
  expect(artworkFormSchema.parse({ ...form, price: ' On request ' }).price).toBeNull();
  expect(artworkFormSchema.safeParse({ ...form, price: '' }).success).toBe(false);
});
