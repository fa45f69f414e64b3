import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import { authUsers } from '#app/modules/identity/accounts/tables.server.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { messagesAbout } from '#app/modules/messaging/messages/messages.server.ts';
import { messages } from '#app/modules/messaging/messages/tables.server.ts';
import { findMyOrders, setOrderStatus } from '#app/modules/orders/orders/orders.server.ts';
import { findDocuments } from '#app/modules/orders/invoices/invoice-list.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { updateSettings } from '#app/modules/store/settings/settings.server.ts';
import { DEFAULT_SETTINGS } from '#app/modules/store/settings/settings.ts';
import { auditLog } from '#app/platform/audit/tables.server.ts';
import { topics } from '#app/platform/live/live.server.ts';
import { signedIn } from '#app/platform/shop.server.ts';
import { ADDRESS } from '#tests/support/checkout.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { acceptRequest, rejectRequest, reopenRequest, undoAccept, withdrawRequest } from './answers.server.ts';
import { getRequest, listedRequests, listRequests, noteRequest } from './read-requests.server.ts';
import { insertRequest } from './requests.server.ts';
import { openForStudio } from './access.server.ts';
import { inviteRequester, replyToRequest, takeUnseenMessages } from './conversations.server.ts';
import { getRequestPage } from './request-page.server.ts';
import type { ListenerOn } from '#app/platform/outbox/listener.ts';
import { requestListeners } from './listeners.server.ts';
import { orderRequests } from './tables.server.ts';
import { waitingForStudio } from './waiting-for-studio.server.ts';

let shop: TestShop;
let opened: TestDatabase;
beforeAll(async () => {
  shop = await openTestShop(async () => (opened = await openTestDatabase()));
});
beforeEach(() => shop.empty());
afterAll(() => shop?.close());

const ask = async (changes: Partial<Parameters<typeof insertRequest>[1]> = {}) => {
  const artworkOf = await shop.makeArtwork({ stockCount: 0, price: rupees(1650) });
  const stored = await insertRequest(shop.as.shop(), {
    artworkId: artworkOf.id,
    userId: signedIn(shop.as.customer()).userId,
    kind: 'out-of-stock',
    name: 'Asha Rawat',
    email: 'somebody@example.in',
    phone: '9876543210',
    message: 'Two, please',
    ...changes,
  });
  return { ...stored!, artworkOf };
};
const terms = (requestId: string) => ({
  requestId,
  quantity: 2,
  price: rupees(1700),
  shippingAddress: ADDRESS,
});
const orderCount = async () => (await shop.database.select().from(orders)).length;

