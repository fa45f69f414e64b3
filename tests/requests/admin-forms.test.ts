import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { contactMessages } from '#app/modules/messaging/contact/tables.server.ts';
import { saveCoupon } from '#app/modules/orders/coupons/coupons.server.ts';
import { messages } from '#app/modules/messaging/messages/tables.server.ts';
import { orderRequests } from '#app/modules/requests/requests/tables.server.ts';
import { shortId } from '#app/modules/orders/orders/order.ts';
import { placeOrder } from '#app/modules/payments/checkout/checkout.server.ts';
import { orderNotes, orders } from '#app/modules/orders/orders/tables.server.ts';
import { payments, refunds } from '#app/modules/orders/ledger/tables.server.ts';
import { bankStatementLines } from '#app/modules/payments/bank/tables.server.ts';
import { DEFAULT_SETTINGS } from '#app/modules/store/settings/settings.ts';
import { updateSettings } from '#app/modules/store/settings/settings.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { insertArtwork } from '#tests/support/artworks.ts';
import { ADDRESS, checkoutOf, putIntoCart } from '#tests/support/checkout.ts';
import { fieldsOf, textOf } from '#tests/support/html.ts';
import {
  openRequestShop,
  type RequestShop,
  signInAdmin,
  signInCustomer,
  type Visitor,
} from '#tests/support/request-shop.ts';

let shop: RequestShop;
let owner: Visitor;
let helper: Visitor;
let customer: Visitor;
let asCustomer: Shop;
let artworkId: string;
let orderId: string;

beforeAll(async () => {
  shop = await openRequestShop();
  owner = await signInAdmin(shop);
  helper = await signInAdmin(shop, { name: 'Deepa Joshi', role: 'helper' });
  ({ visitor: customer, context: asCustomer } = await signInCustomer(shop));
});
afterAll(() => shop.close());
beforeEach(async () => {
  artworkId = (await insertArtwork(shop.database, { price: rupees(2500), stockCount: 3 })).id;
  await putIntoCart(asCustomer, artworkId);
  const placed = await placeOrder(asCustomer, await checkoutOf(asCustomer));
  if (!placed.ok) throw new Error(placed.reason);
  orderId = placed.value.id;
});

const stored = async () => (await shop.database.select().from(orders).where(eq(orders.id, orderId)))[0]!;
const sentTo = async (path: string, fields: Record<string, string>) => {
  const response = await owner.post(path, fields);
  expect(response.status).toBe(303);
  return response.headers.get('location')!;
};
const ask = async (changes: Partial<typeof orderRequests.$inferInsert> = {}) => {
  const actor = asCustomer.actor as { userId: string };
  const [request] = await shop.database
    .insert(orderRequests)
    .values({
      artworkId: artworkId,
      userId: actor.userId,
      kind: 'custom',
      name: 'Asha Rawat',
      email: 'asha.rawat@example.in',
      phone: '9876543210',
      message: 'Blue, please',
      ...changes,
    })
    .returning();
  return request!.id;
};

