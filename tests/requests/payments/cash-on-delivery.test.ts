import { eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dayInIndia, formatShortDay } from '#app/basics/india.ts';
import { formatRupees, rupees } from '#app/basics/money.ts';
import { stockHolds } from '#app/modules/orders/holds/tables.server.ts';
import { payments } from '#app/modules/orders/ledger/tables.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { settleByBank } from '#app/modules/payments/payments/payments.server.ts';
import { DEFAULT_SETTINGS } from '#app/modules/store/settings/settings.ts';
import { getSettings, updateSettings } from '#app/modules/store/settings/settings.server.ts';
import { insertArtwork } from '#tests/support/artworks.ts';
import { inTransaction } from '#app/platform/shop.server.ts';
import { ADDRESS, newReference } from '#tests/support/checkout.ts';
import { fieldsOf, textOf } from '#tests/support/html.ts';
import { openRequestShop, type RequestShop, signInAdmin, type Visitor } from '#tests/support/request-shop.ts';

let shop: RequestShop;
let owner: Visitor;
let artworkId: string;
beforeAll(async () => {
  shop = await openRequestShop();
  owner = await signInAdmin(shop);
  const bowl = await insertArtwork(shop.database, { title: 'Clay Bowl', price: rupees(3000), stockCount: 100 });
  artworkId = bowl.id;
});
afterAll(() => shop.close());
const limit = (limits: Partial<typeof DEFAULT_SETTINGS.cashOnDelivery> = {}) =>
  updateSettings(shop.systemContext(), {
    paymentMethods: ['manual', 'cod'],
    cashOnDelivery: { ...DEFAULT_SETTINGS.cashOnDelivery, charge: rupees(50), ...limits },
  });

let buyers = 0;
let buyer: Visitor;
beforeEach(async () => {
  await limit();
  buyer = shop.visitor();
  await buyer.signUpAs(`Ila ${(buyers += 1)}`);
  await buyer.post('/visitor-state', { intent: 'add', artworkId, quantity: '1' });
});

const { country: _, ...place } = ADDRESS;
/** Cash orders are limited by phone and email, so both are new. */
const ownAddress = () => ({
  ...place,
  phone: `98765${String(buyers).padStart(5, '0')}`,
  email: `ila${buyers}@example.in`,
});
const form = (shown: string, changes: Record<string, string>): Record<string, string> => {
  const { key, seenTotal, price, quantity } = Object.fromEntries(fieldsOf(shown)) as Record<string, string>;
  const bought = { key: key!, seenTotal: seenTotal!, price: price!, quantity: quantity!, artworkId };
  return { ...bought, ...ownAddress(), paymentMethod: 'manual', paymentReferenceId: '', payBy: 'upi', ...changes };
};
const isChosen = (html: string, payBy: string) =>
  new RegExp(`<input(?=[^>]*value="${payBy}")(?=[^>]*type="radio")[^>]*checked`).test(html);
const placed = async (response: Response) => {
  expect(response.status).toBe(303);
  const id = new URL(response.headers.get('location')!, 'http://shop').searchParams.get('placed')!;
  return (await shop.database.select().from(orders).where(eq(orders.id, id)))[0]!;
};

