import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { paise, rupees } from '#app/basics/money.ts';
import { addLine, answerLine, getCart } from '#app/modules/orders/cart/cart.server.ts';
import { addLines, mergeGuestCart } from '#app/modules/orders/cart/merge-cart.server.ts';
import { cart } from '#app/modules/orders/cart/tables.server.ts';
import {
  toGuestAnswers,
  createGuestCart,
  NO_GUEST_CART,
  withGuestAnswers,
} from '#app/modules/orders/cart/guest-cart.ts';
import { addedMessage, mergeMessages } from '#app/modules/orders/cart/messages.ts';
import {
  holdCheckout,
  openCheckout,
  openCheckoutWithHold,
  placeDraft,
  placeOrder,
  quoteDraft,
  reorder,
} from '#app/modules/payments/checkout/checkout.server.ts';
import { checkoutAttempts } from '#app/modules/payments/checkout/tables.server.ts';
import { draftAnswerField } from '#app/modules/payments/checkout/draft-order.ts';
import { getParcels } from '#app/modules/payments/invoice-documents/invoice-documents.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { papers } from '#app/modules/orders/invoices/tables.server.ts';
import { deletePerson, gatherMyData } from '#app/modules/operations/personal-data/personal-data.server.ts';
import { price } from '#app/modules/orders/pricing/pricing.ts';
import { askReturn, getReturnable } from '#app/modules/orders/returns/returns.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { trackOrder } from '#app/modules/orders/orders/tracking.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { ADDRESS, checkoutOf, orderCart } from '#tests/support/checkout.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { getArtwork } from './artworks.server.ts';
import { checkAnswers, checkTypedAnswers, MAX_ANSWER, type PersonalizationField } from './personalization.ts';
import { personalizationSchema } from './personalization-forms.ts';
import { savePersonalization } from './options.server.ts';

let shop: TestShop;
let artworkId: string;
let name: string;
let waist: string;

const text = (label: string, others: Partial<PersonalizationField> = {}): PersonalizationField => ({
  id: '',
  label,
  hint: '',
  required: true,
  kind: 'text',
  maxLength: 12,
  ...(others as object),
});
const measurement = (label: string, others: Partial<PersonalizationField> = {}): PersonalizationField => ({
  id: '',
  label,
  hint: '',
  required: false,
  kind: 'measurement',
  unit: 'cm',
  ...(others as object),
});

async function saveFields(...fields: PersonalizationField[]) {
  const { version } = await getArtwork(shop.as.admin(), artworkId);
  const saved = await savePersonalization(shop.as.admin(), { artworkId, version, fields });
  if (!saved.ok) throw new Error(saved.reason);
  return saved.value.personalizationFields;
}

beforeAll(async () => {
  shop = await openTestShop();
  Object.assign(shop.suppliers, { storage: { remove: async () => {} } });
});
beforeEach(async () => {
  await shop.empty();
  ({ id: artworkId } = await shop.makeArtwork({ title: 'Nameplate', medium: 'handcraft', category: 'Home' }));
  [name, waist] = (await saveFields(text('Name'), measurement('Width'))).map(({ id }) => id) as [string, string];
});
afterAll(() => shop.close());

const add = (context: Shop, answers?: Record<string, string>, quantity = 1, guest = NO_GUEST_CART) =>
  addLine(context, guest, { artworkId, quantity, answers });
const lineOf = async (context: Shop, guest = NO_GUEST_CART) => (await getCart(context, guest)).lines[0]!;

