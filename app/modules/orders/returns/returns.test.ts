import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, like } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openStorage } from '#app/adapters/storage/storage.server.ts';
import type { Order } from '#app/modules/orders/orders/order.ts';
import { placeOrder } from '#app/modules/payments/checkout/checkout.server.ts';
import { balanceOfOrder } from '#app/modules/orders/ledger/ledger.server.ts';
import { setOrderStatus } from '#app/modules/orders/orders/orders.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { listStockChanges } from '#app/modules/catalogue/artworks/stock-history.server.ts';
import { auditLog } from '#app/platform/audit/tables.server.ts';
import { outbox } from '#app/platform/outbox/tables.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { NotFound, SignInNeeded } from '#app/platform/errors.server.ts';
import { privateAnswer } from '#app/routes/api/file-answer.ts';
import { checkoutOf, putIntoCart } from '#tests/support/checkout.ts';
import { receiveAll } from '#tests/support/returns.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { type AskedReturn, quantityField, returnSchema, readQuantities } from './forms.ts';
import { isInReturnWindow, lastDayToReturn, returnedItemCount, returnState } from './return.ts';
import {
  answerReturn,
  askReturn,
  getReturn,
  getReturnable,
  countUnansweredReturns,
  listReturns,
  openReturnPhoto,
  findReturnPhotos,
  receiveReturn,
  removeReturnPhoto,
  findReturns,
  sweepReturnPhotos,
  uploadReturnPhoto,
  withdrawReturn,
} from './returns.server.ts';
import { returnRequests } from './tables.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  shop.suppliers.storage = await openStorage(shop.config);
});
beforeEach(() => shop.empty());
afterAll(() => shop.close());

const hours = (count: number) => void (shop.clock.now = new Date(shop.clock.now.getTime() + count * 3_600_000));

async function delivered(
  context: Shop = shop.as.customer(),
  quantity = 2,
): Promise<{ order: Order; painting: string }> {
  const { id: painting } = await shop.makeArtwork({ stockCount: 5 });
  await putIntoCart(context, painting, quantity);
  const placed = await placeOrder(context, await checkoutOf(context));
  if (!placed.ok) throw new Error(placed.reason);
  const set = await setOrderStatus(shop.as.admin(), {
    orderId: placed.value.id,
    status: 'delivered',
    shipUnverified: true,
    reason: 'by hand',
  });
  if (!set.ok) throw new Error(set.reason);
  return { order: set.value, painting };
}

async function formOf(context: Shop, orderId: string, changes: Partial<AskedReturn> = {}): Promise<AskedReturn> {
  const returnable = await getReturnable(context, orderId);
  if (!returnable.ok) throw new Error(returnable.reason);
  const { order, key } = returnable.value;
  return {
    orderId,
    key,
    kind: 'return',
    reason: 'changed-mind',
    details: '',
    exchangeFor: '',
    lines: [{ artworkId: order.items[0]!.artwork_id, quantity: 1 }],
    ...changes,
  };
}
async function asked(context: Shop, orderId: string, changes: Partial<AskedReturn> = {}): Promise<string> {
  const answer = await askReturn(context, await formOf(context, orderId, changes));
  if (!answer.ok) throw new Error(answer.reason);
  return answer.value.requestId;
}
const photo = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#c04020' } })
    .jpeg()
    .toBuffer();

test('refuses a changed form under the key of the first', async () => {
  const { order } = await delivered();
  const form = await formOf(shop.as.customer(), order.id);
  const first = await askReturn(shop.as.customer(), form);
  expect(await askReturn(shop.as.customer(), form)).toEqual(first);
  const mended = { ...form, details: 'The rim is chipped.' };
  expect(await askReturn(shop.as.customer(), mended)).toMatchObject({ reason: 'form-changed' });
});

