import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { orderRequestSchema } from './forms.ts';
import { listRequests, sendOrderRequest } from './order-requests.server.ts';

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

describe('a request for a piece out of stock', () => {
  test('is stored once however often the button is tapped', async () => {
    const { id } = await shop.makeArtwork({ stockCount: 0, title: 'Keepsake box' });
    const request = form(id);
    const answers = await Promise.all([1, 2, 3].map(() => sendOrderRequest(shop.as.customer(), request)));
    expect(new Set(answers.map((answer) => (answer.ok ? answer.value.requestId : answer.reason))).size).toBe(1);
    expect((await listRequests(shop.as.admin())).requests).toMatchObject([
      { artworkTitle: 'Keepsake box', name: 'Asha Rawat', status: 'pending' },
    ]);
  });

  test('needs a sign-in', async () => {
    const { id } = await shop.makeArtwork({ stockCount: 0 });
    expect(await sendOrderRequest(shop.as.guest(), form(id))).toMatchObject({ ok: false, reason: 'not-signed-in' });
  });

  test('is refused for fabric, for what is in stock and for what is not there', async () => {
    const fabric = await shop.makeArtwork({ medium: 'fabric', stockCount: 0 });
    const there = await shop.makeArtwork({ stockCount: 1 });
    expect(await sendOrderRequest(shop.as.customer(), form(fabric.id))).toMatchObject({ reason: 'made-to-order' });
    expect(await sendOrderRequest(shop.as.customer(), form(there.id))).toMatchObject({ reason: 'in-stock' });
    expect(await sendOrderRequest(shop.as.customer(), form(crypto.randomUUID()))).toMatchObject({
      reason: 'artwork-not-found',
    });
    expect((await listRequests(shop.as.admin())).requests).toEqual([]);
  });

  test('can be listed by admins only', async () => {
    await expect(listRequests(shop.as.customer())).rejects.toThrow('Not found');
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
