import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import { ledgerEntries } from '#app/modules/orders/ledger/tables.server.ts';
import { setOrderStatus } from '#app/modules/orders/orders/orders.server.ts';
import { orderHistory, orders } from '#app/modules/orders/orders/tables.server.ts';
import { updateSettings } from '#app/modules/store/settings/settings.server.ts';
import { insertArtwork } from '#tests/support/artworks.ts';
import { ADDRESS, newReference } from '#tests/support/checkout.ts';
import { fieldsOf, textOf } from '#tests/support/html.ts';
import { openRequestShop, type RequestShop, signInAdmin, type Visitor } from '#tests/support/request-shop.ts';

let shop: RequestShop;
let [asha, other, guest]: Visitor[] = [];
let admin: Visitor;
let lamp: { id: string };
let bowl: { id: string };
let orderId: string;
let page: string;

beforeAll(async () => {
  shop = await openRequestShop();
  [asha, other, guest] = Array.from({ length: 3 }, () => shop.visitor());
  await asha!.signUpAs('Asha Rawat');
  await other!.signUpAs('Meera Bisht');
  admin = await signInAdmin(shop);
  await updateSettings(shop.systemContext(), { unservedPinPrefixes: ['19'] });
  lamp = await insertArtwork(shop.database, { title: 'Lamp', price: rupees(1_500), stockCount: 90 });
  bowl = await insertArtwork(shop.database, { title: 'Bowl', price: rupees(800), stockCount: 90 });
});
beforeEach(async () => {
  await asha!.post('/visitor-state', { intent: 'add', artworkId: lamp.id, quantity: '2' });
  await asha!.post('/visitor-state', { intent: 'add', artworkId: bowl.id, quantity: '1' });
  const { country: _, ...address } = ADDRESS;
  // Each item of the cart sends fields with the same names.
  const body = new URLSearchParams(fieldsOf((await asha!.get('/checkout')).text));
  const typed = { ...address, paymentReferenceId: newReference() };
  for (const [name, value] of Object.entries(typed)) body.set(name, value);
  const placed = await asha!.ask('/checkout', { method: 'POST', body });
  expect(placed.status).toBe(303);
  orderId = new URL(placed.headers.get('location')!, 'http://x').searchParams.get('placed')!;
  page = `/profile/orders/${orderId}/change`;
});
afterAll(() => shop.close());

const row = async () => (await shop.database.select().from(orders).where(eq(orders.id, orderId)))[0]!;
const everything = async () => ({
  orders: await shop.database.select().from(orders),
  history: await shop.database.select().from(orderHistory),
  ledger: await shop.database.select().from(ledgerEntries),
});

async function form(changes: Record<string, string> = {}): Promise<Record<string, string>> {
  const shown = Object.fromEntries(fieldsOf((await asha!.get(page)).text));
  const names = [
    'seen',
    'seenTotal',
    'seenDiscount',
    'name',
    'phone',
    'street',
    'city',
    'zipCode',
    `pieces.${lamp.id}`,
  ];
  const own = Object.fromEntries(names.map((name) => [name, shown[name]!]));
  return { ...own, state: ADDRESS.state, note: '', ...changes };
}
async function send(fields: Record<string, string>, visitor = asha!) {
  const response = await visitor.post(page, fields);
  return { status: response.status, location: response.headers.get('location'), html: await response.text() };
}