describe('the days in which an order can be returned', () => {
  test('are whole days in India: the seventh counts to its end', () => {
    const at = new Date('2026-11-21T19:00:00Z'); // half past midnight on the 22nd in India
    expect(lastDayToReturn(at, 7)).toBe('2026-11-29');
    expect(isInReturnWindow(at, 7, new Date('2026-11-29T18:29:59Z'))).toBe(true);
    expect(isInReturnWindow(at, 7, new Date('2026-11-29T18:30:00Z'))).toBe(false);
  });

  test('returns are possible from delivery until the period ends', async () => {
    const { order } = await delivered();
    expect(await getReturnable(shop.as.customer(), order.id)).toMatchObject({
      ok: true,
      value: { until: '2026-11-28' },
    });
    const form = await formOf(shop.as.customer(), order.id);
    hours(24 * 8);
    expect(await askReturn(shop.as.customer(), form)).toMatchObject({ reason: 'too-late' });
    await setOrderStatus(shop.as.admin(), {
      orderId: order.id,
      status: 'shipped',
      reason: 'came back',
      shipUnverified: true,
    });
    expect(await getReturnable(shop.as.customer(), order.id)).toMatchObject({ reason: 'not-delivered' });
  });
});

describe('asking for a return', () => {
  test('stores the return once and notifies the studio', async () => {
    const context = shop.as.customer();
    const { order, painting } = await delivered();
    const form = await formOf(context, order.id, { reason: 'defective', details: 'The rim is chipped' });
    const answers = [await askReturn(context, form), await askReturn(context, form)];
    expect(answers[0]).toEqual(answers[1]);
    const [request] = (await listReturns(shop.as.admin())).requests;
    expect(request).toMatchObject({
      orderNumber: order.orderNumber,
      kind: 'return',
      reason: 'defective',
      details: 'The rim is chipped',
      lines: [{ artworkId: painting, title: order.items[0]!.title, quantity: 1, price: order.items[0]!.price }],
      status: 'pending',
    });
    expect(await shop.database.select().from(outbox).where(eq(outbox.name, 'returns.asked'))).toHaveLength(1);
    expect((await findReturns(context, [order.id])).get(order.id)?.map(({ id }) => id)).toEqual([request!.id]);
    expect(await getReturnable(context, order.id)).toMatchObject({ reason: 'open-already' });
  });

  test('its customer can withdraw it unanswered and request it again', async () => {
    const context = shop.as.customer();
    const { order } = await delivered();
    const id = await asked(context, order.id);
    expect(await findReturnPhotos(context, id)).toEqual([]);
    await expect(findReturnPhotos(shop.as.customer(2), id)).rejects.toThrow(NotFound);
    await expect(withdrawReturn(shop.as.customer(2), { orderId: order.id, requestId: id })).rejects.toThrow(NotFound);
    expect(await withdrawReturn(context, { orderId: order.id, requestId: id })).toMatchObject({ ok: true });
    expect(await withdrawReturn(context, { orderId: order.id, requestId: id })).toMatchObject({
      ok: false,
      reason: 'answered-already',
    });
    expect((await listReturns(shop.as.admin())).counts).toMatchObject({ all: 1, pending: 0, withdrawn: 1 });
    expect(await answerReturn(shop.as.admin(), { id, answer: 'accepted', message: '' })).toMatchObject({ ok: false });

    hours(1);
    const again = await asked(shop.as.customer(), order.id, {
      lines: [{ artworkId: order.items[0]!.artwork_id, quantity: 2 }],
    });
    await answerReturn(shop.as.admin(), { id: again, answer: 'accepted', message: '' });
    // Requests are listed newest first. The items of the withdrawn request do not count.
    const requests = (await findReturns(context, [order.id])).get(order.id)!;
    expect(requests.map(({ status }) => status)).toEqual(['accepted', 'withdrawn']);
    expect(returnedItemCount(requests)).toBe(2);
    expect(await getReturnable(context, order.id)).toMatchObject({ ok: false, reason: 'nothing-left' });
  });

  test('refuses empty, excessive, foreign and outdated returns', async () => {
    const context = shop.as.customer();
    const { order, painting } = await delivered();
    const refusal = async (changes: Partial<AskedReturn>) => {
      const answer = await askReturn(context, await formOf(context, order.id, changes));
      return answer.ok ? 'accepted' : answer.reason;
    };
    expect(await refusal({ lines: [] })).toBe('nothing-chosen');
    expect(await refusal({ lines: [{ artworkId: painting, quantity: 3 }] })).toBe('too-many-pieces');
    expect(
      await refusal({
        lines: [
          { artworkId: painting, quantity: 1 },
          { artworkId: painting, quantity: 1 },
        ],
      }),
    ).toBe('form-changed');
    expect(await refusal({ lines: [{ artworkId: crypto.randomUUID(), quantity: 1 }] })).toBe('form-changed');
    expect(await refusal({ key: crypto.randomUUID() })).toBe('form-changed');
    expect(await shop.database.select().from(returnRequests)).toEqual([]);
  });

  test('of a made-to-order piece needs a quality issue', async () => {
    const context = shop.as.customer();
    const { order } = await delivered();
    const items = order.items.map((item) => ({ ...item, made_to_order: true as const }));
    await shop.database.update(orders).set({ items }).where(eq(orders.id, order.id));
    expect(await askReturn(context, await formOf(context, order.id))).toMatchObject({ reason: 'made-to-order' });
    expect(await askReturn(context, await formOf(context, order.id, { reason: 'damaged' }))).toMatchObject({
      ok: true,
    });
  });

  test('counts only what is left after an accepted return', async () => {
    const context = shop.as.customer();
    const { order, painting } = await delivered();
    await answerReturn(shop.as.admin(), { id: await asked(context, order.id), answer: 'accepted', message: '' });
    expect(await getReturnable(context, order.id)).toMatchObject({ ok: true, value: { left: { [painting]: 1 } } });
    await answerReturn(shop.as.admin(), { id: await asked(context, order.id), answer: 'accepted', message: '' });
    expect(await getReturnable(context, order.id)).toMatchObject({ reason: 'nothing-left' });
  });

  test('is refused to other customers, guests and admins', async () => {
    const { order } = await delivered();
    const form = await formOf(shop.as.customer(), order.id);
    await expect(askReturn(shop.as.customer(2), form)).rejects.toThrow(NotFound);
    await expect(getReturnable(shop.as.admin(), order.id)).rejects.toThrow(NotFound);
    await expect(askReturn(shop.as.guest(), form)).rejects.toThrow(SignInNeeded);
    await asked(shop.as.customer(), order.id);
    expect((await findReturns(shop.as.customer(2), [order.id])).size).toBe(0);
    await expect(listReturns(shop.as.customer())).rejects.toThrow(NotFound);
    await expect(countUnansweredReturns(shop.as.customer())).rejects.toThrow(NotFound);
  });
});

