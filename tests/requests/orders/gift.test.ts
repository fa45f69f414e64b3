import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { updateSettings } from '#app/modules/store/settings/settings.server.ts';
import { ADDRESS, newReference } from '#tests/support/checkout.ts';
import { asGuest, fillCart, newBuyer } from '#tests/support/guest-buyer.ts';
import { fieldsOf, textOf } from '#tests/support/html.ts';
import { openRequestShop, type RequestShop, signInAdmin, type Visitor } from '#tests/support/request-shop.ts';

let shop: RequestShop;
let admin: Visitor;
beforeAll(async () => {
  shop = await openRequestShop();
  admin = await signInAdmin(shop);
  await updateSettings(shop.systemContext(), { guestCheckout: true });
});
afterAll(() => shop.close());

const NOTE = 'Dear Ravi,\n<script>alert(1)</script> & love';
const GIFT = { gift: 'yes', giftNote: NOTE, recipientName: 'Ravi Joshi' };
const PRICE = /₹|Total|Subtotal/;

async function checkoutForm(visitor: Visitor, contact: Record<string, string> = {}) {
  const shown = Object.fromEntries(fieldsOf((await visitor.get('/checkout')).text));
  const { country: _, ...address } = ADDRESS;
  return { ...shown, ...address, ...contact, paymentReferenceId: newReference() } as Record<string, string>;
}

async function placeGift() {
  const visitor = shop.visitor();
  await fillCart(shop, visitor);
  const contact = await asGuest(visitor, newBuyer());
  const placed = await visitor.post('/checkout', { ...(await checkoutForm(visitor, contact)), ...GIFT });
  expect(placed.status).toBe(303);
  const [order] = await shop.database.select().from(orders).where(eq(orders.customerEmail, contact.email));
  return { visitor, contact, order: order!, placedAt: placed.headers.get('location')! };
}

test('a refused checkout shows the gift again, with the error at its field', async () => {
  const visitor = shop.visitor();
  await visitor.signUpAs('Asha Rawat');
  await fillCart(shop, visitor);
  const form = await checkoutForm(visitor);
  expect(form).not.toHaveProperty('gift');
  const refused = await visitor.post('/checkout', { ...form, ...GIFT, giftNote: `${'x'.repeat(301)}`, phone: '1' });
  const html = await refused.text();
  expect(refused.status).toBe(422);
  expect(textOf(html)).toContain('At most 300 characters');
  expect(html).toContain('x'.repeat(301));
  expect(Object.fromEntries(fieldsOf(html))).toMatchObject({ gift: 'yes', recipientName: 'Ravi Joshi' });

  expect((await visitor.post('/checkout', { ...form, ...GIFT, intent: 'show-qr' })).status).toBe(200);
  const typed = { ...form, ...GIFT, giftNote: 'Kept until later' };
  expect((await visitor.post('/checkout/typed-address', typed)).status).toBe(204);
  const again = (await visitor.get('/checkout')).text;
  expect(Object.fromEntries(fieldsOf(again))).toMatchObject({ gift: 'yes', recipientName: 'Ravi Joshi' });
  expect(again).toContain('Kept until later');
});

test('a guest’s gift is on the slip without prices, and in the order', async () => {
  const { visitor, contact, order, placedAt } = await placeGift();
  expect(order).toMatchObject({ customerName: contact.name, giftNote: NOTE, shippingAddress: { name: 'Ravi Joshi' } });
  const mine = (await visitor.get(placedAt)).text;
  expect(textOf(mine)).toContain('Gift for Ravi Joshi.');
  expect(textOf(mine)).toContain('<script>alert(1)</script> & love');

  for (const kind of ['packing-slip', 'packing-slip?kind=both', 'label']) {
    const { text } = await admin.get(`/admin/orders/${order.id}/${kind}`);
    const shown = textOf(text);
    expect(text).not.toContain('<script>alert(1)');
    expect(shown).toContain('Ravi Joshi');
    expect(shown).not.toMatch(PRICE);
    expect(shown).not.toContain(contact.email);
    if (kind === 'label') continue;
    expect(shown).toContain('Gift from Ila Pant');
    expect(shown).toContain('<script>alert(1)</script> & love');
  }
  const slip = (await admin.get(`/admin/orders/${order.id}/packing-slip`)).text;
  const sheet = textOf(/<article class="sheet".*?<\/article>/s.exec(slip)![0]);
  expect(sheet).not.toContain(order.orderNumber);

  const details = (await admin.get(`/admin/orders/${order.id}`)).text;
  expect(textOf(details)).toContain('Don’t put the invoice in the parcel. Give it to the courier if they ask for it.');
  expect(details).not.toContain(`/admin/orders/${order.id}/invoice`);
  expect(textOf((await admin.get('/admin/orders')).text)).toContain('Gift');

  await shop.mailTo(contact.email, 'order-placed');
  const { rows } = await shop.database.execute(
    sql`select distinct recipient from messages where order_id = ${order.id} and template not like 'owner-%'`,
  );
  expect(rows).toEqual([{ recipient: contact.email }]);
});

test('the form of changes changes and removes a gift note', async () => {
  const visitor = shop.visitor();
  const { email } = await visitor.signUpAs('Meera Bisht');
  await fillCart(shop, visitor);
  await visitor.post('/checkout', { ...(await checkoutForm(visitor)), email, phone: '9876501234', ...GIFT });
  const [order] = await shop.database.select().from(orders).where(eq(orders.customerEmail, email));
  const page = `/profile/orders/${order!.id}/change`;
  const shown = async () => {
    const { text } = await visitor.get(page);
    const { gift, seen, seenTotal, seenDiscount, name, phone, street, city, zipCode } = Object.fromEntries(
      fieldsOf(text),
    );
    const fields = {
      seen,
      seenTotal,
      seenDiscount,
      name,
      phone,
      street,
      city,
      zipCode,
      state: ADDRESS.state,
      note: '',
    };
    return { text, gift, fields: fields as Record<string, string> };
  };
  const before = await shown();
  expect([before.gift, before.fields['name']]).toEqual(['yes', 'Ravi Joshi']);
  expect((await visitor.post(page, { ...before.fields, gift: 'yes', giftNote: 'With love' })).status).toBe(303);
  const after = await shown();
  expect(after.text).toContain('With love');
  expect((await visitor.post(page, after.fields)).status).toBe(303);
  const [changed] = await shop.database.select().from(orders).where(eq(orders.id, order!.id));
  expect(changed).toMatchObject({ giftNote: null, customerName: ADDRESS.name });
  expect((await shown()).gift).toBeUndefined();
});
