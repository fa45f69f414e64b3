import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import { authUsers } from '#app/modules/accounts/tables.server.ts';
import { artworks } from '#app/modules/catalogue/tables.server.ts';
import { inviteRequester, replyToRequest } from '#app/modules/notifications/replies.server.ts';
import { messagesAbout } from '#app/modules/notifications/notifications.server.ts';
import { ordersOf, setOrderStatus } from '#app/modules/orders/orders.server.ts';
import { orders } from '#app/modules/orders/tables.server.ts';
import { auditLog } from '#app/platform/audit/tables.server.ts';
import { signedIn } from '#app/platform/shop.server.ts';
import { ADDRESS } from '#tests/support/checkout.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import {
  acceptRequest,
  getRequest,
  insertRequest,
  listRequests,
  noteRequest,
  rejectRequest,
  reopenRequest,
} from './order-requests.server.ts';
import { clockOf } from './request.ts';

let world: TestShop;
beforeAll(async () => {
  world = await openTestShop();
});
beforeEach(() => world.empty());
afterAll(() => world?.close());

const ask = async (changes: Partial<Parameters<typeof insertRequest>[1]> = {}) => {
  const piece = await world.makeArtwork({ stockCount: 0, price: rupees(1650) });
  const kept = await insertRequest(world.as.shop(), {
    key: crypto.randomUUID(),
    artworkId: piece.id,
    userId: signedIn(world.as.customer()).userId,
    kind: 'out-of-stock',
    name: 'Asha Rawat',
    email: 'somebody@example.in',
    phone: '9876543210',
    message: 'Two, please',
    ...changes,
  });
  return { ...kept!, piece };
};
const terms = (requestId: string) => ({
  requestId,
  quantity: 2,
  price: rupees(1700),
  shippingAddress: ADDRESS,
});
const orderCount = async () => (await world.database.select().from(orders)).length;

describe('accepting a request', () => {
  test('makes one order however often it is tapped: processing, confirmed, manual, made to order, without stock', async () => {
    const { requestId, piece } = await ask();
    const accepted = await acceptRequest(world.as.helper(), terms(requestId));
    expect(accepted).toMatchObject({
      value: {
        status: 'processing',
        paymentStatus: 'confirmed',
        paymentMethod: 'manual',
        verification: 'unverified',
        subtotal: 340_000,
        items: [{ artwork_id: piece.id, quantity: 2, price: 170_000, made_to_order: true }],
      },
    });
    expect(await acceptRequest(world.as.admin(), terms(requestId))).toEqual(accepted);
    expect(await orderCount()).toBe(1);
    expect((await ordersOf(world.as.customer())).orders).toHaveLength(1);
    expect(await getRequest(world.as.admin(), requestId)).toMatchObject({
      status: 'accepted',
      orderId: accepted.ok ? accepted.value.id : '',
    });
    expect(await rejectRequest(world.as.admin(), requestId)).toMatchObject({ reason: 'accepted-before' });
    const orderId = accepted.ok ? accepted.value.id : '';
    await setOrderStatus(world.as.admin(), { orderId, status: 'cancelled' });
    const [left] = await world.database.select().from(artworks).where(eq(artworks.id, piece.id));
    expect(left!.stockCount).toBe(0);
    expect((await listRequests(world.as.admin())).counts).toEqual({ pending: 0, accepted: 1, rejected: 0 });
  });

  test('takes what came back into stock from there; a custom order never does', async () => {
    const [plain, custom] = [await ask(), await ask({ kind: 'custom' })];
    await world.database.update(artworks).set({ stockCount: 3 });
    expect(await acceptRequest(world.as.admin(), terms(plain.requestId))).toMatchObject({
      value: { items: [expect.not.objectContaining({ made_to_order: true })] },
    });
    await acceptRequest(world.as.admin(), terms(custom.requestId));
    const stock = await world.database.select({ id: artworks.id, left: artworks.stockCount }).from(artworks);
    expect(stock.find(({ id }) => id === plain.piece.id)!.left).toBe(1);
    expect(stock.find(({ id }) => id === custom.piece.id)!.left).toBe(3);
  });

  test('finds an account by a verified e-mail only, and without one nothing is made', async () => {
    const { requestId } = await ask({ userId: null, kind: 'custom', email: 'customer3@bisvar.example' });
    const their = eq(authUsers.email, 'customer3@bisvar.example');
    await world.database.update(authUsers).set({ emailVerified: false }).where(their);
    expect(await acceptRequest(world.as.admin(), terms(requestId))).toMatchObject({ reason: 'user-not-found' });
    expect([await orderCount(), (await getRequest(world.as.admin(), requestId)).status]).toEqual([0, 'pending']);
    await world.database.update(authUsers).set({ emailVerified: true }).where(their);
    expect(await acceptRequest(world.as.admin(), terms(requestId))).toMatchObject({ ok: true });
    expect((await ordersOf(world.as.customer(3))).orders).toHaveLength(1);
  });

  test('needs the piece, and an admin', async () => {
    const { requestId } = await ask({ artworkId: null });
    expect(await acceptRequest(world.as.admin(), terms(requestId))).toMatchObject({ reason: 'artwork-not-found' });
    for (const shop of [world.as.customer(), world.as.guest()]) {
      await expect(acceptRequest(shop, terms(requestId))).rejects.toThrow('Not found');
      await expect(rejectRequest(shop, requestId)).rejects.toThrow('Not found');
      await expect(noteRequest(shop, { requestId, notes: '', quote: null })).rejects.toThrow('Not found');
      await expect(replyToRequest(shop, { requestId, key: requestId, subject: 'x', text: 'x' })).rejects.toThrow(
        'Not found',
      );
    }
  });
});