describe('photos', () => {
  const upload = async (context: Shop, orderId: string) => {
    const taken = await uploadReturnPhoto(context, { orderId, bytes: await photo() });
    if (!taken.ok) throw new Error(taken.reason);
    return taken.value.id;
  };
  const files = () => readdir(join(shop.config.dataDirectory, 'media', 'returns')).catch(() => []);

  test('photos belong to the request, visible to its customer and the studio', async () => {
    const context = shop.as.customer();
    const { order } = await delivered();
    const { order: another } = await delivered(shop.as.customer(2));
    const [stored, removed] = [await upload(context, order.id), await upload(context, order.id)];
    await removeReturnPhoto(context, { orderId: order.id, photoId: removed });
    expect(await getReturnable(context, order.id)).toMatchObject({ value: { photos: [{ id: stored }] } });
    const id = await asked(context, order.id);
    expect(await findReturnPhotos(shop.as.admin(), id)).toEqual([{ id: stored }]);
    for (const who of [context, shop.as.admin()])
      expect(
        privateAnswer(await openReturnPhoto(who, { orderId: order.id, photoId: stored })).headers.get('cache-control'),
      ).toBe('no-store');
    const stranger = shop.as.customer(2);
    await expect(openReturnPhoto(stranger, { orderId: order.id, photoId: stored })).rejects.toThrow(NotFound);
    await expect(openReturnPhoto(stranger, { orderId: another.id, photoId: stored })).rejects.toThrow(NotFound);
    await expect(openReturnPhoto(shop.as.guest(), { orderId: order.id, photoId: stored })).rejects.toThrow(NotFound);
    await expect(uploadReturnPhoto(stranger, { orderId: order.id, bytes: await photo() })).rejects.toThrow(NotFound);
    await removeReturnPhoto(context, { orderId: order.id, photoId: stored });
    expect(await findReturnPhotos(shop.as.admin(), id)).toEqual([{ id: stored }]);
  });

  test('accepts five photos; unsent ones expire after two days', async () => {
    const context = shop.as.customer();
    const { order } = await delivered();
    const before = (await files()).length;
    for (let n = 0; n < 5; n++) await upload(context, order.id);
    expect(await uploadReturnPhoto(context, { orderId: order.id, bytes: await photo() })).toMatchObject({
      reason: 'enough-pictures',
    });
    const { order: other } = await delivered();
    expect(await uploadReturnPhoto(context, { orderId: other.id, bytes: Buffer.from('<svg/>') })).toMatchObject({
      reason: 'not-an-image',
    });
    hours(49);
    expect(await sweepReturnPhotos(shop.as.shop())).toBe(5);
    expect((await files()).length).toBe(before);
  });
});