describe('the admin area', () => {
  test('is not found by customers, nor its money by helpers', async () => {
    const requestId = await ask();
    const adminPage = ['/admin/requests', `/admin/requests/${requestId}`, '/admin/contact', '/admin/orders/new'];
    const version = `/admin/orders/${orderId}/version`;
    for (const path of [...adminPage, '/admin/payments', version])
      expect([path, (await customer.get(path)).status]).toEqual([path, 404]);
    for (const path of adminPage) expect([path, (await helper.get(path)).status]).toEqual([path, 200]);
    expect((await helper.get('/admin/payments')).status).toBe(404);
    const sheet = (await helper.get(`/admin/orders/${orderId}`)).text;
    expect(sheet).not.toContain('Record refund');
    expect(sheet).not.toContain('Reject reference');
    expect(sheet).not.toContain('href="/admin/payments"');
    const money: [string, Record<string, string>][] = [
      ['/admin/payments', { statement: 'x' }],
      ['/admin/payments', { intent: 'match' }],
      ['/admin/payments', { intent: 'not-found', paymentId: crypto.randomUUID() }],
      ['/admin/payments', { intent: 'undo', batch: crypto.randomUUID() }],
      [`/admin/orders/${orderId}`, { intent: 'verification', verification: 'matched' }],
      [
        `/admin/orders/${orderId}`,
        {
          intent: 'refund',
          orderId,
          key: crypto.randomUUID(),
          paymentId: crypto.randomUUID(),
          amount: '1',
          reason: 'x',
          reference: '447309990001',
          sentTo: 'asha@upi',
        },
      ],
    ];
    for (const [path, fields] of money)
      for (const visitor of [helper, customer])
        expect([path, (await visitor.post(path, fields)).status]).toEqual([path, 404]);
    const posts: [string, Record<string, string>][] = [
      [`/admin/requests/${requestId}`, { intent: 'reject' }],
      [`/admin/requests/${requestId}`, { intent: 'invite' }],
      [`/admin/orders/${orderId}`, { intent: 'note', key: crypto.randomUUID(), body: 'x' }],
      ['/admin/orders', { intent: 'ship', id: orderId }],
      ['/admin/orders/ship', { id: orderId }],
    ];
    for (const [path, fields] of posts) expect([path, (await customer.post(path, fields)).status]).toEqual([path, 404]);
  });

  test('correcting an address shows mistakes at their field, with the input', async () => {
    const wrong = await owner.post(`/admin/orders/${orderId}`, { intent: 'address', ...ADDRESS, zipCode: '12' });
    expect(wrong.status).toBe(400);
    const text = await wrong.text();
    expect(text).toContain('PIN code must be 6 digits');
    expect(text).toContain('value="12"');
    expect(
      await sentTo(`/admin/orders/${orderId}?q=lota`, { intent: 'address', ...ADDRESS, street: '15 Mall Road' }),
    ).toBe(`/admin/orders/${orderId}?q=lota&done=address`);
    expect((await stored()).shippingAddress.street).toBe('15 Mall Road');
  });

  test('keeps notes and refunds, each once for its form', async () => {
    const note = { intent: 'note', key: crypto.randomUUID(), body: 'Gift <wrap>' };
    await sentTo(`/admin/orders/${orderId}`, note);
    await sentTo(`/admin/orders/${orderId}`, note);
    expect((await owner.get(`/admin/orders/${orderId}`)).text).toContain('Gift &lt;wrap&gt;');
    const [written] = await shop.database.select().from(orderNotes).where(eq(orderNotes.orderId, orderId));
    await sentTo(`/admin/orders/${orderId}`, { intent: 'delete-note', noteId: written!.id });
    const [payment] = await shop.database.select().from(payments).where(eq(payments.orderId, orderId));
    const refund = {
      intent: 'refund',
      orderId,
      key: crypto.randomUUID(),
      paymentId: payment!.id,
      amount: '₹2,500.01',
      reason: 'Came back',
      reference: '447309990002',
      sentTo: 'asha@upi',
    };
    const early = await owner.post(`/admin/orders/${orderId}`, refund);
    expect(await early.text()).toContain('Confirm this payment before you refund it.');
    await sentTo(`/admin/orders/${orderId}`, { intent: 'verification', verification: 'matched' });
    const wrong = await owner.post(`/admin/orders/${orderId}`, refund);
    expect(await wrong.text()).toContain('Only ₹2,500 of this payment can still be refunded.');
    await sentTo(`/admin/orders/${orderId}`, { ...refund, amount: '2,500' });
    await sentTo(`/admin/orders/${orderId}`, { ...refund, amount: '2,500' });
    expect(await shop.database.select().from(refunds).where(eq(refunds.paymentId, payment!.id))).toHaveLength(1);
    const sheet = (await owner.get(`/admin/orders/${orderId}`)).text.replaceAll('<!-- -->', '');
    expect(sheet).toContain('Refunded ₹2,500');
    expect(sheet).toContain('447309990002');
  });

  test('links selected orders to documents, and asks once before shipping', async () => {
    expect(await sentTo('/admin/orders?q=a', { intent: 'slip' })).toBe('/admin/orders?q=a&none=1');
    expect(await sentTo('/admin/orders', { intent: 'label', id: orderId })).toBe(
      `/admin/orders/papers?kind=label&id=${orderId}`,
    );
    const question = await sentTo('/admin/orders', { intent: 'ship', id: orderId });
    expect((await owner.get(question)).text).toContain('needs its payment confirmed');
    expect(await sentTo('/admin/orders/ship', { id: orderId })).toContain('shipped=none&left=');
    await sentTo(`/admin/orders/${orderId}`, { intent: 'verification', verification: 'matched' });
    expect(await sentTo('/admin/orders/ship', { id: orderId })).toBe(`/admin/orders?shipped=${orderId}`);
    expect((await stored()).status).toBe('shipped');
    await sentTo(`/admin/orders/${orderId}`, {
      intent: 'shipment',
      step: 'shipped',
      carrier: 'India Post',
      trackingNumber: 'EK1',
    });
    expect((await owner.get(`/admin/orders/${orderId}`)).text).toContain('Handed to India Post, number EK1.');
  });
});

