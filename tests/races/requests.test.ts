import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import { authUsers } from '#app/modules/identity/accounts/tables.server.ts';
import { acceptQuote, sendQuote } from '#app/modules/requests/requests/quotes.server.ts';
import { recordStage } from '#app/modules/requests/requests/stages.server.ts';
import {
  conversationPictures,
  quotes,
  requestMessages,
  stageUpdates,
} from '#app/modules/requests/requests/tables.server.ts';
import type { RequestAccess } from '#app/modules/requests/requests/request.ts';
import { openOwn } from '#app/modules/requests/requests/access.server.ts';
import { sendMessage } from '#app/modules/requests/requests/conversations.server.ts';
import { uploadKeyOf } from '#app/modules/requests/requests/pictures.server.ts';
import { balanceOfOrder } from '#app/modules/orders/ledger/ledger.server.ts';
import { checkLedger } from '#app/modules/operations/health/ledger-check.server.ts';
import {
  acceptRequest,
  cancelRequest,
  closeQuietRequests,
  withdrawRequest,
} from '#app/modules/requests/requests/answers.server.ts';
import { getRequest } from '#app/modules/requests/requests/read-requests.server.ts';
import { setOrderStatus } from '#app/modules/orders/orders/orders.server.ts';
import { orderHistory, orders } from '#app/modules/orders/orders/tables.server.ts';
import { settleByBank } from '#app/modules/payments/payments/payments.server.ts';
import { inTransaction, type Shop } from '#app/platform/shop.server.ts';
import { bothDatabases } from '#tests/support/both-databases.ts';
import { ADDRESS, newReference } from '#tests/support/checkout.ts';
import {
  askForRequest,
  linkTokenOf,
  newQuote,
  openLink,
  type RequestChanges,
} from '#tests/support/customer-request.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';

const ROUNDS = 4;
const upTo = (most: number) => Array.from({ length: most }, (_, at) => at + 1);
const key = () => crypto.randomUUID();