test('accepts valid answers again, within their fields, without invisible characters', () => {
  const fields = [text('A', { id: 'a' }), measurement('B', { id: 'b' }), text('C', { id: 'c', required: false })];
  fc.assert(
    fc.property(
      fc.record({
        a: fc.string({ unit: 'binary', maxLength: 30 }),
        b: fc.oneof(fc.string(), fc.double({ min: -1, max: 600, noNaN: true }).map(String)),
        c: fc.string(),
      }),
      (typed) => {
        const { answers, errors } = checkAnswers(fields, typed);
        expect(checkAnswers(fields, answers).answers).toEqual(answers);
        expect('a' in answers).toBe(!('a' in errors));
        for (const answer of Object.values(answers)) {
          expect(answer).not.toMatch(/[\p{Cc}\p{Cs}\u202e]/u);
          expect(answer.length).toBeLessThanOrEqual(MAX_ANSWER);
        }
        if (answers['b'] !== undefined) expect(Number(answers['b'])).toBeGreaterThanOrEqual(0.5);
        if (answers['b'] !== undefined) expect(Number(answers['b'])).toBeLessThanOrEqual(500);
      },
    ),
  );
});

test.each([
  ['', 'Please answer: A'],
  ['\u200b \u0000', 'Please answer: A'],
  ['x'.repeat(13), 'At most 12 characters'],
])('a required text refuses %j', (typed, error) => {
  expect(checkAnswers([text('A', { id: 'a' })], { a: typed }).errors).toEqual({ a: error });
});

test.each([
  ['72.5', '72.5'],
  ['072.50', '72.5'],
  ['0.5', '0.5'],
  ['500', '500'],
  ['0.4', undefined],
  ['500.01', undefined],
  ['1e2', undefined],
  ['-3', undefined],
  ['72,5', undefined],
  ['٣٤', undefined],
])('stores the measurement %j as %j', (typed, stored) => {
  expect(checkAnswers([measurement('B', { id: 'b' })], { b: typed }).answers['b']).toBe(stored);
});

test('refuses an answer to a removed field, and skips empty answers', () => {
  expect(checkTypedAnswers([], { gone: ' ' }).errors).toEqual({});
  expect(checkTypedAnswers([], { gone: 'Asha' }).errors).toEqual({ gone: expect.stringContaining('have changed') });
});