describe('the other answers', () => {
  test('a rejected request stays findable, can be taken up again, and each answer is noted', async () => {
    const { requestId } = await ask();
    await rejectRequest(world.as.admin(), requestId);
    expect(await rejectRequest(world.as.admin(), requestId)).toMatchObject({ ok: true });
    expect(await acceptRequest(world.as.admin(), terms(requestId))).toMatchObject({ reason: 'rejected-before' });
    expect((await listRequests(world.as.admin())).requests).toEqual([]);
    expect((await listRequests(world.as.admin(), { status: 'rejected', search: 'asha' })).requests).toHaveLength(1);
    await reopenRequest(world.as.admin(), requestId);
    expect((await listRequests(world.as.admin())).requests).toMatchObject([{ status: 'pending', answeredAt: null }]);
    await noteRequest(world.as.admin(), { requestId, notes: 'Blue', quote: rupees(1800) });
    expect(await getRequest(world.as.admin(), requestId)).toMatchObject({ notes: 'Blue', quote: 180_000 });
    expect((await world.database.select().from(auditLog)).map(({ action }) => action)).toEqual([
      'request.reject',
      'request.reopen',
      'request.note',
    ]);
  });

  test('a reply goes out once for its key, in the words it had, and stops the clock', async () => {
    const { requestId } = await ask();
    const promise = { now: new Date(world.clock.now.getTime() + 25 * 3_600_000), replyWithinHours: 24 };
    expect(clockOf(await getRequest(world.as.admin(), requestId), promise).state).toBe('overdue');
    const reply = { requestId, key: crypto.randomUUID(), subject: 'Your request', text: 'Yes, in two weeks.\nKamla' };
    await replyToRequest(world.as.helper(), reply);
    await replyToRequest(world.as.helper(), reply);
    const answeredAt = world.clock.now;
    world.clock.now = new Date(answeredAt.getTime() + 60_000);
    await inviteRequester(world.as.admin(), requestId);
    const written = await messagesAbout(world.as.admin(), { requestId });
    expect(written.map(({ template, recipient }) => [template, recipient])).toEqual([
      ['reply', 'somebody@example.in'],
      ['account-needed', 'somebody@example.in'],
    ]);
    expect(clockOf(await getRequest(world.as.admin(), requestId), promise)).toMatchObject({
      state: 'answered',
      at: answeredAt,
    });
  });
});
