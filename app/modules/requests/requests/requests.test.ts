import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import { listedRequests, listMyRequests, listRequests } from './read-requests.server.ts';
import { ADDRESS } from '#tests/support/checkout.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { orderRequestSchema } from './forms.ts';
import { acceptRequest, rejectRequest, withdrawRequest } from './answers.server.ts';
import { insertRequest, sendOrderRequest } from './requests.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
beforeEach(() => shop.empty());
afterAll(() => shop.close());

const form = (artworkId: string, key: string = crypto.randomUUID()) => ({
  key,
  artworkId,
  name: 'Asha Rawat',
  email: 'asha@example.in',
  phone: '9876543210',
  message: 'In blue, if you can.',
});

describe('a request for a sold-out artwork', () => {
  test('is stored once, despite several taps', async () => {
    const { id } = await shop.makeArtwork({ stockCount: 0, title: 'Keepsake box' });
    const request = form(id);
    const answers = await Promise.all([1, 2, 3].map(() => sendOrderRequest(shop.as.customer(), request)));
    expect(new Set(answers.map((answer) => (answer.ok ? answer.value.requestId : answer.reason))).size).toBe(1);
    expect((await listRequests(shop.as.admin())).requests).toMatchObject([
      { artworkTitle: 'Keepsake box', name: 'Asha Rawat', status: 'pending' },
    ]);
  });

  test('becomes another request when its key repeats with other text', async () => {
    const { id } = await shop.makeArtwork({ stockCount: 0 });
    const request = form(id);
    const mended = { ...request, phone: '9876501234' };
    await sendOrderRequest(shop.as.customer(), request);
    for (let taps = 0; taps < 2; taps += 1) await sendOrderRequest(shop.as.customer(), mended);
    const { requests } = await listRequests(shop.as.admin());
    expect(requests.map(({ phone }) => phone).toSorted()).toEqual(['9876501234', '9876543210']);
  });

  test('needs a sign-in', async () => {
    const { id } = await shop.makeArtwork({ stockCount: 0 });
    expect(await sendOrderRequest(shop.as.guest(), form(id))).toMatchObject({ ok: false, reason: 'not-signed-in' });
  });

  test('is refused for fabric, available and unknown artworks', async () => {
    const fabric = await shop.makeArtwork({ medium: 'fabric', stockCount: 0 });
    const there = await shop.makeArtwork({ stockCount: 1 });
    expect(await sendOrderRequest(shop.as.customer(), form(fabric.id))).toMatchObject({ reason: 'made-to-order' });
    expect(await sendOrderRequest(shop.as.customer(), form(there.id))).toMatchObject({ reason: 'in-stock' });
    expect(await sendOrderRequest(shop.as.customer(), form(crypto.randomUUID()))).toMatchObject({
      reason: 'artwork-not-found',
    });
    expect((await listRequests(shop.as.admin(), { group: 'to-answer' })).requests).toEqual([]);
  });

  test('stores the day on which it is needed, which cannot be past', async () => {
    const { id } = await shop.makeArtwork({ stockCount: 0 });
    const send = (neededBy: string | null) => sendOrderRequest(shop.as.customer(), { ...form(id), neededBy });
    expect(await send('2026-11-20')).toMatchObject({ reason: 'needed-in-the-past' });
    expect((await send('2026-11-21')).ok).toBe(true);
    expect(await listMyRequests(shop.as.customer())).toMatchObject([{ neededBy: '2026-11-21' }]);
    const empty = orderRequestSchema.parse({ ...form(id), neededBy: '', terms: 'on' });
    expect(empty.neededBy).toBeNull();
  });

  test('can be listed by admins only', async () => {
    await expect(listRequests(shop.as.customer())).rejects.toThrow('Not found');
  });
});