describe('accepting a request', () => {
  test('warns a composition seller of another state, before there is an order', async () => {
    const seller = { ...DEFAULT_SETTINGS.seller, status: 'composition', gstin: '05ABCDE1234F1Z6' } as const;
    await updateSettings(shop.as.admin(), { seller });
    const { requestId } = await ask();
    const wanted = { ...terms(requestId), shippingAddress: { ...ADDRESS, state: 'Kerala' as const } };
    expect(await acceptRequest(shop.as.admin(), wanted)).toMatchObject({ reason: 'barred-state' });
    expect(await orderCount()).toBe(0);
    expect(await acceptRequest(shop.as.admin(), { ...wanted, warnedState: 'Kerala' })).toMatchObject({ ok: true });
    const { requestId: near } = await ask();
    expect(await acceptRequest(shop.as.admin(), terms(near))).toMatchObject({ ok: true });
    await updateSettings(shop.as.admin(), { seller: DEFAULT_SETTINGS.seller });
  });

  test('creates one order, made to order, with the whole total due', async () => {
    const { requestId, artworkOf } = await ask();
    const accepted = await acceptRequest(shop.as.helper(), terms(requestId));
    expect(accepted).toMatchObject({
      value: {
        status: 'processing',
        paymentStatus: 'confirmed',
        paymentReferenceId: null,
        heldUntil: null,
        advance: 340_000,
        confirmedAt: null,
        paymentMethod: 'manual',
        verification: 'unverified',
        subtotal: 340_000,
        items: [{ artwork_id: artworkOf.id, quantity: 2, price: 170_000, made_to_order: true }],
      },
    });
    expect(await acceptRequest(shop.as.admin(), terms(requestId))).toEqual(accepted);
    expect(await orderCount()).toBe(1);
    const page = await getRequestPage(shop.as.admin(), await openForStudio(shop.as.admin(), requestId));
    expect(page.order).toMatchObject({ received: 0, outstanding: 340_000, payable: 340_000 });
    expect((await findMyOrders(shop.as.customer())).orders).toHaveLength(1);
    expect((await findDocuments(shop.as.admin(), [accepted.ok ? accepted.value.id : ''])).size).toBe(0);
    expect(await getRequest(shop.as.admin(), requestId)).toMatchObject({
      status: 'accepted',
      orderId: accepted.ok ? accepted.value.id : '',
    });
    expect(await rejectRequest(shop.as.admin(), requestId)).toMatchObject({ reason: 'accepted-before' });
    const orderId = accepted.ok ? accepted.value.id : '';
    await setOrderStatus(shop.as.admin(), { orderId, status: 'cancelled' });
    const [left] = await shop.database.select().from(artworks).where(eq(artworks.id, artworkOf.id));
    expect(left!.stockCount).toBe(0);
    expect((await listRequests(shop.as.admin())).counts).toMatchObject({ 'to-answer': 0, accepted: 1 });
  });

  test('undoes an acceptance within a minute, with stock and request as before', async () => {
    const { requestId, artworkOf } = await ask();
    await shop.database.update(artworks).set({ stockCount: 2 });
    const stock = async () =>
      (await shop.database.select().from(artworks).where(eq(artworks.id, artworkOf.id)))[0]!.stockCount;
    expect(await acceptRequest(shop.as.admin(), terms(requestId))).toMatchObject({ ok: true });
    expect(await stock()).toBe(0);
    expect(await undoAccept(shop.as.admin(), requestId)).toMatchObject({ ok: true });
    expect(await undoAccept(shop.as.admin(), requestId)).toMatchObject({ reason: 'not-now' });
    expect(await stock()).toBe(2);
    expect(await getRequest(shop.as.admin(), requestId)).toMatchObject({ status: 'pending', orderId: null });
    expect((await findMyOrders(shop.as.customer())).orders).toEqual([]);
    const [undone] = await shop.database.select().from(orders);
    expect(undone).toMatchObject({ status: 'cancelled', archivedAt: shop.clock.now });
    expect(await acceptRequest(shop.as.admin(), terms(requestId))).toMatchObject({ ok: true });
    expect(await stock()).toBe(0);
    shop.later(2);
    expect(await undoAccept(shop.as.admin(), requestId)).toMatchObject({ reason: 'not-now' });
  });

  test('records an earlier payment and its invoice after the minute to undo', async () => {
    const { requestId } = await ask();
    await expect(acceptRequest(shop.as.helper(), { ...terms(requestId), paidBy: 'cash' })).rejects.toThrow('Not found');
    const accepted = await acceptRequest(shop.as.admin(), { ...terms(requestId), paidBy: 'cash' });
    const orderId = accepted.ok ? accepted.value.id : '';
    expect((await findDocuments(shop.as.admin(), [orderId])).size).toBe(0);
    const [announced] = await shop.announced('order-requests.accepted');
    expect(announced).toEqual({ requestId, orderId, paidBy: 'cash' });
    const record = requestListeners.find(({ name }) => name === 'order-requests.paid-before') as
      | ListenerOn<'order-requests.accepted'>
      | undefined;
    for (const id of ['once', 'again'])
      await record!.handle(shop.as.shop(), { requestId, orderId, paidBy: 'cash' }, { id, attempt: 1 });
    const page = await getRequestPage(shop.as.admin(), await openForStudio(shop.as.admin(), requestId));
    expect(page.order).toMatchObject({ received: 340_000, outstanding: 0, verification: 'matched' });
    expect((await findDocuments(shop.as.admin(), [orderId])).size).toBe(1);
  });

  test('takes restocked items from stock, but never for custom orders', async () => {
    const [plain, custom] = [await ask(), await ask({ kind: 'custom' })];
    await shop.database.update(artworks).set({ stockCount: 3 });
    expect(await acceptRequest(shop.as.admin(), terms(plain.requestId))).toMatchObject({
      value: { items: [expect.not.objectContaining({ made_to_order: true })] },
    });
    await acceptRequest(shop.as.admin(), terms(custom.requestId));
    const stock = await shop.database.select({ id: artworks.id, left: artworks.stockCount }).from(artworks);
    expect(stock.find(({ id }) => id === plain.artworkOf.id)!.left).toBe(1);
    expect(stock.find(({ id }) => id === custom.artworkOf.id)!.left).toBe(3);
  });

  test('finds an account by confirmed email only, and otherwise creates nothing', async () => {
    const { requestId } = await ask({ userId: null, kind: 'custom', email: 'customer3@bisvar.example' });
    const their = eq(authUsers.email, 'customer3@bisvar.example');
    await shop.database.update(authUsers).set({ emailVerified: false }).where(their);
    expect(await acceptRequest(shop.as.admin(), terms(requestId))).toMatchObject({ reason: 'user-not-found' });
    expect([await orderCount(), (await getRequest(shop.as.admin(), requestId)).status]).toEqual([0, 'pending']);
    await shop.database.update(authUsers).set({ emailVerified: true }).where(their);
    expect(await acceptRequest(shop.as.admin(), terms(requestId))).toMatchObject({ ok: true });
    expect((await findMyOrders(shop.as.customer(3))).orders).toHaveLength(1);
  });

  test('needs the artwork, and an admin', async () => {
    const { requestId } = await ask({ artworkId: null });
    expect(await acceptRequest(shop.as.admin(), terms(requestId))).toMatchObject({ reason: 'artwork-not-found' });
    for (const context of [shop.as.customer(), shop.as.guest()]) {
      await expect(acceptRequest(context, terms(requestId))).rejects.toThrow('Not found');
      await expect(rejectRequest(context, requestId)).rejects.toThrow('Not found');
      await expect(noteRequest(context, { requestId, notes: '', quote: null })).rejects.toThrow('Not found');
      await expect(replyToRequest(context, { requestId, key: requestId, subject: 'x', text: 'x' })).rejects.toThrow(
        'Not found',
      );
    }
  });
});