describe('a payment to confirm', () => {
  const rowForm = (page: string, label: string) => {
    const forms = [...page.matchAll(/<form[^>]*>.*?<\/form>/gs)].map(([form]) => form);
    const form = forms.find((each) => each.includes(label));
    if (form === undefined) throw new Error(`no form says ${label}`);
    return Object.fromEntries(fieldsOf(form));
  };

  test('is received by hand and undone without JavaScript', async () => {
    const page = (await owner.get('/admin/payments')).text;
    const received = rowForm(page, `Received: order ${shortId(orderId)}`);
    const outcome = await sentTo(`/admin/orders/${orderId}`, { ...received, verification: 'matched' });
    expect((await stored()).verification).toBe('matched');
    const shown = (await owner.get(outcome)).text;
    const { orderNumber } = await stored();
    expect(textOf(shown)).toMatch(new RegExp(`₹[\\d,]+ from Asha Rawat received · ${orderNumber}`));
    const undo = rowForm(shown, ' received');
    const undone = await sentTo(`/admin/orders/${orderId}`, { ...undo, verification: 'unverified' });
    expect((await stored()).verification).toBe('unverified');
    expect(textOf((await owner.get(undone)).text)).toContain('Undone. 1 to confirm again.');
    const late = await sentTo(`/admin/orders/${orderId}`, { ...undo, verification: 'rejected', reason: 'Late' });
    expect(textOf((await owner.get(late)).text)).toContain('Someone else changed this order.');
  });

  test('is received and undone in Do today without JavaScript', async () => {
    // Rows show only the oldest payments.
    await shop.database
      .update(orders)
      .set({ createdAt: new Date('2020-01-01') })
      .where(eq(orders.id, orderId));
    const { orderNumber, customerName } = await stored();
    const page = (await owner.get('/admin')).text;
    const row = [...page.matchAll(/<li[^>]*>.*?<\/li>/gs)]
      .map(([item]) => item)
      .find((item) => item.includes(orderNumber))!;
    const received = rowForm(row, `Received: ${customerName}`);
    const outcome = await sentTo(`/admin/orders/${orderId}`, { ...received, verification: 'matched' });
    expect(outcome).toMatch(/^\/admin\?/);
    expect((await stored()).verification).toBe('matched');
    expect(await sentTo(`/admin/orders/${orderId}`, { ...received, verification: 'matched' })).toBe(outcome);
    const shown = (await owner.get(outcome)).text;
    const undo = rowForm(shown, 'Payment confirmed.');
    const undone = await sentTo(`/admin/orders/${orderId}`, { ...undo, verification: 'unverified' });
    expect((await stored()).verification).toBe('unverified');
    expect(textOf((await owner.get(undone)).text)).toContain('Undone. 1 to confirm again.');
    expect((await helper.get('/admin')).text).not.toContain('Received: ');
  });

  test('notes the day on which it was not found, and releases nothing', async () => {
    const before = await stored();
    const page = (await owner.get('/admin/payments')).text;
    const outcome = await sentTo('/admin/payments', rowForm(page, `Not found: order ${shortId(orderId)}`));
    const shown = (await owner.get(outcome)).text;
    expect(textOf(shown)).toContain('Noted as not found today.');
    expect(textOf(shown)).toMatch(/Not in the bank on \d+ \w+\./);
    expect(await stored()).toEqual(before);
    await sentTo('/admin/payments', { ...rowForm(shown, 'Noted as not found today.'), undo: 'yes' });
    expect(textOf((await owner.get('/admin/payments')).text)).not.toContain('Not in the bank');
    const { paymentId } = rowForm(page, `Not found: order ${shortId(orderId)}`);
    await sentTo(`/admin/orders/${orderId}`, { intent: 'verification', verification: 'matched' });
    expect(await sentTo('/admin/payments', { intent: 'not-found', paymentId: paymentId! })).toBe(
      '/admin/payments?refused=stale',
    );
  });

  test('asks for nothing of a statement before one is read', async () => {
    const text = textOf((await owner.get('/admin/payments')).text);
    expect(text).toContain('Awaiting confirmation');
    expect(text).not.toContain('Not in the bank messages');
  });

  test('is in one list with the other payments', async () => {
    const { paymentReferenceId } = await stored();
    for (const [query, heading] of [
      ['', 'To confirm'],
      ['?verification=all', 'All payments'],
      [`?q=${paymentReferenceId}`, 'All payments'],
      [`?verification=unverified&q=${paymentReferenceId}`, 'To confirm'],
    ]) {
      const { text } = await owner.get(`/admin/payments${query}`);
      expect([query, /id="payment-table"[^>]*>([^<]*)/.exec(text)?.[1]]).toEqual([query, heading]);
      expect(text).toContain(`href="/admin/orders/${orderId}"`);
    }
    expect((await owner.get('/admin/payments?verification=matched')).text).not.toContain(
      `href="/admin/orders/${orderId}"`,
    );
  });
});