test('My Orders links the form, which keeps input and confirms a new total', async () => {
  expect((await asha!.get('/profile/orders')).text).toContain(page);
  const fields = await form({ [`pieces.${lamp.id}`]: '1', [`remove.${bowl.id}`]: 'yes', note: 'Ring twice' });
  const wrong = await send({ ...fields, phone: '12' });
  expect(wrong.status).toBe(400);
  expect(textOf(wrong.html)).toContain('Phone must be 10 digits');
  const shown = Object.fromEntries(fieldsOf(wrong.html));
  expect(shown).toMatchObject({ phone: '12', [`pieces.${lamp.id}`]: '1', [`remove.${bowl.id}`]: 'yes' });
  expect(wrong.html).toContain('Ring twice');

  const asked = await send(fields);
  expect(asked.status).toBe(409);
  expect(textOf(asked.html)).toMatch(/Check the new total.*was ₹3,800 ₹1,650.*We’ll refund ₹2,150/);
  expect(await row()).toMatchObject({ total: rupees(3_800) });

  const confirmed = Object.fromEntries(fieldsOf(asked.html));
  const { seen, seenTotal, seenDiscount } = confirmed as Record<string, string>;
  const done = await send({ ...fields, seen: seen!, seenTotal: seenTotal!, seenDiscount: seenDiscount! });
  expect([done.status, done.location]).toEqual([303, `/profile/orders#order-${orderId}`]);
  expect(await row()).toMatchObject({ total: rupees(1_650), customerNote: 'Ring twice' });
  const sheet = textOf((await admin.get(`/admin/orders/${orderId}`)).text);
  expect(sheet).toContain('Changed by the customer: Lamp 2 → 1, Bowl removed, note, total ₹3,800 → ₹1,650');
  const { customerEmail } = await row();
  expect(await shop.mailTo(customerEmail, 'order-changed')).toContain('You changed: Lamp 2 → 1, Bowl removed, note');
  const { rows } = await shop.database.execute<{ body_text: string }>(
    `select body_text from messages where template = 'owner-order-changed'`,
  );
  expect(rows.map(({ body_text }) => body_text).join()).toContain('Ring twice');
});

test('only its customer finds the form; others get 404, guests sign in', async () => {
  const fields = await form({ note: 'Mine now' });
  const before = await everything();
  for (const visitor of [other!, admin]) {
    expect((await visitor.get(page)).status).toBe(404);
    expect((await send(fields, visitor)).status).toBe(404);
  }
  for (const id of [crypto.randomUUID(), 'x', '%00'])
    expect((await asha!.get(`/profile/orders/${id}/change`)).status).toBeGreaterThanOrEqual(400);
  expect((await guest!.ask(page)).status).toBe(303);
  expect((await send(fields, guest!)).status).not.toBe(200);
  expect(await everything()).toEqual(before);
});

test('hostile input changes nothing', async () => {
  const fields = await form();
  const before = await everything();
  const hostile: Record<string, string>[] = [
    { [`pieces.${lamp.id}`]: '-1' },
    { [`pieces.${lamp.id}`]: '1e9' },
    { [`pieces.${lamp.id}`]: '3' },
    { [`pieces.${lamp.id}`]: '1.5' },
    { 'pieces.__proto__': '1' },
    { [`pieces.${crypto.randomUUID()}`]: '1' },
    { [`remove.${lamp.id}`]: 'yes', [`remove.${bowl.id}`]: 'yes' },
    { note: 'n'.repeat(501) },
    { name: '' },
    { name: 'Win at www.evil.example' },
    { seenTotal: '-1', note: 'x' },
    { total: '1' },
    { advance: '1' },
    { couponCode: 'FREE' },
    { seen: 'other', note: 'x' },
    { zipCode: '190001' },
    { state: 'Atlantis' },
  ];
  for (const changes of hostile) {
    const answer = await send({ ...fields, ...changes });
    expect([changes, [400, 409].includes(answer.status)]).toEqual([changes, true]);
  }
  expect(textOf((await send({ ...fields, zipCode: '190001' })).html)).toContain('190001');
  expect(await everything()).toEqual(before);
});

test('a shipped order shows why it cannot be changed, and keeps what was typed', async () => {
  const fields = await form({ note: 'Wait for me' });
  await setOrderStatus(shop.systemContext(), { orderId, status: 'shipped', reason: 'Sent', shipUnverified: true });
  const late = await send(fields);
  expect(late.status).toBe(409);
  expect(textOf(late.html)).toContain('it can no longer be changed');
  expect(late.html).toContain('Wait for me');
  expect(textOf((await asha!.get(page)).text)).toContain('it can no longer be changed');
  expect((await asha!.get('/profile/orders')).text).not.toContain(page);
});