describe('a request that was sent', () => {
  const send = async (person: number) => {
    const { id } = await shop.makeArtwork({ stockCount: 0, title: 'Keepsake box' });
    const sent = await sendOrderRequest(shop.as.customer(person), form(id));
    if (!sent.ok) throw new Error(sent.reason);
    return sent.value;
  };

  test('is shown under its number only to its sender', async () => {
    const { requestId, number } = await send(1);
    expect(number).toMatch(/^R-[2-9A-HJKMNP-Z]{6}$/);
    expect(await listMyRequests(shop.as.customer(1))).toMatchObject([
      { id: requestId, number, artworkTitle: 'Keepsake box', status: 'pending', orderNumber: null },
    ]);
    expect(await listMyRequests(shop.as.customer(2))).toEqual([]);
    await expect(listMyRequests(shop.as.guest())).rejects.toThrow();
    expect((await listRequests(shop.as.admin(), { search: number })).requests).toHaveLength(1);
  });

  test('its sender can withdraw it permanently while it is open', async () => {
    const { requestId } = await send(1);
    await expect(withdrawRequest(shop.as.customer(2), requestId)).rejects.toThrow('Not found');
    for (let taps = 0; taps < 2; taps += 1)
      expect(await withdrawRequest(shop.as.customer(1), requestId)).toMatchObject({ ok: true });
    const terms = { requestId, quantity: 1, price: rupees(100), shippingAddress: ADDRESS };
    expect(await acceptRequest(shop.as.admin(), terms)).toMatchObject({ reason: 'withdrawn-before' });
    expect(await rejectRequest(shop.as.admin(), requestId)).toMatchObject({ reason: 'ended-before' });
    expect(await listMyRequests(shop.as.customer(1))).toMatchObject([{ status: 'withdrawn' }]);
    expect((await listRequests(shop.as.admin())).counts).toMatchObject({ 'to-answer': 0, withdrawn: 1 });
  });

  test('sent signed out, belongs to the account that confirmed the address', async () => {
    const { id } = await shop.makeArtwork({ medium: 'fabric' });
    const sent = await insertRequest(shop.as.shop(), {
      ...form(id),
      email: 'customer1@bisvar.example',
      userId: null,
      kind: 'custom',
    });
    const { requestId } = sent!;
    const unproven = shop.as.customer(1);
    if (unproven.actor.kind === 'customer') unproven.actor.emailVerified = false;
    for (const stranger of [shop.as.customer(2), unproven]) {
      expect(await listMyRequests(stranger)).toEqual([]);
      expect((await listedRequests(stranger, [requestId])).size).toBe(0);
      await expect(withdrawRequest(stranger, requestId)).rejects.toThrow('Not found');
    }
    expect(await listMyRequests(shop.as.customer(1))).toMatchObject([{ id: requestId }]);
    expect((await listedRequests(shop.as.customer(1), [requestId])).get(requestId)).toMatchObject({
      state: 'asked',
    });
    expect(await withdrawRequest(shop.as.customer(1), requestId)).toMatchObject({ ok: true });
    expect(await listMyRequests(shop.as.customer(1))).toMatchObject([{ status: 'withdrawn' }]);
  });

  test('stays once it was answered', async () => {
    const { requestId } = await send(1);
    await rejectRequest(shop.as.admin(), requestId);
    expect(await withdrawRequest(shop.as.customer(1), requestId)).toMatchObject({ reason: 'answered-before' });
    expect(await listMyRequests(shop.as.customer(1))).toMatchObject([{ status: 'rejected' }]);
  });
});

describe('the form', () => {
  test('names every field that is wrong', () => {
    const parsed = orderRequestSchema.safeParse({
      key: crypto.randomUUID(),
      artworkId: crypto.randomUUID(),
      name: ' ',
      email: 'asha@',
      phone: '98765',
    });
    expect(parsed.error?.issues.map((issue) => [issue.path[0], issue.message])).toEqual([
      ['name', 'Name is required'],
      ['email', 'Invalid email address'],
      ['phone', 'Phone must be 10 digits'],
      ['terms', 'Please accept the terms to send your request'],
    ]);
  });

  test('refuses fields it does not know', () => {
    const parsed = orderRequestSchema.safeParse({ ...form(crypto.randomUUID()), terms: 'on', status: 'accepted' });
    expect(parsed.success).toBe(false);
  });
});