describe('a bank statement', () => {
  test('stores, compares, matches and undoes without JavaScript', async () => {
    const { paymentReferenceId, total } = await stored();
    const statement = `Date,Narration,Ref No,Debit,Credit\n21/11/2026,UPI/ASHA R,${paymentReferenceId},,${(total / 100).toFixed(2)}\nnot a line`;
    const answer = await owner.post('/admin/payments', { statement });
    expect((await answer.text()).replaceAll('<!-- -->', '')).toContain('1 line kept.');
    const page = (await owner.get('/admin/payments')).text;
    expect(page).toContain('Reference and amount agree');
    const outcome = await sentTo('/admin/payments', { intent: 'match', statement: '' });
    expect((await stored()).verification).toBe('matched');
    const batch = new URLSearchParams(outcome.split('?')[1]).get('batch')!;
    expect((await owner.get(outcome)).text).toContain(`value="${batch}"`);
    await sentTo('/admin/payments', { intent: 'undo', batch });
    expect((await stored()).verification).toBe('unverified');
    expect(await shop.database.select().from(bankStatementLines)).toHaveLength(1);
  });

  test('lists unreadable rows with the reason and what to do', async () => {
    const statement = 'A/c XX1234: Rs.900.00 on 21-11-26 UPI Ref 447388800020\n\n<table><tr><td>';
    const page = textOf(await (await owner.post('/admin/payments', { statement: statement.split('\n')[0]! })).text());
    expect(page).toContain('This doesn’t say that the money was received. Paste the row with the statement’s heading');
    const html = textOf(await (await owner.post('/admin/payments', { statement })).text());
    expect(html).toContain('This is a web page, not a table. Open it in a spreadsheet and save it as CSV');
  });

  test('lists a line set aside, offers it to the claim, and undoes', async () => {
    const { paymentReferenceId, total } = await stored();
    await owner.post('/admin/payments', {
      statement: `21-11-2026 UPI/CR/${paymentReferenceId}/ASHA R ${(total / 100).toFixed(2)}`,
    });
    const [line] = await shop.database
      .select()
      .from(bankStatementLines)
      .where(eq(bankStatementLines.reference, paymentReferenceId!));
    const { fingerprint } = line!;
    await sentTo('/admin/payments', { intent: 'dismiss', statement: '', fingerprint });
    const page = (await owner.get('/admin/payments')).text;
    const [waiting] = await shop.database.select().from(payments).where(eq(payments.orderId, orderId));
    const claim = page.slice(page.indexOf(`id="match-${waiting!.id}"`) - 4000, page.indexOf(`id="put-aside"`));
    expect(textOf(claim)).toContain('Dismissed line with this reference:');
    const forms = [...page.matchAll(/<form[^>]*action="\/admin\/payments"[^>]*>.*?<\/form>/gs)]
      .map(([form]) => form)
      .filter((form) => form.includes(fingerprint) && form.includes('name="undo"'));
    expect(forms).toHaveLength(2);
    const sent = { ...Object.fromEntries(fieldsOf(forms[0]!)), undo: 'yes' };
    await sentTo('/admin/payments', { intent: 'dismiss', ...sent });
    const after = (await owner.get('/admin/payments')).text;
    expect(textOf(after)).toContain('Reference and amount agree');
    expect(after).not.toContain('id="put-aside"');
    await sentTo('/admin/payments', { intent: 'match', statement: '', orderId, fingerprint });
    expect((await stored()).verification).toBe('matched');
    const { orderNumber } = await stored();
    const late = await sentTo('/admin/payments', { intent: 'dismiss', statement: '', fingerprint });
    expect(textOf((await owner.get(late)).text)).toMatch(
      new RegExp(`Order ${orderNumber} was already matched by .+\\. The list is now up to date\\.`),
    );
    const rejected = await sentTo(`/admin/orders/${orderId}`, {
      intent: 'verification',
      verification: 'rejected',
      reason: 'Not in bank',
      from: 'unverified',
      page: 'payments',
    });
    expect(rejected).toBe('/admin/payments?refused=stale');
    expect((await owner.get(rejected)).text).toContain('Someone else changed this order. Check it, then try again.');
    expect((await stored()).verification).toBe('matched');
  });

  test('says when a match cannot be undone because of refunds', async () => {
    const { paymentReferenceId, total } = await stored();
    const statement = `21-11-2026 UPI/CR/${paymentReferenceId}/ASHA R ${(total / 100).toFixed(2)}`;
    const fingerprint = `${paymentReferenceId} ${total}`;
    const matched = await sentTo('/admin/payments', { intent: 'match', statement, orderId, fingerprint });
    const batch = new URLSearchParams(matched.split('?')[1]).get('batch')!;
    const [payment] = await shop.database.select().from(payments).where(eq(payments.orderId, orderId));
    await sentTo(`/admin/orders/${orderId}`, {
      intent: 'refund',
      orderId,
      key: crypto.randomUUID(),
      paymentId: payment!.id,
      amount: '500',
      sentTo: 'asha@upi',
      reason: 'A gift',
      reference: '447309990077',
    });
    const undone = await sentTo('/admin/payments', { intent: 'undo', batch });
    const said = textOf((await owner.get(undone)).text);
    expect(said).toContain('Nothing to undo');
    expect(said).not.toContain('0 to confirm again');
    const label = 'Part of this payment was refunded, so it can’t be undone.';
    for (const page of [undefined, 'payments'])
      for (const verification of ['unverified', 'rejected']) {
        const sent = { verification, from: 'matched', reason: 'Mistake', ...(page && { page }) };
        const refused = await sentTo(`/admin/orders/${orderId}`, { intent: 'verification', ...sent });
        expect([page, textOf((await owner.get(refused)).text).split(label).length - 1]).toEqual([page, 1]);
      }
    expect((await stored()).verification).toBe('matched');
    await putIntoCart(asCustomer, artworkId);
    const waiting = await placeOrder(asCustomer, await checkoutOf(asCustomer));
    if (!waiting.ok) throw new Error(waiting.reason);
    const asked = await owner.get(`/admin/payments?reject=${waiting.value.id}&refused=refunded`);
    const [, dialog = ''] = /<dialog[^>]*>(.*?)<\/dialog>/s.exec(asked.text) ?? [];
    expect(textOf(dialog)).toContain(label);
  });

  test('splits a line with one form; an unreadable order books nothing', async () => {
    await owner.post('/admin/payments', { statement: '20-11-2026 UPI/CR/445999999999/X Y 10.00' });
    const list = (await owner.get('/admin/payments')).text;
    expect(list).not.toContain('name="order1"');
    const [, link] = /href="([^"]+)"[^>]*>Match to an order…/.exec(list)!;
    const address = link!.replaceAll('&amp;', '&');
    const open = (await owner.get(address)).text;
    expect(open.match(/name="order1"/g)).toHaveLength(1);
    const form = Object.fromEntries(fieldsOf(open).filter(([name]) => ['fingerprint', 'amount1'].includes(name)));
    const sent = {
      ...form,
      intent: 'divide',
      statement: '',
      order1: orderId,
      order2: '',
      amount2: '',
      reason: 'Asked',
    };
    for (const [wrong, said] of [
      [{ order1: '' }, 'Choose an order'],
      [{ amount1: 'all' }, 'Enter the amount for order 1, such as 1250.50'],
      [{ amount1: '' }, 'Enter the amount for order 1, such as 1250.50'],
      [{ order2: orderId, amount2: '12.345' }, 'Enter the amount for order 2, such as 1250.50'],
      [{ order2: orderId, amount2: '0' }, 'Enter an amount above 0 for order 2'],
      [{ amount1: '99999' }, 'Enter no more than what is left of this line'],
    ] as const) {
      const refused = await owner.post(address, { ...sent, ...wrong });
      expect(refused.status).toBe(400);
      const shown = await refused.text();
      expect(textOf(shown)).toContain(said);
      const again = Object.fromEntries(fieldsOf(shown));
      expect(again).toMatchObject({ order1: orderId, amount2: '', ...wrong });
      expect(shown).toMatch(/name="reason"[^>]*>Asked</);
      expect((await stored()).verification).toBe('unverified');
    }
    const outcome = await sentTo(address, sent);
    expect((await stored()).verification).toBe('matched');
    const batch = new URLSearchParams(outcome.split('?')[1]).get('batch')!;
    await sentTo('/admin/payments', { intent: 'undo', batch });
    expect((await stored()).verification).toBe('unverified');
  });

  test('names a paid order of exactly the same sum', async () => {
    const { total } = await stored();
    await sentTo(`/admin/orders/${orderId}`, { intent: 'verification', verification: 'matched' });
    const [sum, other] = [total, total + 100].map((amount) => (amount / 100).toFixed(2));
    await owner.post('/admin/payments', {
      statement: `20-11-2026 UPI/CR/445999999998/X Y ${sum}\n20-11-2026 UPI/CR/445999999997/X Y ${other}`,
    });
    const page = textOf((await owner.get('/admin/payments')).text);
    expect(page.match(/is also the total of/g)).toHaveLength(1);
    expect(page).toMatch(/is also the total of BV-[\w-]+ # ?\w{6} , paid on \d+ \w+/);
  });

  test('does not say that a payment of another day was not found', async () => {
    const day = (await stored()).createdAt.getTime();
    const written = (at: number) => new Date(at + 5.5 * 3_600_000).toISOString().slice(0, 10);
    const said = async (at: number, reference: string) => {
      await owner.post('/admin/payments', { statement: `${written(at)} UPI/CR/${reference}/X Y 10.00` });
      return textOf((await owner.get('/admin/payments')).text).includes('Not in the bank messages of this day.');
    };
    expect(await said(day - 3 * 86_400_000, '445999999996')).toBe(false);
    expect(await said(day, '445999999995')).toBe(true);
  });

  test('accepts a longer form than others, and rejects only with reason', async () => {
    const statement = Array.from({ length: 2000 }, (_, n) => `20-11-2026 UPI/CR/${445_000_000_000 + n}/X Y 10.00`).join(
      '\n',
    );
    const matched = await owner.post('/admin/payments', { statement });
    expect(matched.status).toBe(200);
    expect((await matched.text()).match(/<option/g)).toHaveLength(4);
    const refused = await sentTo(`/admin/orders/${orderId}`, {
      intent: 'verification',
      verification: 'rejected',
      page: 'payments',
    });
    expect(refused).toBe(`/admin/payments?reject=${orderId}&refused=reason-needed`);
    expect((await owner.get(refused)).text).toContain('Enter a reason.');
    await sentTo(`/admin/orders/${orderId}`, {
      intent: 'verification',
      verification: 'rejected',
      page: 'payments',
      reason: 'None',
    });
    expect((await stored()).verification).toBe('rejected');
  });
});