describe('the studio’s answer', () => {
  test('is decided once; a decline needs a reason', async () => {
    const { order } = await delivered();
    const id = await asked(shop.as.customer(), order.id);
    const admin = shop.as.admin();
    expect(await answerReturn(admin, { id, answer: 'declined', message: ' ' })).toMatchObject({
      reason: 'message-needed',
    });
    expect(await receiveAll(admin, { id, fitForSale: true })).toMatchObject({ reason: 'not-accepted' });
    for (let tap = 0; tap < 2; tap++)
      expect(await answerReturn(admin, { id, answer: 'declined', message: 'It was worn' })).toMatchObject({ ok: true });
    expect(await answerReturn(admin, { id, answer: 'accepted', message: '' })).toMatchObject({
      reason: 'answered-already',
    });
    expect(await getReturn(admin, id)).toMatchObject({ status: 'declined', answer: 'It was worn' });
    expect(await shop.database.select().from(outbox).where(eq(outbox.name, 'returns.answered'))).toHaveLength(1);
    const decided = like(auditLog.action, 'return.%');
    expect(await shop.database.select().from(auditLog).where(decided)).toMatchObject([
      { action: 'return.decline', after: { status: 'declined', answer: 'It was worn' } },
    ]);
    await expect(answerReturn(shop.as.customer(), { id, answer: 'accepted', message: '' })).rejects.toThrow(NotFound);
    await expect(answerReturn(admin, { id: 'x', answer: 'accepted', message: '' })).rejects.toThrow(NotFound);
  });

  test('restocks a return once, only when fit for sale', async () => {
    const { order, painting } = await delivered();
    const admin = shop.as.admin();
    const id = await asked(shop.as.customer(), order.id);
    await answerReturn(admin, { id, answer: 'accepted', message: 'Send it to the studio' });
    expect(await shop.stockOf(painting)).toBe(3);
    await receiveAll(admin, { id, fitForSale: false });
    expect([await shop.stockOf(painting), returnState(await getReturn(admin, id))]).toEqual([3, 'Received']);
    await Promise.all([1, 2, 3].map(() => receiveAll(admin, { id, fitForSale: true })));
    expect(await shop.stockOf(painting)).toBe(4);
    const { changes } = await listStockChanges(admin, { artworkId: painting });
    const { orderNumber } = order;
    expect(changes.map(({ kind, change, orderNumber }) => ({ kind, change, orderNumber }))).toEqual([
      { kind: 'return', change: 1, orderNumber },
      { kind: 'sale', change: -2, orderNumber },
    ]);
    expect(await shop.database.select().from(outbox).where(eq(outbox.name, 'returns.received'))).toHaveLength(1);

    // Cancelling returns only the other piece, and restoring takes only that one.
    await setOrderStatus(admin, { orderId: order.id, status: 'cancelled', reason: 'all of it came back' });
    expect(await shop.stockOf(painting)).toBe(5);
    await setOrderStatus(admin, { orderId: order.id, status: 'processing', reason: 'a mistake' });
    expect(await shop.stockOf(painting)).toBe(4);
  });

  test('each received item is credited, and restocked if fit; others may follow', async () => {
    const { order, painting } = await delivered(shop.as.customer(), 3);
    const admin = shop.as.admin();
    const lines = [{ artworkId: painting, quantity: 3 }];
    const id = await asked(shop.as.customer(), order.id, { lines });
    await answerReturn(admin, { id, answer: 'accepted', message: '' });
    const price = order.items[0]!.price;
    const { due } = await balanceOfOrder(admin, order.id);
    const came = async (quantity: number, fitForSale: number) => {
      const received = await receiveReturn(admin, { id, lines: [{ artworkId: painting, quantity, fitForSale }] });
      return received.ok ? 'done' : received.reason;
    };
    const books = async () => [await shop.stockOf(painting), due - (await balanceOfOrder(admin, order.id)).due];

    expect(await came(0, 0)).toBe('nothing-came');
    for (const [quantity, fitForSale] of [
      [4, 0],
      [2, 3],
      [Number.NaN, 0],
      [1.5, 1],
      [-1, 0],
    ] as const)
      expect(await came(quantity, fitForSale)).toBe('wrong-numbers');
    expect(await books()).toEqual([2, 0]);

    for (let tap = 0; tap < 2; tap++) expect(await came(2, 1)).toBe('done');
    expect(await books()).toEqual([3, 2 * price]);
    const partly = await getReturn(admin, id);
    expect(partly).toMatchObject({ lines: [{ quantity: 3, received: 2, fitForSale: 1 }] });
    expect(returnState(partly)).toBe('Partly received');
    expect(await came(1, 1)).toBe('wrong-numbers');
    expect(await came(2, 0)).toBe('wrong-numbers');
    // The last piece is still on its way, so it cannot be requested again.
    expect(await getReturnable(shop.as.customer(), order.id)).toMatchObject({ reason: 'nothing-left' });

    await Promise.all([came(3, 3), came(3, 3)]);
    expect(await books()).toEqual([5, 3 * price]);
    expect(returnState(await getReturn(admin, id))).toBe('Received');
    expect(await shop.database.select().from(outbox).where(eq(outbox.name, 'returns.received'))).toHaveLength(2);
  });

  test('an accepted return that never arrives is withdrawn or closed', async () => {
    const context = shop.as.customer();
    const admin = shop.as.admin();
    const { order, painting } = await delivered();
    const lines = [{ artworkId: painting, quantity: 2 }];
    const accepted = async () => {
      hours(1);
      const id = await asked(shop.as.customer(), order.id, { lines });
      await answerReturn(admin, { id, answer: 'accepted', message: 'Send it' });
      return id;
    };
    const first = await accepted();
    expect(await withdrawReturn(context, { orderId: order.id, requestId: first })).toMatchObject({ ok: true });
    expect(await receiveAll(admin, { id: first, fitForSale: true })).toMatchObject({ reason: 'not-accepted' });

    const second = await accepted();
    const close = (id: string, message: string) => answerReturn(admin, { id, answer: 'closed', message });
    expect(await close(second, ' ')).toMatchObject({ reason: 'message-needed' });
    for (let tap = 0; tap < 2; tap++) expect(await close(second, 'They never came')).toMatchObject({ ok: true });
    expect(await getReturn(admin, second)).toMatchObject({ status: 'closed', answer: 'They never came' });
    expect(await shop.database.select().from(auditLog).where(eq(auditLog.action, 'return.close'))).toMatchObject([
      { before: { status: 'accepted', answer: 'Send it' }, after: { status: 'closed', answer: 'They never came' } },
    ]);
    expect(await withdrawReturn(context, { orderId: order.id, requestId: second })).toMatchObject({ ok: false });

    const third = await accepted();
    await receiveReturn(admin, { id: third, lines: [{ artworkId: painting, quantity: 2, fitForSale: 0 }] });
    expect(await withdrawReturn(context, { orderId: order.id, requestId: third })).toMatchObject({
      reason: 'answered-already',
    });
    expect(await close(third, 'Enough')).toMatchObject({ reason: 'answered-already' });
    const { order: other } = await delivered();
    const pending = await asked(context, other.id);
    expect(await close(pending, 'No')).toMatchObject({ reason: 'answered-already' });
  });

  test.each(['withdrawn', 'closed'] as const)(
    'the rest of a partial return is %s, and requestable again',
    async (end) => {
      const context = shop.as.customer();
      const admin = shop.as.admin();
      const { order, painting } = await delivered(context, 3);
      const { due } = await balanceOfOrder(admin, order.id);
      const price = order.items[0]!.price;
      const id = await asked(context, order.id, { lines: [{ artworkId: painting, quantity: 3 }] });
      await answerReturn(admin, { id, answer: 'accepted', message: '' });
      const came = (quantity: number, fitForSale: number) =>
        receiveReturn(admin, { id, lines: [{ artworkId: painting, quantity, fitForSale }] });
      const books = async () => [await shop.stockOf(painting), due - (await balanceOfOrder(admin, order.id)).due];
      expect(await came(2, 1)).toMatchObject({ ok: true });
      expect(await books()).toEqual([3, 2 * price]);

      const ended =
        end === 'withdrawn'
          ? await withdrawReturn(context, { orderId: order.id, requestId: id })
          : await answerReturn(admin, { id, answer: 'closed', message: 'The last one never came' });
      expect(ended).toMatchObject({ ok: true });
      const request = await getReturn(admin, id);
      expect(request).toMatchObject({ status: end, lines: [{ quantity: 3, received: 2 }] });
      expect(returnState(request)).toMatch(/^Partly received, /);
      expect(returnedItemCount([request])).toBe(2);
      expect(await books()).toEqual([3, 2 * price]);
      // No more pieces can arrive, but pieces that arrived may be found fit for sale later.
      expect(await came(3, 1)).toMatchObject({ reason: 'wrong-numbers' });
      expect(await came(2, 2)).toMatchObject({ ok: true });
      expect(await books()).toEqual([4, 2 * price]);

      hours(1);
      expect(await getReturnable(context, order.id)).toMatchObject({ ok: true, value: { left: { [painting]: 1 } } });
      const again = await asked(context, order.id, { lines: [{ artworkId: painting, quantity: 1 }] });
      await answerReturn(admin, { id: again, answer: 'accepted', message: '' });
      expect(await getReturnable(context, order.id)).toMatchObject({ reason: 'nothing-left' });
      await receiveAll(admin, { id: again, fitForSale: true });
      expect(await books()).toEqual([5, 3 * price]);
    },
  );

  test('the owner’s list counts returns by state, and searches order and customer', async () => {
    const [first, second] = [await delivered(), await delivered(shop.as.customer(2))];
    const id = await asked(shop.as.customer(), first.order.id);
    await asked(shop.as.customer(2), second.order.id);
    await answerReturn(shop.as.admin(), { id, answer: 'accepted', message: '' });
    expect(await countUnansweredReturns(shop.as.helper())).toBe(1);
    expect((await listReturns(shop.as.helper())).counts).toEqual({
      all: 2,
      pending: 1,
      accepted: 1,
      received: 0,
      declined: 0,
      withdrawn: 0,
      closed: 0,
    });
    await receiveAll(shop.as.helper(), { id, fitForSale: false });
    const found = await listReturns(shop.as.admin(), {
      search: first.order.orderNumber.toLowerCase(),
      stage: 'received',
    });
    expect(found.requests.map((request) => request.id)).toEqual([id]);
    expect(found.counts).toEqual({
      all: 1,
      pending: 0,
      accepted: 0,
      received: 1,
      declined: 0,
      withdrawn: 0,
      closed: 0,
    });
  });
});

test('the form asks which pieces, and what its choice needs', () => {
  const form = new FormData();
  form.set(quantityField({ artworkId: 'a' }), '2');
  form.set(quantityField({ artworkId: 'a', variantId: 'large' }), '3');
  form.set(quantityField({ artworkId: 'b' }), '0');
  form.set(quantityField({ artworkId: 'c' }), '1.5');
  form.set('kind', 'exchange');
  expect(readQuantities(form).lines).toEqual([
    { artworkId: 'a', quantity: 2 },
    { artworkId: 'a', variantId: 'large', quantity: 3 },
  ]);
  expect([...form.keys()]).toEqual(['kind']);
  const read = returnSchema.safeParse({ key: crypto.randomUUID(), kind: 'exchange', reason: 'other' });
  expect(read.error?.issues.map(({ path }) => path.join())).toEqual(['exchangeFor', 'details']);
});
