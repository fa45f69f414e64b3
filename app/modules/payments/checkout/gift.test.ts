import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { orderData } from '#app/modules/orders/orders/personal-data.server.ts';
import { correctAddress, getOrder } from '#app/modules/orders/orders/orders.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { customerAddresses } from '#app/modules/identity/addresses/tables.server.ts';
import { getParcels } from '#app/modules/payments/invoice-documents/invoice-documents.server.ts';
import { changeAndConfirm } from '#tests/support/change-order.ts';
import { ADDRESS, checkoutOf, newReference, orderCart, putIntoCart } from '#tests/support/checkout.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { findLastShippingAddress, holdCheckout, keepLateReference, placeOrder } from './checkout.server.ts';
import { readCheckoutForm } from './forms.ts';

let shop: TestShop;
beforeAll(async () => void (shop = await openTestShop()));
beforeEach(() => shop.empty());
afterAll(() => shop.close());

const GIFT = { gift: 'yes', giftNote: 'Happy birthday,\n Ravi!', recipientName: 'Ravi Joshi' } as const;
const fillCart = async () => putIntoCart(shop.as.customer(), (await shop.makeArtwork()).id);
async function ordered(changes: Parameters<typeof orderCart>[1] = {}) {
  await fillCart();
  return orderCart(shop.as.customer(), changes);
}
const rowOf = ({ id }: { id: string }) => shop.orderRow(id);

describe('a gift', () => {
  test('is sent to the recipient; its messages go to the buyer', async () => {
    const order = await ordered({ ...GIFT, saveAddress: 'yes' });
    expect(await rowOf(order)).toMatchObject({
      giftNote: 'Happy birthday,\n Ravi!',
      customerName: ADDRESS.name,
      customerEmail: ADDRESS.email,
      shippingAddress: { ...ADDRESS, name: 'Ravi Joshi' },
    });
    const [parcel] = await getParcels(shop.as.admin(), [order.id]);
    expect(parcel).toMatchObject({ giftNote: GIFT.giftNote, buyer: { name: ADDRESS.name } });
    expect(await shop.database.select().from(customerAddresses)).toEqual([]);
    expect(await findLastShippingAddress(shop.as.customer())).toBeUndefined();
  });

  test('needs neither note nor recipient; other orders ignore both', async () => {
    const gift = await rowOf(await ordered({ gift: 'yes', giftNote: ' \n ' }));
    expect([gift.giftNote, gift.shippingAddress.name]).toEqual(['', ADDRESS.name]);
    const { gift: _, ...unticked } = GIFT;
    const order = await rowOf(await ordered(unticked));
    expect([order.giftNote, order.shippingAddress.name]).toEqual([null, ADDRESS.name]);
  });

  test('placed again with another note is not the same order', async () => {
    await fillCart();
    const checkout = await checkoutOf(shop.as.customer(), GIFT);
    const first = await placeOrder(shop.as.customer(), checkout);
    expect(await placeOrder(shop.as.customer(), checkout)).toEqual(first);
    const other = await placeOrder(shop.as.customer(), { ...checkout, giftNote: 'Get well' });
    expect(other).toMatchObject({ ok: false, reason: 'already-placed' });
  });

  test('typed before its QR code was paid stays with the order', async () => {
    await fillCart();
    const { key } = await checkoutOf(shop.as.customer());
    const address = { ...ADDRESS, ...GIFT };
    await holdCheckout(shop.as.customer(), { key, couponCode: undefined, zipCode: ADDRESS.zipCode, address });
    const late = { key, paymentReferenceId: newReference(), address: { ...address, recipientName: 'http://x.in' } };
    const placed = await keepLateReference(shop.as.customer(), late);
    if (!placed.ok) throw new Error(placed.reason);
    expect(await rowOf(placed.value)).toMatchObject({
      giftNote: GIFT.giftNote,
      shippingAddress: { name: ADDRESS.name },
    });
    const again = await ordered();
    expect((await rowOf(again)).giftNote).toBeNull();
  });

  test('its note and address can be changed; the buyer stays', async () => {
    const order = await ordered(GIFT);
    const change = (wanted: Parameters<typeof changeAndConfirm>[2]) =>
      changeAndConfirm(shop.as.customer(), order.id, wanted);
    expect(await change({ giftNote: 'With love', name: 'Ravi J. Joshi' })).toMatchObject({ ok: true });
    expect(await rowOf(order)).toMatchObject({
      giftNote: 'With love',
      customerName: ADDRESS.name,
      shippingAddress: { name: 'Ravi J. Joshi' },
    });
    const { shippingAddress } = await getOrder(shop.as.admin(), order.id);
    await correctAddress(shop.as.admin(), { orderId: order.id, address: { ...shippingAddress, city: 'Delhi' } });
    expect((await rowOf(order)).customerName).toBe(ADDRESS.name);
    expect(await change({ gift: undefined })).toMatchObject({ ok: true });
    expect((await rowOf(order)).giftNote).toBeNull();
    expect(await change({ gift: 'yes', giftNote: 'Too late' })).toMatchObject({ ok: true, value: { giftNote: null } });
  });

  test('loses its note when the account of a finished order is deleted', async () => {
    const order = await ordered(GIFT);
    const { userId } = shop.as.customer().actor as { userId: string };
    const person = { userId, email: ADDRESS.email, addresses: [] };
    await orderData.erase!(shop.as.shop(), person);
    expect((await rowOf(order)).giftNote).toBe(GIFT.giftNote);
    await shop.database.update(orders).set({ status: 'delivered' }).where(eq(orders.id, order.id));
    await orderData.erase!(shop.as.shop(), person);
    expect((await rowOf(order)).giftNote).toBe('');
  });
});

describe('the form', () => {
  const read = (fields: Record<string, string>) => {
    const { country: _, ...address } = ADDRESS;
    const form = new FormData();
    const line = { artworkId: crypto.randomUUID(), quantity: '1', price: '100' };
    const payment = { paymentMethod: 'manual', paymentReferenceId: newReference() };
    const sent = { key: crypto.randomUUID(), seenTotal: '100', ...line, ...address, ...payment, ...fields };
    for (const [name, value] of Object.entries(sent)) form.set(name, value);
    return readCheckoutForm(form);
  };

  test('keeps a note as typed, without invisible characters', () => {
    const note = `  <b>Dear\u202E Ravi</b>,\r\n\r\nहैप्पी 🎂 ${'x'.repeat(200)}\u0000`;
    expect(read({ gift: 'yes', giftNote: note })).toMatchObject({
      value: { giftNote: `  <b>Dear Ravi</b>,\n\nहैप्पी 🎂 ${'x'.repeat(200)}` },
    });
    expect(read({ gift: 'yes', giftNote: 'x'.repeat(300) })).toMatchObject({ ok: true });
    const long = { gift: 'yes', giftNote: 'x'.repeat(301), recipientName: 'www.cheap.in' };
    expect(read(long)).toEqual({
      ok: false,
      errors: { giftNote: 'At most 300 characters', recipientName: 'Enter a name without a web address' },
    });
    expect(read({ giftNote: long.giftNote, recipientName: long.recipientName })).toMatchObject({ ok: true });
    expect(read({ gift: 'no' })).toMatchObject({ ok: false });
  });

  test('refuses cash on delivery, which the recipient would pay', () => {
    const cash = { paymentMethod: 'cod', paymentReferenceId: '' };
    expect(read(cash)).toMatchObject({ ok: true });
    expect(read({ ...cash, gift: 'yes' })).toMatchObject({
      ok: false,
      errors: { gift: expect.stringContaining('Choose another payment method') },
    });
  });
});