describe('a form opened before someone else saved', () => {
  test('refuses a stale coupon, shows its state, keeps input, then saves', async () => {
    const saved = await saveCoupon(shop.systemContext(), { code: 'HOLI10', discountPercentage: 10, usageLimit: 5 });
    if (!saved.ok) throw new Error(saved.reason);
    const address = `/admin/coupons/${saved.value.id}`;
    const opened = Object.fromEntries(fieldsOf((await owner.get(address)).text));
    const { seen = '' } = opened;
    await sentTo(address, { intent: 'state', active: 'no' });
    const typed = {
      code: 'HOLI10',
      discountPercentage: '12',
      validFrom: '',
      validUntil: '',
      usageLimit: '',
      active: 'yes',
    };
    const refused = await owner.post(address, { ...typed, seen });
    expect(refused.status).toBe(409);
    const page = await refused.text();
    expect(textOf(page)).toMatch(/Saved version: HOLI10, 10% off, .* to no expiry, limit 5, inactive/);
    const again = Object.fromEntries(fieldsOf(page));
    expect(again).toMatchObject({ discountPercentage: '12' });
    expect(await sentTo(address, { ...typed, seen: again['seen']! })).toContain('done=saved');
  });

  test('refuses a stale address, and shows the current one', async () => {
    const address = `/admin/orders/${orderId}`;
    const seenIn = (html: string) => /name="seen" value="([^"]+)"/.exec(html)![1]!;
    const seen = seenIn((await owner.get(address)).text);
    const form = { intent: 'address', ...ADDRESS };
    await sentTo(address, { ...form, street: '15 Mall Road', seen });
    const refused = await owner.post(address, { ...form, phone: '9123456780', seen });
    const html = await refused.text();
    expect(textOf(html)).toContain('Your text is still here. Save again to overwrite');
    expect(textOf(html)).toContain('15 Mall Road, Almora, Uttarakhand 263601');
    expect(Object.fromEntries(fieldsOf(html))).toMatchObject({ phone: '9123456780', street: ADDRESS.street });
    expect((await stored()).shippingAddress).toMatchObject({ street: '15 Mall Road', phone: ADDRESS.phone });
    await sentTo(address, { ...form, phone: '9123456780', seen: seenIn(html) });
    expect((await stored()).shippingAddress).toMatchObject({ street: ADDRESS.street, phone: '9123456780' });
  });

  test('overwrites no notes of a request', async () => {
    const requestId = await ask();
    const address = `/admin/requests/${requestId}`;
    const { seen = '' } = Object.fromEntries(fieldsOf((await owner.get(address)).text));
    await sentTo(address, { intent: 'notes', notes: 'She called: blue', quote: '1800' });
    const typed = { intent: 'notes', notes: 'Ask for a photo', quote: '' };
    const refused = await owner.post(address, { ...typed, seen });
    expect(refused.status).toBe(409);
    const html = await refused.text();
    expect(textOf(html)).toMatch(/Someone else saved in the meantime.*She called: blue/);
    const again = Object.fromEntries(fieldsOf(html));
    expect(html).toContain('Ask for a photo</textarea>');
    expect(await sentTo(address, { ...typed, seen: again['seen']! })).toContain('done=noted');
    const [request] = await shop.database.select().from(orderRequests).where(eq(orderRequests.id, requestId));
    expect(request).toMatchObject({ notes: 'Ask for a photo', quote: null });
  });
});

