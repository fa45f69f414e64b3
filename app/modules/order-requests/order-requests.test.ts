import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { orderRequestSchema } from './forms.ts';
import { listRequests, sendOrderRequest } from './order-requests.server.ts';

let test: TestShop;
beforeAll(async () => {
  test = await openTestShop();
});
beforeEach(() => test.empty());
afterAll(() => test.close());

const form = (artworkId: string, key: string = crypto.randomUUID()) => ({
  key,
  artworkId,
  name: 'Asha Rawat',
  email: 'asha@example.in',
  phone: '9876543210',
  message: 'In blue, if you can.',
});

describe('a request for a piece out of stock', () => {
  it('is stored once however often the button is tapped', async () => {
    const { id } = await test.makeArtwork({ stockCount: 0, title: 'Keepsake box' });
    const request = form(id);
    const answers = await Promise.all([1, 2, 3].map(() => sendOrderRequest(test.as.customer(), request)));
    expect(new Set(answers.map((answer) => (answer.ok ? answer.value.requestId : answer.reason))).size).toBe(1);
    expect((await listRequests(test.as.admin())).requests).toMatchObject([
      { artworkTitle: 'Keepsake box', name: 'Asha Rawat', status: 'pending' },
    ]);
  });

  it('needs a sign-in', async () => {
    const { id } = await test.makeArtwork({ stockCount: 0 });
    expect(await sendOrderRequest(test.as.guest(), form(id))).toMatchObject({ ok: false, reason: 'not-signed-in' });
  });

  it('is refused for fabric, for what is in stock and for what is not there', async () => {
    const fabric = await test.makeArtwork({ medium: 'fabric', stockCount: 0 });
    const there = await test.makeArtwork({ stockCount: 1 });
    expect(await sendOrderRequest(test.as.customer(), form(fabric.id))).toMatchObject({ reason: 'made-to-order' });
    expect(await sendOrderRequest(test.as.customer(), form(there.id))).toMatchObject({ reason: 'in-stock' });
    expect(await sendOrderRequest(test.as.customer(), form(crypto.randomUUID()))).toMatchObject({
      reason: 'artwork-not-found',
    });
    expect((await listRequests(test.as.admin())).requests).toEqual([]);
  });

  it('can be listed by admins only', async () => {
    await expect(listRequests(test.as.customer())).rejects.toThrow('Not found');
  });
});

describe('the form', () => {
  it('names every field that is wrong', () => {
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

  it('refuses fields it does not know', () => {
    const parsed = orderRequestSchema.safeParse({ ...form(crypto.randomUUID()), terms: 'on', status: 'accepted' });
    expect(parsed.success).toBe(false);
  });
});