describe('an open page', () => {
  test('emails acceptance, restoration and withdrawal, and a final rejection once', async () => {
    const { requestId } = await ask({ userId: null });
    const own = await ask();
    const { userId } = signedIn(shop.as.customer());
    const heard: string[][] = [];
    const stop = await opened.listen('live', (notice) =>
      heard.push((JSON.parse(notice) as { topics: string[] }).topics),
    );
    const topicsAfter = async (does: () => Promise<unknown>) => {
      heard.length = 0;
      await does();
      await vi.waitFor(() => expect(heard).not.toEqual([]));
      return heard.flat();
    };
    const page = topics.request(requestId);
    expect(await topicsAfter(() => rejectRequest(shop.as.admin(), requestId))).toEqual([topics.admin]);
    const listener = requestListeners.find(
      ({ on }) => on === 'order-requests.rejected',
    ) as ListenerOn<'order-requests.rejected'>;
    expect(
      await topicsAfter(() => listener.handle(shop.as.shop(), { requestId }, { id: requestId, attempt: 1 })),
    ).toContain(page);
    expect(await topicsAfter(() => reopenRequest(shop.as.admin(), requestId))).toContain(page);
    await shop.database.update(orderRequests).set({ email: 'customer1@bisvar.example' });
    const accepted = await topicsAfter(() => acceptRequest(shop.as.admin(), terms(requestId)));
    for (const topic of [page, topics.person(userId)]) expect(accepted).toContain(topic);
    const withdrawn = await topicsAfter(() => withdrawRequest(shop.as.customer(), own.requestId));
    for (const topic of [topics.admin, topics.person(userId), topics.request(own.requestId)])
      expect(withdrawn).toContain(topic);
    await stop();
  });
});