describe('requests and messages', () => {
  test('accepts a request once, into the sender’s account', async () => {
    const requestId = await ask();
    expect((await owner.get('/admin/requests')).text).toContain('Blue, please');
    const terms = { intent: 'accept', quantity: '2', price: '1,700', ...ADDRESS };
    const wrong = await owner.post(`/admin/requests/${requestId}`, { ...terms, price: 'much' });
    expect(await wrong.text()).toContain('Enter the price of one piece in rupees');
    const done = await sentTo(`/admin/requests/${requestId}`, terms);
    expect((await owner.get(done)).text).toContain('Order accepted and created successfully!');
    await sentTo(`/admin/requests/${requestId}`, terms);
    const made = await shop.database.select().from(orders).where(eq(orders.draftKey, requestId));
    expect(made).toMatchObject([{ subtotal: 340_000, userId: (asCustomer.actor as { userId: string }).userId }]);
    expect(await sentTo(`/admin/requests/${requestId}`, { intent: 'reject' })).toContain('refused=accepted-before');
  });

  test('reports an unconfirmed email, creates nothing, and offers an invitation', async () => {
    const requestId = await ask({ userId: null, email: 'nobody@example.in' });
    const terms = { intent: 'accept', quantity: '1', price: '1700', ...ADDRESS };
    expect(await (await owner.post(`/admin/requests/${requestId}`, terms)).text()).toContain(
      'User not found for this email.',
    );
    const invited = await sentTo(`/admin/requests/${requestId}`, { intent: 'invite' });
    expect((await owner.get(invited)).text).toContain('Invitation sent.');
    const [invitation] = await shop.database.select().from(messages).where(eq(messages.requestId, requestId));
    expect(invitation).toMatchObject({ template: 'account-needed', recipient: 'nobody@example.in' });
    const again = await sentTo(`/admin/requests/${requestId}`, { intent: 'invite' });
    expect((await owner.get(again)).text).toContain('Already invited today.');
    const done = await sentTo(`/admin/requests/${requestId}`, { intent: 'reject' });
    expect((await owner.get(done)).text).toContain('Order request rejected.');
    await sentTo(`/admin/requests/${requestId}`, { intent: 'undo-rejection' });
    expect((await owner.get('/admin/requests')).text).toContain('nobody@example.in');
  });

  test('restores a rejected request on its page when Undo is no longer offered', async () => {
    const requestId = await ask({ email: 'again@example.in' });
    const sheet = `/admin/requests/${requestId}`;
    expect((await owner.get(sheet)).text).not.toContain('Reopen request');
    await sentTo(sheet, { intent: 'reject' });
    expect((await owner.get(sheet)).text).toContain('Reopen request');
    const done = await sentTo(sheet, { intent: 'reopen' });
    expect((await owner.get(done)).text).toContain('Request reopened.');
    expect((await owner.get('/admin/requests')).text).toContain('again@example.in');
  });

  test('lists a contact message by ticket, and answers it once', async () => {
    const [message] = await shop.database
      .insert(contactMessages)
      .values({
        ticketNumber: 'T-7K3M9Q',
        name: 'Farida',
        email: 'farida@example.in',
        subject: 'Care',
        message: 'May I wash it?',
      })
      .returning();
    expect((await owner.get('/admin/contact?status=open')).text).toContain('T-7K3M9Q');
    const reply = { intent: 'reply', key: crypto.randomUUID(), subject: 'T-7K3M9Q: Care', text: 'By hand, cold.' };
    await sentTo(`/admin/contact/${message!.id}`, reply);
    await sentTo(`/admin/contact/${message!.id}`, reply);
    await vi.waitFor(async () =>
      expect(
        await shop.database.select().from(messages).where(eq(messages.contactMessageId, message!.id)),
      ).toMatchObject([{ state: 'unsent', recipient: 'farida@example.in', subject: 'T-7K3M9Q: Care' }]),
    );
    expect((await owner.get('/admin/contact?status=answered')).text).toContain('T-7K3M9Q');
  });
});