test('reads fields in order, skips empty ones and names errors beside them', () => {
  const row = (at: number, fields: Record<string, string>) =>
    Object.fromEntries(Object.entries(fields).map(([input, value]) => [`fields.${at}.${input}`, value]));
  expect(
    personalizationSchema.parse({
      version: '3',
      ...row(0, { id: '', label: ' Name\n', kind: 'text', maxLength: '', hint: 'In Hindi', required: 'yes' }),
      ...row(1, { id: '', label: '', kind: 'text', maxLength: '', hint: '' }),
      ...row(2, { id: 'abc', label: 'Waist', kind: 'inches', maxLength: '', hint: '' }),
    }),
  ).toEqual({
    version: 3,
    fields: [
      { id: '', label: 'Name', hint: 'In Hindi', required: true, kind: 'text', maxLength: 40 },
      { id: 'abc', label: 'Waist', hint: '', required: false, kind: 'measurement', unit: 'inches' },
    ],
  });
  const rows = Array.from({ length: 9 }, (_, at) => row(at, { label: `Field ${at}` }));
  const wrong = personalizationSchema.safeParse({
    version: '1',
    ...Object.assign({}, ...rows),
    ...row(1, { label: 'FIELD 0' }),
    ...row(9, { label: 'Field 9' }),
    ...row(10, { label: '', hint: 'A hint' }),
  });
  expect(wrong.error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`)).toEqual([
    'fields.10.label Enter a question',
    'fields.1.label Enter a different label for each field',
    'fields.9.label At most 8 fields',
  ]);
});

test('keeps a field’s id with its label, kind and unit; refuses others', async () => {
  const [first, second] = (await getArtwork(shop.as.admin(), artworkId)).personalizationFields;
  const after = await saveFields(
    { ...second!, hint: 'Across' },
    { ...first!, label: 'The name' },
    measurement('Width 2', { id: second!.id }),
  );
  expect(after[0]!.id).toBe(second!.id);
  expect(new Set([first!.id, ...after.map(({ id }) => id)]).size).toBe(4);
  const inches = await saveFields({ ...after[0]!, kind: 'measurement', unit: 'inches' } as PersonalizationField);
  expect(inches[0]!.id).not.toBe(second!.id);
  const save = (context: Shop, id: string, version: number) =>
    savePersonalization(context, { artworkId: id, version, fields: [text('Name')] });
  expect(await save(shop.as.helper(), artworkId, 1)).toMatchObject({ reason: 'stale' });
  expect(await save(shop.as.admin(), crypto.randomUUID(), 1)).toMatchObject({ reason: 'not-found' });
  const fabric = await shop.makeArtwork({ medium: 'fabric' });
  expect(await save(shop.as.admin(), fabric.id, 1)).toMatchObject({ reason: 'made-to-order' });
  await expect(save(shop.as.customer(), artworkId, 1)).rejects.toThrow('Not found');
});

test.each([
  ['a guest', () => shop.as.guest()],
  ['a customer', () => shop.as.customer()],
])('%s must answer required fields, and replaces earlier answers', async (_, as) => {
  const context = as();
  expect(await add(context)).toMatchObject({
    reason: 'unanswered',
    data: { errors: { [name]: 'Please answer: Name' } },
  });
  expect(await add(context, { [name]: 'Asha', [waist]: 'wide' })).toMatchObject({ reason: 'unanswered' });
  const first = await add(context, { [name]: ' Asha\u0007 ', [waist]: '20' }, 2);
  if (!first.ok) throw new Error(first.reason);
  let { guest } = first.value;
  expect(first.value).toMatchObject({ replaced: false });
  expect(addedMessage(first.value)).toContain('All 2 will be made the same way');
  expect(await lineOf(context, guest)).toMatchObject({
    quantity: 2,
    personalization: [
      { label: 'Name', answer: 'Asha' },
      { label: 'Width', answer: '20', unit: 'cm' },
    ],
    unanswered: [],
  });
  for (const [answers, quantity, expected] of [
    [{ [name]: 'Ila' }, 1, 3],
    [{ [name]: 'Uma' }, 1, 3],
  ] as const) {
    const again = await add(context, answers, quantity, guest);
    if (!again.ok) throw new Error(again.reason);
    ({ guest } = again.value);
    expect(again.value).toMatchObject({ replaced: true });
    expect(addedMessage(again.value)).toContain('replace the earlier ones');
    expect(await lineOf(context, guest)).toMatchObject({ quantity: expected, answers });
  }
  // The card of an artwork sends no answers, so the item in the cart keeps its own.
  expect(await add(context, undefined, 1, guest)).toMatchObject({ reason: 'no-more' });
  const line = await lineOf(context, guest);
  expect(await answerLine(context, guest, line.id, { [name]: '' })).toMatchObject({ reason: 'unanswered' });
  const answered = await answerLine(context, guest, line.id, { [name]: 'Devi' });
  if (!answered.ok) throw new Error(answered.reason);
  expect(await lineOf(context, answered.value.guest)).toMatchObject({ quantity: 3, answers: { [name]: 'Devi' } });
  await expect(answerLine(context, NO_GUEST_CART, 'guest-nothing', {})).rejects.toThrow('Not found');
});

test('keeps a guest’s answers in the cookie and moves them at sign-in', async () => {
  const fields = await saveFields(
    ...Array.from({ length: 8 }, (_, at) => text(`Line ${at}`, { required: false, maxLength: 200 } as never)),
  );
  const answers = Object.fromEntries(fields.map(({ id }) => [id, 'क'.repeat(200)]));
  expect(await add(shop.as.guest(), answers)).toMatchObject({ reason: 'answers-too-long' });
  const added = await add(shop.as.guest(), { [fields[0]!.id]: 'क'.repeat(200) });
  if (!added.ok) throw new Error(added.reason);
  const { guest } = added.value;
  expect(withGuestAnswers(createGuestCart([{ artworkId, quantity: 1 }]), toGuestAnswers(guest)).lines).toEqual(
    guest.lines,
  );
  const customer = shop.as.customer();
  await add(customer, { [fields[0]!.id]: 'Asha' });
  const merge = await mergeGuestCart(customer, guest);
  expect(mergeMessages(merge)).toEqual(['Your cart now has your latest details for Nameplate.']);
  expect(await lineOf(customer)).toMatchObject({ quantity: 2, answers: { [fields[0]!.id]: 'क'.repeat(200) } });
  await addLines(customer, [{ artworkId, quantity: 1, answers: { [fields[0]!.id]: '\ud800\u0000', strange: 'x' } }]);
  expect(await lineOf(customer)).toMatchObject({ quantity: 3, answers: { [fields[0]!.id]: 'क'.repeat(200) } });
});

test('a line must answer new required fields before purchase', async () => {
  const customer = shop.as.customer();
  await add(customer, { [name]: 'Asha' });
  const before = await checkoutOf(customer);
  const fields = await saveFields(text('Name', { id: name }), text('Colour'));
  expect(await lineOf(customer)).toMatchObject({ unanswered: ['Colour'], available: true });
  expect(await placeOrder(customer, before)).toMatchObject({ reason: 'unanswered', data: { unanswered: ['Colour'] } });
  const { key } = await openCheckout(customer);
  expect(await holdCheckout(customer, { key, address: ADDRESS })).toMatchObject({ reason: 'unanswered' });
  const { id } = await lineOf(customer);
  expect(await answerLine(customer, NO_GUEST_CART, id, { [name]: 'Asha', [fields[1]!.id]: 'Red' })).toMatchObject({
    ok: true,
  });
  await saveFields(fields[1]!);
  const order = await orderCart(customer);
  expect(order.items[0]!.personalization).toEqual([{ id: fields[1]!.id, label: 'Colour', answer: 'Red' }]);
});

test('changed answers change the cart, and invalidate its QR code', async () => {
  const customer = shop.as.customer();
  await add(customer, { [name]: 'Asha' });
  const seen = await checkoutOf(customer);
  const line = await lineOf(customer);
  await holdCheckout(customer, { key: seen.key, address: ADDRESS });
  const stage = async () => {
    const { lines } = await getCart(customer, NO_GUEST_CART);
    const totals = price({ lines: seen.seenLines, settings: await getSettings(customer) });
    return (await openCheckoutWithHold(customer, { lines, totals })).hold.stage;
  };
  expect(await stage()).toBe('held');
  await answerLine(customer, NO_GUEST_CART, line.id, { [name]: 'Ila' });
  expect(await stage()).toBe('changed');
  expect(await placeOrder(customer, seen)).toMatchObject({ reason: 'cart-changed' });
  // The owner adds a field after a QR code was shown. A customer who paid by it is not refused.
  await saveFields(text('Name', { id: name }), text('Colour'));
  expect(await placeOrder(customer, await checkoutOf(customer))).toMatchObject({
    value: { items: [{ personalization: [{ answer: 'Ila' }] }] },
  });
});

test('an order keeps labels and answers in documents, tracking and reorders', async () => {
  const customer = shop.as.customer();
  await add(customer, { [name]: 'Asha', [waist]: '20.5' });
  expect(JSON.stringify(await gatherMyData(customer))).toContain('"answer":"20.5"');
  const { id, orderNumber } = await orderCart(customer);
  await saveFields(text('Name', { id: name }));
  const personalization = [
    { id: name, label: 'Name', answer: 'Asha' },
    { id: waist, label: 'Width', answer: '20.5', unit: 'cm' },
  ];
  expect(await getParcels(shop.as.admin(), [id])).toMatchObject([{ lines: [{ personalization }] }]);
  await shop.database.execute(`update orders set status = 'processing' where id = '${id}'`);
  const [paper] = await shop.database.select().from(papers).where(eq(papers.orderId, id));
  expect(paper?.content.lines[0]).toMatchObject({ title: 'Nameplate', personalization });
  expect(JSON.stringify(await trackOrder(shop.as.guest(), { orderNumber }))).not.toContain('Asha');
  expect(await trackOrder(shop.as.guest(), { orderNumber, phoneDigits: ADDRESS.phone.slice(-4) })).toMatchObject({
    value: { parcel: { items: [{ personalization }] } },
  });
  expect(JSON.stringify(await gatherMyData(customer))).toContain('"answer":"20.5"');
  await shop.database.execute(`update orders set status = 'delivered' where id = '${id}'`);
  expect(await reorder(customer, id)).toMatchObject({ ok: true });
  expect(await lineOf(customer)).toMatchObject({ answers: { [name]: 'Asha' }, unanswered: [] });
});

test('a personalized artwork is returnable only for a quality issue', async () => {
  const customer = shop.as.customer();
  await saveFields(text('Name', { id: name, required: false }));
  for (const [answers, expected] of [
    [{ [name]: 'Asha' }, { reason: 'made-to-order' }],
    [{}, { ok: true }],
  ] as const) {
    await add(customer, answers);
    const { id } = await orderCart(customer);
    await shop.database.execute(`update orders set status = 'delivered' where id = '${id}'`);
    await shop.database.execute(
      `insert into order_history (order_id, from_status, to_status, created_at) values ('${id}', 'shipped', 'delivered', '${shop.clock.now.toISOString()}')`,
    );
    const returnable = await getReturnable(customer, id);
    if (!returnable.ok) throw new Error(returnable.reason);
    const { key } = returnable.value;
    const form = { orderId: id, key, details: '', exchangeFor: '', lines: [{ artworkId, quantity: 1 }] };
    expect(await askReturn(customer, { ...form, kind: 'exchange', reason: 'changed-mind' })).toMatchObject(expected);
    if ('reason' in expected)
      expect(await askReturn(customer, { ...form, kind: 'return', reason: 'damaged' })).toMatchObject({ ok: true });
  }
});

test('an order created by the owner may have answers', async () => {
  const admin = shop.as.admin();
  const lines = [{ artworkId, quantity: 1 }];
  const { totals } = await quoteDraft(admin, lines, { discount: paise(0), handedOver: true });
  const draft = {
    ...ADDRESS,
    account: '',
    handedOver: 'on',
    method: 'cash',
    reference: '',
    note: '',
    seenTotal: totals.total,
    lines,
    discount: paise(0),
  } as const;
  const place = (answers: Record<string, Record<string, string>>) =>
    placeDraft(admin, { ...draft, key: crypto.randomUUID(), answers });
  expect(await place({ [artworkId]: { [waist]: 'wide' } })).toMatchObject({
    reason: 'wrong-answer',
    data: { field: draftAnswerField(artworkId, waist) },
  });
  expect(await place({ [artworkId]: { [name]: 'Asha' } })).toMatchObject({
    value: { items: [{ personalization: [{ answer: 'Asha' }] }] },
  });
  const without = await place({});
  expect(without.ok && without.value.items[0]!.personalization).toBeUndefined();
});

test('deletes answers with their buyer, except where work is open', async () => {
  const customer = shop.as.customer();
  const answers = { [name]: 'Asha' };
  await shop.database.execute(`update artworks set stock_count = 9, price = ${rupees(10)} where id = '${artworkId}'`);
  const made: string[] = [];
  for (const status of ['delivered', 'processing']) {
    await add(customer, answers);
    const { id } = await orderCart(customer);
    await shop.database.execute(`update orders set status = '${status}' where id = '${id}'`);
    made.push(id);
  }
  await add(customer, answers);
  const { key } = await openCheckout(customer);
  expect(await holdCheckout(customer, { key, address: ADDRESS })).toMatchObject({ ok: true });
  if (customer.actor.kind !== 'customer') throw new Error('no customer');
  await deletePerson(shop.as.shop(), customer.actor.userId);
  const items = async (id: string) => (await shop.database.select().from(orders).where(eq(orders.id, id)))[0]!.items;
  expect((await items(made[0]!))[0]).not.toHaveProperty('personalization');
  expect((await items(made[1]!))[0]!.personalization).toMatchObject([{ answer: 'Asha' }]);
  expect(await shop.database.select().from(cart)).toEqual([]);
  expect(JSON.stringify(await shop.database.select().from(checkoutAttempts))).not.toContain('Asha');
});