describe('the other answers', () => {
  test('a rejected request stays findable and restorable, with its history', async () => {
    const { requestId } = await ask();
    await rejectRequest(shop.as.admin(), requestId);
    expect(await rejectRequest(shop.as.admin(), requestId)).toMatchObject({ ok: true });
    expect(await acceptRequest(shop.as.admin(), terms(requestId))).toMatchObject({ reason: 'rejected-before' });
    expect((await listRequests(shop.as.admin(), { group: 'to-answer' })).requests).toEqual([]);
    expect((await listRequests(shop.as.admin(), { group: 'rejected', search: 'asha' })).requests).toHaveLength(1);
    await reopenRequest(shop.as.admin(), requestId);
    expect((await listRequests(shop.as.admin(), { group: 'to-answer' })).requests).toMatchObject([
      { status: 'pending', answeredAt: null },
    ]);
    await noteRequest(shop.as.admin(), { requestId, notes: 'Blue', quote: rupees(1800) });
    expect(await getRequest(shop.as.admin(), requestId)).toMatchObject({ notes: 'Blue', quote: 180_000 });
    expect((await shop.database.select().from(auditLog)).map(({ action }) => action)).toEqual([
      'request.reject',
      'request.reopen',
      'request.note',
    ]);
  });

  test('refuses stale notes and prices', async () => {
    const { requestId } = await ask();
    const note = (wanted: Omit<Parameters<typeof noteRequest>[1], 'requestId'>) =>
      noteRequest(shop.as.admin(), { requestId, ...wanted });
    const read = () => getRequest(shop.as.admin(), requestId);
    const { seenNotes: seen } = await read();
    expect(await note({ notes: 'She called: blue', quote: rupees(1800), seen })).toMatchObject({ ok: true });
    expect(await note({ notes: 'She called: blue', quote: rupees(1800), seen })).toMatchObject({ ok: true });
    const late = { reason: 'stale', data: { notes: 'She called: blue' } };
    expect(await note({ notes: 'Ask for a photo', quote: null, seen })).toMatchObject({
      ...late,
      data: { quote: 180_000 },
    });
    expect(await read()).toMatchObject({ notes: 'She called: blue', quote: 180_000 });
    const { seenNotes: now } = await read();
    expect(await note({ notes: 'She called: green', quote: rupees(1800), seen: now })).toMatchObject({ ok: true });
    expect(await read()).toMatchObject({ notes: 'She called: green', quote: 180_000 });
  });

  test('a reply is sent once per key, unchanged, and stops the deadline', async () => {
    const { requestId } = await ask();
    const waiting = async () => (await listedRequests(shop.as.admin(), [requestId])).get(requestId)?.waiting;
    const { createdAt } = await getRequest(shop.as.admin(), requestId);
    const until = new Date(createdAt.getTime() + 24 * 3_600_000);
    expect(await waiting()).toEqual({ for: 'studio', what: 'answer', until });
    const reply = { requestId, key: crypto.randomUUID(), subject: 'Your request', text: 'Yes, in two weeks.\nKamla' };
    await replyToRequest(shop.as.helper(), reply);
    await replyToRequest(shop.as.helper(), reply);
    const answeredAt = shop.clock.now;
    shop.clock.now = new Date(answeredAt.getTime() + 60_000);
    await inviteRequester(shop.as.admin(), requestId);
    const written = await messagesAbout(shop.as.admin(), { requestId });
    expect(written.map(({ template, recipient }) => [template, recipient])).toEqual([
      ['reply', 'somebody@example.in'],
      ['account-needed', 'somebody@example.in'],
    ]);
    expect(await getRequest(shop.as.admin(), requestId)).toMatchObject({ repliedAt: answeredAt });
    expect(await waiting()).toEqual({ for: 'studio', what: 'quote', until: null });
  });

  test('a reply by email joins the conversation without being emailed again', async () => {
    const { requestId } = await ask();
    const studio = await openForStudio(shop.as.admin(), requestId);
    const reply = { requestId, key: crypto.randomUUID(), subject: 'Your request', text: 'Yes, in two weeks.' };
    await replyToRequest(shop.as.admin(), reply);
    await replyToRequest(shop.as.admin(), reply);
    const { timeline } = await getRequestPage(shop.as.admin(), studio);
    expect(timeline).toMatchObject([{ kind: 'message', sender: 'studio', body: 'Yes, in two weeks.' }]);
    shop.later(10);
    expect(await takeUnseenMessages(shop.as.shop(), { requestId, sender: 'studio' })).toEqual([]);
  });

  test('an answered request waits for its quote, without a deadline', async () => {
    const [answered] = [await ask(), await ask()];
    shop.later(25 * 60);
    expect(await waitingForStudio(shop.as.admin(), 6)).toHaveLength(2);
    const reply = { key: crypto.randomUUID(), subject: 'Your request', text: 'Yes, in two weeks.' };
    await replyToRequest(shop.as.admin(), { requestId: answered!.requestId, ...reply });
    expect(await waitingForStudio(shop.as.admin(), 6)).toMatchObject([
      { what: 'answer', isPressing: true },
      { requestId: answered!.requestId, what: 'quote', until: null, isPressing: false },
    ]);
  });

  test('an edited reply is another reply and is sent', async () => {
    const { requestId } = await ask();
    const reply = { requestId, key: crypto.randomUUID(), subject: 'Your request', text: 'Yes, in two weeks.' };
    const mended = { ...reply, text: 'Yes, in three weeks.' };
    for (const each of [reply, mended, mended, reply]) await replyToRequest(shop.as.helper(), each);
    const written = await shop.database.select().from(messages);
    const said = written.map(({ bodyText }) => /in \w+ weeks/.exec(bodyText)?.[0]);
    expect(new Set(said)).toEqual(new Set(['in two weeks', 'in three weeks']));
    expect(said).toHaveLength(2);
  });

  test('an invitation is sent once per request and day, with its result', async () => {
    const { requestId } = await ask();
    const invite = () => inviteRequester(shop.as.admin(), requestId);
    shop.clock.now = new Date('2026-11-21T18:00:00Z');
    expect([await invite(), await invite()]).toEqual([true, false]);
    shop.clock.now = new Date('2026-11-21T19:00:00Z');
    expect([await invite(), await invite()]).toEqual([true, false]);
    expect(await messagesAbout(shop.as.admin(), { requestId })).toHaveLength(2);
    const noted = await shop.database.select().from(auditLog).where(eq(auditLog.action, 'request.invite'));
    expect(noted).toHaveLength(2);
  });
});