describe('an order created by the owner', () => {
  test('takes items and discount from the address, once per key', async () => {
    const page = `/admin/orders/new?line=${artworkId}:2&discount=100`;
    expect((await owner.get(`${page}&q=lota`)).text).toContain('Brass Lota');
    const { country: _country, ...address } = ADDRESS;
    const form = { key: crypto.randomUUID(), ...address, email: '', method: 'cash', seenTotal: '490000' };
    const made = await sentTo(page, form);
    expect(await sentTo(page, form)).toBe(made);
    expect((await owner.get(made)).text).toContain('Order created.');
    const wrong = await owner.post(page, { ...form, key: crypto.randomUUID(), name: '' });
    expect(await wrong.text()).toContain('Name is required');
    const [row] = await shop.database.select().from(orders).where(eq(orders.draftKey, form.key));
    expect(row).toMatchObject({ userId: null, discountAmount: 10_000, total: 490_000, customerEmail: '' });
    const corrected = { intent: 'address', ...ADDRESS, email: '', street: '15 Mall Road' };
    expect(await sentTo(`/admin/orders/${row!.id}`, corrected)).toContain('done=address');
    expect((await owner.post(`/admin/orders/${orderId}`, corrected)).status).toBe(400);
  });
});

describe('a composition seller', () => {
  test('warns once before a manual order to another state, then continues', async () => {
    await updateSettings(shop.systemContext(), {
      seller: { ...DEFAULT_SETTINGS.seller, status: 'composition', gstin: '05ABCDE1234F1Z6' },
    });
    try {
      const page = `/admin/orders/new?line=${artworkId}:1`;
      const { country: _country, ...address } = { ...ADDRESS, state: 'Delhi', zipCode: '110001', city: 'Delhi' };
      const form = { key: crypto.randomUUID(), ...address, email: '', method: 'cash', seenTotal: '250000' };
      const warned = await owner.post(page, form);
      expect(warned.status).toBe(400);
      const shown = await warned.text();
      expect(textOf(shown)).toContain('A composition seller may not deliver to another state.');
      const again = { ...form, warnedState: Object.fromEntries(fieldsOf(shown))['warnedState']! };
      expect(again.warnedState).toBe('Delhi');
      expect(await sentTo(page, again)).toContain('done=made');
    } finally {
      await updateSettings(shop.systemContext(), { seller: DEFAULT_SETTINGS.seller });
    }
  });
});