describe('the choice of how to pay, without JavaScript', () => {
  test('is shown where available, and updates the summary, keeping the input', async () => {
    const first = await buyer.get('/checkout');
    expect(isChosen(first.text, 'upi')).toBe(true);
    expect(textOf(first.text)).not.toContain('Cash on delivery charge');
    const asked = await buyer.post(
      '/checkout',
      form(first.text, { intent: 'choose-payment', payBy: 'cash', street: '7 Bazaar', paymentReferenceId: '4321' }),
    );
    expect(asked.status).toBe(200);
    const shown = await asked.text();
    expect(isChosen(shown, 'cash')).toBe(true);
    expect(shown).toContain('value="7 Bazaar"');
    expect(shown).toContain('value="4321"');
    expect(shown).toMatch(/<div class="contents" hidden="">/);
    for (const [page, mayHold] of [
      [first.text, true],
      [shown, false],
    ] as const)
      expect(page.includes('value="show-qr"')).toBe(mayHold);
    for (const label of ['Cash on delivery charge ₹50', 'Pay ₹3,050 in cash on delivery.'])
      expect(textOf(shown)).toContain(label);

    const order = await placed(await buyer.post('/checkout', form(shown, { payBy: 'cash' })));
    expect(order).toMatchObject({
      paymentMethod: 'cod',
      status: 'processing',
      paymentStatus: 'pending',
      total: rupees(3050),
      codCharge: rupees(50),
    });
    const mine = textOf((await buyer.get('/profile/orders')).text);
    expect(mine).toContain('with ₹50 cash on delivery charge');
    expect(mine).toContain('Have ₹3,050 in cash ready when it comes.');
    const invoice = textOf((await buyer.get(`/profile/orders/${order.id}/invoice`)).text);
    expect(invoice).toContain('Cash on delivery charge ₹50');
    const tracked = textOf((await buyer.get(`/track-order?order=${order.orderNumber}`)).text);
    expect(tracked).toContain('Cash on delivery charge ₹50');
  });

  test('requesting a QR selects UPI; its hold can be paid in cash', async () => {
    const first = await buyer.get('/checkout');
    const asked = await buyer.post('/checkout', form(first.text, { intent: 'show-qr', payBy: 'cash' }));
    const held = await asked.text();
    expect(isChosen(held, 'upi')).toBe(true);
    expect(textOf(held)).toContain('₹3,000');
    const chosen = await buyer.post('/checkout', form(held, { intent: 'choose-payment', payBy: 'cash' }));
    const order = await placed(await buyer.post('/checkout', form(await chosen.text(), { payBy: 'cash' })));
    expect(order).toMatchObject({ paymentMethod: 'cod', status: 'processing', total: rupees(3050) });
    expect(await shop.database.select().from(stockHolds).where(isNull(stockHolds.endedAt))).toEqual([]);
  });

  test('sent without its button orders only what was seen', async () => {
    const first = await buyer.get('/checkout');
    const answer = await buyer.post('/checkout', form(first.text, { payBy: 'cash' }));
    expect(answer.status).toBe(409);
    const shown = await answer.text();
    expect(textOf(shown)).toContain('the total is ₹3,050, not ₹3,000.');
    expect(isChosen(shown, 'cash')).toBe(true);
    expect((await placed(await buyer.post('/checkout', form(shown, { payBy: 'cash' })))).total).toBe(rupees(3050));
  });

  test.each([
    ['the total', { maxTotal: rupees(2999) }, 'Cash on delivery is available up to ₹2,999.'],
    ['the PIN code', { pinPrefixes: ['11'] }, 'Cash on delivery is not available for 263601.'],
  ])('beyond the limit of %s is unavailable, explained and refused', async (_, limits, why) => {
    const first = await buyer.get('/checkout?pin=263601&payBy=cash');
    expect(isChosen(first.text, 'cash')).toBe(true);
    await limit(limits);
    const without = await buyer.get('/checkout?pin=263601&payBy=cash');
    expect(without.text).not.toContain('type="radio"');
    expect(textOf(without.text)).toContain(why);
    const refused = await buyer.post('/checkout', form(first.text, { payBy: 'cash', street: '7 Bazaar' }));
    expect(refused.status).toBe(409);
    const shown = await refused.text();
    expect(textOf(shown)).toContain(why);
    expect(shown).toContain('value="7 Bazaar"');
  });

  test('follows the typed PIN code', async () => {
    await limit({ pinPrefixes: ['11'] });
    const first = await buyer.get('/checkout');
    expect(textOf(first.text)).toContain('Enter your PIN code to see if cash on delivery is available.');
    const asked = await buyer.post('/checkout', form(first.text, { intent: 'choose-payment', zipCode: '110001' }));
    const shown = await asked.text();
    expect(shown).toContain('value="cash"');
    expect(isChosen(shown, 'upi')).toBe(true);
  });
});