describe.each(bothDatabases)('on the %s database', (_kind, open) => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await openTestShop(open);
  });
  beforeEach(() => shop.empty());
  afterAll(() => shop?.close());

  async function quoted(request: RequestChanges = {}) {
    const { requestId, studio } = await askForRequest(shop, request);
    const sent = await sendQuote(shop.as.admin(), studio, newQuote());
    if (!sent.ok) throw new Error(sent.reason);
    return { requestId, studio, quoteId: sent.value.id, token: await linkTokenOf(shop, requestId) };
  }
  const own = (requestId: string) => openOwn(shop.as.customer(), requestId);
  const accept = (as: Shop, access: RequestAccess, quoteId: string) =>
    acceptQuote(as, access, { quoteId, name: 'Asha Rawat', shippingAddress: ADDRESS });
  const stage = (studio: RequestAccess, name: 'painting' | 'ready', under = key()) =>
    recordStage(shop.as.admin(), studio, { key: under, stage: name, note: '', asksApproval: false });

  async function paidFor(amount: number) {
    const made = await quoted();
    const customer = await own(made.requestId);
    const accepted = await accept(shop.as.customer(), customer, made.quoteId);
    if (!accepted.ok) throw new Error(accepted.reason);
    const { orderId } = accepted.value;
    await inTransaction(shop.as.admin(), (shop) =>
      settleByBank(shop, { orderId, amount: rupees(amount), reference: newReference(), reason: 'Found in the bank' }),
    );
    return { ...made, customer, orderId };
  }
  const ordersOf = (requestId: string) => shop.database.select().from(orders).where(eq(orders.draftKey, requestId));
  const reasonOf = (answer: { ok: true } | { ok: false; reason: string }) => (answer.ok ? 'done' : answer.reason);

  test('a quote accepted twenty times, in any way, makes one order', async () => {
    const { requestId, quoteId, token } = await quoted();
    const [mine, byLink] = [await own(requestId), await openLink(shop.as.guest(), token)];
    const answers = await Promise.all(
      upTo(20).map((n) =>
        n % 2 ? accept(shop.as.customer(), mine, quoteId) : accept(shop.as.guest(), byLink, quoteId),
      ),
    );
    const [order, ...more] = await shop.database.select().from(orders);
    expect(more).toEqual([]);
    const { id: orderId, orderNumber } = order!;
    expect(answers).toEqual(upTo(20).map(() => ({ ok: true, value: { orderId, orderNumber } })));
    expect(await shop.announced('commissions.quote-accepted')).toHaveLength(1);
    expect(await checkLedger(shop.as.admin())).toEqual([]);
  });

  test('two quotes accepted by link at once create one account', async () => {
    const somebody = { userId: null, email: 'new@example.in' };
    const both = [await quoted(somebody), await quoted(somebody)];
    const answers = await Promise.all(
      upTo(20).map(async (n) => {
        const { token, quoteId } = both[n % 2]!;
        return accept(shop.as.guest(), await openLink(shop.as.guest(), token), quoteId);
      }),
    );
    expect(answers.map(reasonOf)).toEqual(upTo(20).map(() => 'done'));
    const owners = (await shop.database.select().from(orders)).map(({ userId }) => userId);
    const accounts = (await shop.database.select().from(authUsers)).filter(({ email }) => email === 'new@example.in');
    expect(accounts).toHaveLength(1);
    expect(owners).toEqual([accounts[0]!.id, accounts[0]!.id]);
  });

  test('accepting during a new quote uses the one read, or is refused', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { requestId, studio, quoteId } = await quoted();
      const customer = await own(requestId);
      const sendingAnother = () =>
        sendQuote(
          shop.as.admin(),
          studio,
          newQuote({ lines: [{ kind: 'painting', title: '', amount: rupees(12_000) }] }),
        );
      const accepting = () => accept(shop.as.customer(), customer, quoteId);
      const [sent, accepted] =
        round % 2
          ? await Promise.all([sendingAnother(), accepting()])
          : (await Promise.all([accepting(), sendingAnother()])).toReversed();
      expect([
        ['done', 'quote-superseded'],
        ['not-now', 'done'],
      ]).toContainEqual([reasonOf(sent!), reasonOf(accepted!)]);
      const made = await ordersOf(requestId);
      expect(made.map(({ total }) => total)).toEqual(accepted!.ok ? [rupees(10_000)] : []);
      const versions = await shop.database.select().from(quotes).where(eq(quotes.requestId, requestId));
      expect(versions).toHaveLength(accepted!.ok ? 1 : 2);
      expect(versions.filter(({ acceptedAt }) => acceptedAt)).toHaveLength(made.length);
    }
  });

  test('accepting from both sides and undoing has one outcome', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { requestId, quoteId } = await quoted();
      const customer = await own(requestId);
      const answers = [
        () => accept(shop.as.customer(), customer, quoteId),
        () => withdrawRequest(shop.as.customer(), requestId),
        () =>
          acceptRequest(shop.as.admin(), {
            requestId,
            quantity: 1,
            price: rupees(10_000),
            shippingAddress: ADDRESS,
          }),
      ];
      const first = answers.splice(round % 3, 1);
      await Promise.all([...first, ...answers].map((answer) => answer()));
      const made = await ordersOf(requestId);
      const request = await getRequest(shop.as.admin(), requestId);
      expect([
        { status: 'accepted', orderId: made[0]?.id },
        { status: 'withdrawn', orderId: null },
      ]).toContainEqual({ status: request.status, orderId: request.orderId });
      expect(made).toHaveLength(request.status === 'accepted' ? 1 : 0);
    }
  });

  test('a stage recorded from ten tabs with one key is one stage', async () => {
    const { studio } = await paidFor(5000);
    const under = key();
    const answers = await Promise.all(upTo(10).map(() => stage(studio, 'painting', under)));
    expect(answers.map(reasonOf)).toEqual(upTo(10).map(() => 'done'));
    expect(await shop.database.$count(stageUpdates)).toBe(1);
    expect(await shop.announced('commissions.stage-reached')).toHaveLength(1);
  });

  test('a cancellation during shipping: one happens, and the books agree', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { studio, customer, orderId } = await paidFor(10_000);
      await stage(studio, 'painting');
      shop.later(5);
      await stage(studio, 'ready');
      const cancelling = () => cancelRequest(shop.as.customer(), customer, { reason: '' });
      const sending = () =>
        setOrderStatus(shop.as.admin(), { orderId, status: 'shipped' }).catch((error: unknown) => {
          if (error instanceof RangeError) return { ok: false as const, reason: 'cancelled-before' };
          throw error;
        });
      const [cancelled, sent] =
        round % 2
          ? await Promise.all([cancelling(), sending()])
          : (await Promise.all([sending(), cancelling()])).toReversed();
      const { status, cancellationFee } = await shop.orderRow(orderId);
      expect([cancelled!.ok, sent!.ok], `${reasonOf(sent!)}`).toEqual([status === 'cancelled', status === 'shipped']);
      expect(cancellationFee).toBe(rupees(status === 'cancelled' ? 5000 : 0));
      expect(await checkLedger(shop.as.admin())).toEqual([]);
    }
  });

  test('cancelled four times from both sides: once, with the first’s terms', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { studio, customer, orderId } = await paidFor(5000);
      const answers = await Promise.all(
        upTo(4).map((n) =>
          (n + round) % 2
            ? cancelRequest(shop.as.customer(), customer, { reason: '' })
            : cancelRequest(shop.as.admin(), studio, { reason: '' }),
        ),
      );
      const done = answers.flatMap((answer) => (answer.ok ? [answer.value] : []));
      expect(answers.map(reasonOf).toSorted()).toEqual(['done', 'not-now', 'not-now', 'not-now']);
      const { cancellationFee } = await shop.orderRow(orderId);
      expect([rupees(0), rupees(500)]).toContain(cancellationFee);
      expect(done).toEqual([{ cancellationFee, refunded: rupees(5000) - cancellationFee }]);
      expect(await balanceOfOrder(shop.as.admin(), orderId)).toEqual({ due: cancellationFee, received: rupees(5000) });
      const cancellations = and(eq(orderHistory.orderId, orderId), eq(orderHistory.toStatus, 'cancelled'));
      expect(await shop.database.$count(orderHistory, cancellations)).toBe(1);
      expect(await shop.announced('commissions.cancelled')).toHaveLength(round + 1);
      expect(await checkLedger(shop.as.admin())).toEqual([]);
    }
  });

  test('a cancellation as painting begins charges one of both amounts', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { requestId, studio, customer, orderId } = await paidFor(5000);
      const [painted, cancelled] = await Promise.all([
        stage(studio, 'painting'),
        cancelRequest(shop.as.customer(), customer, { reason: '' }),
      ]);
      expect(cancelled.ok).toBe(true);
      expect(await shop.orderRow(orderId)).toMatchObject({ cancellationFee: rupees(painted.ok ? 5000 : 500) });
      const stages = await shop.database.$count(stageUpdates, eq(stageUpdates.requestId, requestId));
      expect(stages).toBe(painted.ok ? 1 : 0);
      expect(await checkLedger(shop.as.admin())).toEqual([]);
    }
  });

  test('closing a quiet request fails when someone writes or quotes', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { requestId, studio } = await quoted();
      const customer = await own(requestId);
      shop.later(30 * 24 * 60);
      const closing = () => closeQuietRequests(shop.as.shop());
      const going = () =>
        round % 2
          ? sendQuote(shop.as.admin(), studio, newQuote())
          : sendMessage(shop.as.customer(), customer, { key: key(), body: 'How is it going?' });
      const [gone] = await Promise.all([going(), closing()]);
      const { status } = await getRequest(shop.as.admin(), requestId);
      expect(status).toBe(gone.ok ? 'pending' : 'closed');
    }
  });

  test('a message sent twenty times with one key is one', async () => {
    for (const body of ['The border, please', '']) {
      const { requestId } = await quoted();
      const customer = await own(requestId);
      const under = key();
      await shop.database.insert(conversationPictures).values({
        uploadKey: uploadKeyOf(requestId, under),
        filePath: `conversations/${under}.webp`,
        mimeType: 'image/webp',
        fileSize: 10,
      });
      const answers = await Promise.all(
        upTo(20).map(() => sendMessage(shop.as.customer(), customer, { key: under, body })),
      );
      expect(answers.map(reasonOf)).toEqual(upTo(20).map(() => 'done'));
      const said = await shop.database.select().from(requestMessages).where(eq(requestMessages.requestId, requestId));
      expect(said).toMatchObject([{ key: under, body, sender: 'customer' }]);
      const shown = eq(conversationPictures.requestId, requestId);
      expect(await shop.database.$count(conversationPictures, shown)).toBe(1);
      const announced = (await shop.announced('conversations.message-unseen')) as { requestId: string }[];
      expect(announced.filter((each) => each.requestId === requestId)).toHaveLength(1);
    }
  });
});