describe('a sale at a fair', () => {
  const line = () => `line=${artworkId}:1`;
  const sale = (changes: Record<string, string> = {}) => ({
    key: crypto.randomUUID(),
    method: 'cash',
    name: '',
    phone: '',
    seenTotal: '250000',
    ...changes,
  });

  test('sells by links, one button and an undo, without a script', async () => {
    const picking = (await owner.get('/admin/sale?q=lota')).text;
    expect(picking).toContain(`/admin/sale?q=lota&amp;line=${artworkId}%3A1`);
    expect(picking).not.toContain('Cash taken');
    const picked = (await owner.get(`/admin/sale?q=lota&${line()}`)).text;
    for (const said of ['Cash taken', '1<span class="sr-only"> picked', `line=${artworkId}%3A2`, '₹2,500'])
      expect(picked).toContain(said);
    const form = sale();
    const sold = await sentTo(`/admin/sale?${line()}`, form);
    expect(await sentTo(`/admin/sale?${line()}`, form)).toBe(sold);
    const page = (await owner.get(sold)).text;
    for (const said of [
      'Sold for ₹2,500 in cash: BV-',
      'name="intent" value="undo"',
      'Cash, 1 sale',
      'Walk-in customer',
    ])
      expect(page).toContain(said);
    expect((await helper.get(sold)).text).not.toContain('Cash, 1 sale');
    const [, id = ''] = /sold=(.+)/.exec(sold) ?? [];
    const sheet = (await owner.get(`/admin/orders/${id}`)).text;
    expect(sheet).toContain('Walk-in customer');
    expect((await owner.get(`/admin/orders/${id}/invoice`)).text).toContain('Handed over in person');
    const [, number = ''] = /(BV-\w{4}-\w{4})/.exec(page) ?? [];
    const tracked = textOf((await owner.get(`/track-order?order=${number}`)).text);
    for (const said of ['Delivered to Walk-in customer Handed over in person', 'Shipping None'])
      expect(tracked).toContain(said);
    const undone = await sentTo('/admin/sale', { intent: 'undo', id });
    const after = (await owner.get(undone)).text;
    for (const said of ['Sale undone', 'Cash, 0 sales', 'Undone']) expect(after).toContain(said);
    const [artwork] = await shop.database.select().from(artworks).where(eq(artworks.id, artworkId));
    expect(artwork!.stockCount).toBe(2);
    expect((await owner.post('/admin/sale', { intent: 'undo', id: orderId })).status).toBe(404);
  });

  test('by UPI shows a code with the order’s amount and number', async () => {
    const key = crypto.randomUUID();
    const asked = `/admin/sale?${line()}&pay=upi&key=${key}`;
    const [, orderNumber = ''] = /for (BV-\w{4}-\w{4})/.exec((await owner.get(asked)).text) ?? [];
    const sold = await sentTo(asked, sale({ key, method: 'upi', reference: '' }));
    expect((await owner.get(sold)).text).toContain(`Sold for ₹2,500 by UPI: ${orderNumber}.`);
    const [row] = await shop.database.select().from(orders).where(eq(orders.draftKey, key));
    expect(row).toMatchObject({ orderNumber, verification: 'matched', paymentReferenceId: `UPI-${orderNumber}` });
  });

  test('by UPI says when the code’s amount changed', async () => {
    const key = crypto.randomUUID();
    const drawn = (amount: number) => `/admin/sale?${line()}&pay=upi&key=${key}&drawn=${amount}`;
    const shown = async (address: string) => {
      const { text } = await owner.get(address);
      return textOf(text.slice(text.indexOf('<dialog')));
    };
    expect((await owner.get(`/admin/sale?${line()}`)).text).toContain('drawn=250000');
    expect(await shown(drawn(250_000))).not.toContain('A price has changed');
    expect(await shown(drawn(240_000))).toContain('A price has changed: the QR code now asks for ₹2,500, not ₹2,400.');
    const refused = await sentTo(drawn(240_000), sale({ key, method: 'upi', seenTotal: '240000' }));
    expect(await shown(refused)).toContain('the QR code now asks for ₹2,500, not ₹2,400.');
    expect(await shown(`${drawn(250_000)}&refused=total-changed`)).toContain('A price has changed');
    expect(await shown(drawn(Number.NaN))).toContain('Paid, ₹2,500');
  });

  test('a sale and New order say when no more items fit', async () => {
    const others = Array.from({ length: 50 }, () => `line=${crypto.randomUUID()}:1`);
    for (const [page, said] of [
      ['/admin/sale', 'You can add at most 50 different pieces to one sale.'],
      ['/admin/orders/new', 'You can add at most 50 different pieces to one order.'],
    ] as const) {
      const offers = `line=${artworkId}%3A`;
      const full = (await owner.get(`${page}?q=lota&${others.join('&')}`)).text;
      expect(full).toContain(said);
      expect(full).not.toContain(offers);
      const roomy = (await owner.get(`${page}?q=lota&${others.slice(1).join('&')}`)).text;
      expect(roomy).not.toContain(said);
      expect(roomy).toContain(`${offers}1`);
      const again = (await owner.get(`${page}?q=lota&${others.slice(1).join('&')}&${line()}`)).text;
      expect(again).toContain(`${offers}2`);
    }
  });

  test('says what is wrong, keeps the input, and sells nothing', async () => {
    const page = `/admin/sale?${line()}`;
    const wrong = await owner.post(page, sale({ phone: '123', name: 'Hira Negi' }));
    expect(wrong.status).toBe(400);
    const again = await wrong.text();
    for (const said of ['Phone must be 10 digits', 'value="Hira Negi"']) expect(again).toContain(said);
    expect((await owner.post(page, sale({ method: 'cod' }))).status).toBe(400);
    expect((await owner.post(page, sale({ method: 'upi', reference: '12' }))).status).toBe(409);
    const gone = await owner.post(`/admin/sale?line=${artworkId}:9`, sale({ seenTotal: '2250000' }));
    expect(await gone.text()).toContain('only 2 of Brass Lota in stock');
    const dearer = await sentTo(page, sale({ seenTotal: '1' }));
    expect((await owner.get(dearer)).text).toContain('A price has changed.');
    expect(dearer).toContain(`line=${artworkId}`);
    expect((await customer.post(page, sale())).status).toBe(404);
    expect((await owner.get('/admin/sale?line=nonsense&key=nonsense&show=nonsense&pay=upi')).status).toBe(200);
  });
});