describe('in the admin area', () => {
  const order = async () => {
    const { text } = await buyer.get('/checkout?payBy=cash');
    return placed(await buyer.post('/checkout', form(text, { payBy: 'cash' })));
  };
  const read = async (path: string) => textOf((await owner.get(path)).text);
  const sentTo = async (path: string, fields: Record<string, string>) => {
    const response = await owner.post(path, fields);
    expect(response.status).toBe(303);
    return response.headers.get('location')!;
  };
  const statusOf = async ({ id }: { id: string }) =>
    (await shop.database.select().from(orders).where(eq(orders.id, id)))[0]!.status;

  test('an order waits for the call, then a button confirms or cancels', async () => {
    await limit({ confirmByPhone: true });
    const waiting = await order();
    expect(waiting.status).toBe('pending');
    expect(textOf((await buyer.get('/profile/orders')).text)).toMatch(
      /We’ll call you on 98765\d{5} to confirm your order/,
    );
    expect(await read('/admin')).toContain('1 cash on delivery order to call about');
    expect(await read('/admin/orders?status=to-call')).toContain(waiting.orderNumber);
    const sheet = await owner.get(`/admin/orders/${waiting.id}`);
    expect(textOf(sheet.text)).toContain('Call to confirm that Asha Rawat takes the parcel and pays ₹3,050 in cash.');
    expect(sheet.text).toMatch(/href="tel:\+9198765\d{5}"/);
    await sentTo(`/admin/orders/${waiting.id}`, { intent: 'status', status: 'processing' });
    expect(await statusOf(waiting)).toBe('processing');
    expect(await read(`/admin/orders/${waiting.id}`)).not.toContain('Call to confirm');
  });

  test('a stale page’s answered call cancels no shipped parcel', async () => {
    await limit({ confirmByPhone: true });
    const waiting = await order();
    const action = `/admin/orders/${waiting.id}`;
    const sheet = (await owner.get(action)).text;
    const [callToConfirm] = /<b>Call to confirm<\/b>.*?Cancel order/s.exec(sheet)!;
    const forms = callToConfirm.split('<form').slice(1);
    expect(forms.map((each) => fieldsOf(each))).toEqual([
      [
        ['intent', 'status'],
        ['from', 'pending'],
      ],
      [
        ['intent', 'status'],
        ['from', 'pending'],
      ],
    ]);
    await sentTo(action, { intent: 'status', status: 'shipped' });
    expect(await sentTo(action, { intent: 'status', from: 'pending', status: 'cancelled' })).toContain('refused=stale');
    expect(await statusOf(waiting)).toBe('shipped');
  });

  test('a bank payment reduces the cash that both sides see', async () => {
    await limit({ confirmByPhone: true });
    const { id: orderId, orderNumber } = await order();
    const settle = (amount: number) =>
      inTransaction(shop.systemContext(), (shop) =>
        settleByBank(shop, { orderId, amount: rupees(amount), reference: newReference(), reason: 'Found in the bank' }),
      );
    const mine = async () => textOf((await buyer.get('/profile/orders')).text);
    await settle(1000);
    const sheet = await read(`/admin/orders/${orderId}`);
    expect(sheet).toContain('takes the parcel and pays ₹2,050 in cash.');
    expect(sheet).toContain('Cash to collect ₹2,050');
    expect(await mine()).toContain('Have ₹2,050 in cash ready when it comes.');
    expect(textOf((await buyer.get(`/track-order?order=${orderNumber}`)).text)).toContain(
      'Paid ₹1,000, balance of ₹2,050 to pay',
    );
    await settle(2050);
    expect(await read(`/admin/orders/${orderId}`)).not.toMatch(/Call to confirm|Cash to collect/);
    expect(await mine()).not.toContain('in cash');
    expect(await read('/admin/orders?status=to-call')).not.toContain(orderNumber);
  });

  test('My Orders names every charge in an order’s total', async () => {
    const { id, codCharge } = await order();
    // Older orders have GST on top.
    await shop.database
      .update(orders)
      .set({ gstAmount: rupees(540), total: rupees(3_590) })
      .where(eq(orders.id, id));
    const mine = textOf((await buyer.get('/profile/orders')).text);
    expect(mine).toContain(`with ${formatRupees(codCharge)} cash on delivery charge, with ₹540 GST`);
  });

  test('several returned parcels are recorded at once, and it can be undone', async () => {
    const one = await order();
    const to = await sentTo('/admin/orders', { intent: 'return', id: one.id });
    expect(await read(to)).toContain('is processing');
    await sentTo(`/admin/orders/${one.id}`, { intent: 'status', status: 'shipped' });
    expect(await read(`/admin/orders/${one.id}`)).toContain('The parcel came back…');
    const after = await sentTo('/admin/orders/return-to-sender', { id: one.id });
    expect(await statusOf(one)).toBe('cancelled');
    expect(await read(after)).toContain('1 parcel is back.');
    expect(textOf((await buyer.get(`/track-order?order=${one.orderNumber}`)).text)).toContain(
      'The courier couldn’t deliver the parcel and returned it to us.',
    );
    expect(textOf((await buyer.get('/profile/orders')).text)).toContain(
      'couldn’t deliver the parcel and returned it on',
    );
    await sentTo('/admin/orders', { intent: 'undo', id: one.id, status: 'cancelled' });
    expect(await statusOf(one)).toBe('shipped');
  });

  test('records a courier’s remittance for selected orders, keeping input on errors', async () => {
    const delivered = await order();
    await sentTo(`/admin/orders/${delivered.id}`, { intent: 'status', status: 'delivered' });
    const page = await owner.get('/admin/payments/cash');
    expect(textOf(page.text)).toContain('1 order with the courier, ₹3,050');
    expect(page.text).toContain(`href="/admin/users/${delivered.userId}"`);
    const { key, day } = Object.fromEntries(fieldsOf(page.text)) as Record<string, string>;
    const [, payment] = / name="payment"[^>]* value="([^"]+)"/.exec(page.text)!;
    const typed = { payment: payment!, key: key!, day: day!, courier: 'India Post', reference: 'EMO-77' };
    const refused = await owner.post('/admin/payments/cash', { ...typed, amount: '3051' });
    expect(refused.status).toBe(400);
    const shown = await refused.text();
    expect(textOf(shown)).toContain('Enter at most ₹3,050, the cash collected for these orders.');
    expect(shown).toContain('value="EMO-77"');
    expect(shown).toMatch(/<input type="checkbox"[^>]*checked=""/);
    const done = await sentTo('/admin/payments/cash', { ...typed, amount: '3000' });
    const after = await read(done);
    for (const label of ['No cash with couriers', 'Collected ₹3,050', 'Courier’s fee −₹50', 'Received ₹3,000'])
      expect(after).toContain(label);
    const remittance = new URL(done, 'http://shop').searchParams.get('remitted')!;
    // The bank line has the amount but no reference, so the owner must decide.
    const [line] = [`${day!.split('-').toReversed().join('-')} NEFT CR-INDIA POST 3000.00`];
    await owner.post('/admin/payments', { statement: line! });
    const suggested = await owner.get('/admin/payments');
    expect(textOf(suggested.text)).toContain('It is the remittance of India Post');
    expect(textOf(suggested.text)).toMatch(/Same amount, different reference\s?; less ₹50 fees\./);
    const [, fingerprint] = / name="fingerprint"[^>]* value="([^"]+)"/.exec(suggested.text)!;
    const matched = await sentTo('/admin/payments', {
      intent: 'allocate',
      fingerprint: fingerprint!,
      payout: remittance,
    });
    expect(matched).toContain('matched=1');
    expect(await read('/admin/payments')).not.toContain('It is the remittance of India Post');
    expect(await read('/admin/payments?verification=all')).toContain('Settled');
    await sentTo('/admin/payments/cash', { intent: 'undo', remittance: remittance });
    expect(await read('/admin/payments/cash')).toContain('1 order with the courier');
    await sentTo('/admin/payments/cash', { intent: 'in-hand', ...typed, courier: '', amount: '' });
    expect(await read('/admin/payments/cash')).toContain('No cash with couriers');
  });

  test('lists cash in hand until undone; a double click repeats the answer', async () => {
    const delivered = await order();
    await sentTo(`/admin/orders/${delivered.id}`, { intent: 'status', status: 'delivered' });
    const [cash] = await shop.database.select().from(payments).where(eq(payments.orderId, delivered.id));
    const payment = cash!.id;
    const first = await sentTo('/admin/payments/cash', { intent: 'in-hand', payment });
    expect(await sentTo('/admin/payments/cash', { intent: 'in-hand', payment })).toBe(first);
    expect(await read(first)).toContain('Cash received for 1 order');
    const later = await owner.get('/admin/payments/cash');
    expect(textOf(later.text)).toContain('Cash received');
    const forms = [...later.text.matchAll(/<form[^>]*action="\/admin\/payments\/cash"[^>]*>.*?<\/form>/gs)]
      .map(([form]) => form)
      .filter((form) => form.includes(' name="markedAt"'));
    const [newest = ''] = forms;
    expect(textOf(later.text)).toContain(delivered.orderNumber);
    const [button = ''] = /<button[^>]* name="markedAt"[^>]*>/.exec(newest) ?? [];
    const [, markedAt = ''] = / value="([^"]+)"/.exec(button) ?? [];
    expect(new URL(first, 'http://shop').searchParams.get('markedAt')).toBe(markedAt);
    const undone = await sentTo('/admin/payments/cash', { intent: 'in-hand', markedAt });
    expect(await read(undone)).toContain('Undone. The cash is with the courier again.');
    expect(await read(undone)).toContain('1 order with the courier, ₹3,050');
    expect(await read(await sentTo('/admin/payments/cash', { intent: 'in-hand', markedAt }))).toContain(
      'Already undone.',
    );
    expect(await read(await sentTo('/admin/payments/cash', { intent: 'in-hand' }))).toContain(
      'Select the orders whose cash you have.',
    );
    const { key, day } = Object.fromEntries(fieldsOf((await owner.get('/admin/payments/cash')).text));
    const remittance = { payment, key: key!, day: day!, courier: 'India Post', reference: 'EMO-78', amount: '3050' };
    const recorded = await sentTo('/admin/payments/cash', remittance);
    expect(await read(await sentTo('/admin/payments/cash', { intent: 'in-hand', payment }))).toContain(
      'One of these orders has been settled in the meantime.',
    );
    const remitted = new URL(recorded, 'http://shop').searchParams.get('remitted')!;
    const undo = { intent: 'undo', remittance: remitted };
    expect(await read(await sentTo('/admin/payments/cash', undo))).toContain(
      'Undone. The cash is with the courier again.',
    );
    expect(await read(await sentTo('/admin/payments/cash', undo))).toContain('Already undone.');
    await sentTo('/admin/payments/cash', { intent: 'in-hand', payment });
  });

  test('cash from yesterday is one day old, at any hour', async () => {
    const delivered = await order();
    await sentTo(`/admin/orders/${delivered.id}`, { intent: 'status', status: 'delivered' });
    const today = dayInIndia(new Date());
    const createdAt = new Date(new Date(`${today}T00:00:00+05:30`).getTime() - 1);
    const dated = shop.database.update(payments).set({ createdAt }).where(eq(payments.orderId, delivered.id));
    const [cash] = await dated.returning({ id: payments.id });
    const page = (await owner.get('/admin/payments/cash')).text.replaceAll('<!-- -->', '');
    expect(textOf(page)).toContain(`${formatShortDay(createdAt)}, 1 day ago`);
    await sentTo('/admin/payments/cash', { intent: 'in-hand', payment: cash!.id });
  });

  test('marks many orders’ cash in hand at once, and undoes it', async () => {
    const { id: orderId } = await order();
    const cash = await shop.database
      .insert(payments)
      .values(
        Array.from({ length: 450 }, (_, n) => ({
          orderId,
          amount: rupees(10),
          referenceId: `COD-MANY-${n}`,
          status: 'success' as const,
          verification: 'matched' as const,
          source: 'cash' as const,
        })),
      )
      .returning({ id: payments.id });
    const before = textOf((await owner.get('/admin/payments/cash')).text);
    expect(before).toContain('450 orders with the courier, ₹4,500');
    const body = new URLSearchParams([['intent', 'in-hand'], ...cash.map(({ id }) => ['payment', id])]);
    const answer = await owner.ask('/admin/payments/cash', { method: 'POST', body });
    const done = answer.headers.get('location')!;
    expect(done.length).toBeLessThan(200);
    const shown = await owner.get(done);
    expect(textOf(shown.text)).toContain('Cash received for 450 orders');
    expect(textOf(shown.text)).toContain('No cash with couriers');
    const [, button] = /(<button[^>]* name="markedAt"[^>]*>)/.exec(shown.text)!;
    const [, markedAt] = / value="([^"]+)"/.exec(button!)!;
    await sentTo('/admin/payments/cash', { intent: 'in-hand', markedAt: markedAt! });
    expect(textOf((await owner.get('/admin/payments/cash')).text)).toContain('450 orders with the courier');
    await shop.database.delete(payments).where(eq(payments.orderId, orderId));
  });

  test('the limits are in Settings, with errors at their field', async () => {
    const { text } = await owner.get('/admin/settings/getting-paid');
    const fields = Object.fromEntries(
      fieldsOf(text).filter(([name]) => !name.startsWith('paymentMethods.') && !name.endsWith('.isMerchant')),
    );
    delete fields['cashOnDelivery.confirmByPhone'];
    const typed = {
      ...fields,
      'paymentMethods.manual': 'yes',
      'paymentMethods.cod': 'yes',
      'cashOnDelivery.pinPrefixes': '26, 110',
    };
    await sentTo('/admin/settings/getting-paid', typed);
    expect((await owner.get('/admin/settings/getting-paid')).text).toContain('26, 110');
    const limits = Object.fromEntries(fieldsOf((await owner.get('/admin/settings/protection')).text));
    const refused = await owner.post('/admin/settings/protection', { ...limits, 'cashOnDelivery.maxOpen': '0' });
    expect(refused.status).toBe(400);
    expect(textOf(await refused.text())).toContain('At least 1');
    await sentTo('/admin/settings/protection', { ...limits, 'cashOnDelivery.maxOpen': '3' });
    expect((await getSettings(shop.systemContext())).cashOnDelivery).toMatchObject({
      maxOpen: 3,
      pinPrefixes: ['26', '110'],
    });
  });
});
