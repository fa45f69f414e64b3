import { and, eq, isNull, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type FakeGateway, fakeGateway } from '#app/adapters/payment/fake-gateway.ts';
import { paise, rupees } from '#app/basics/money.ts';
import { cart } from '#app/modules/orders/cart/tables.server.ts';
import { placeOrder } from '#app/modules/payments/checkout/checkout.server.ts';
import { gatewayListeners } from './listeners.server.ts';
import { takeGatewayWebhook } from './gateways.server.ts';
import { webhookEvents } from './tables.server.ts';
import { payments, refunds } from '#app/modules/orders/ledger/tables.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { log } from '#app/platform/log.server.ts';
import type { Database } from '#app/platform/database/database.server.ts';
import { type OutboxWorker, startOutboxWorker } from '#app/platform/outbox/worker.server.ts';
import { refundOwed } from '#app/modules/orders/ledger/ledger.ts';
import { balanceOfOrder } from '#app/modules/orders/ledger/ledger.server.ts';
import { checkLedger } from '#app/modules/operations/health/ledger-check.server.ts';
import { cancelOrder, getOrder, setOrderStatus } from '#app/modules/orders/orders/orders.server.ts';
import {
  giveReference,
  reconcilePayments,
  simulateGatewayPayment,
  startGatewayPayment,
  sweepHeldOrders,
  takeGatewayCallback,
  verifyPayment,
} from './payments.server.ts';
import { importStatement } from '#app/modules/payments/bank/statements.server.ts';
import { allocateLine } from '#app/modules/payments/bank/divided-lines.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { checkoutOf, newReference, putIntoCart } from '#tests/support/checkout.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import {
  paymentsAndRefunds,
  refundOrder,
  refundsOwed,
  refundThroughGateway,
  retryPendingRefunds,
  takeBackRefund,
} from './refunds.server.ts';

const numRuns = Number(process.env.MODEL_RUNS ?? 50);
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9));
const IN_STOCK = 2;

let shop: TestShop;
let paytm: FakeGateway;
let worker: OutboxWorker;
beforeAll(async () => {
  shop = await openTestShop();
  worker = await openWorker();
});
afterAll(async () => {
  await worker.stop();
  await shop.close();
});

type Played = {
  artworkId: string;
  orders: { id: string; customer: number }[];
  callbacks: {
    id: string;
    customer: number;
    callback: { providerOrderId: string; paymentId: string; signature: string };
  }[];
  paid: Set<string>;
  lines: number;
};

const customer = fc.constantFrom(1, 2);
const nth = fc.nat(3);
const order = fc.record({ does: fc.constantFrom('order', 'order-online', 'order-online'), customer });
const step = fc.oneof(
  { weight: 2, arbitrary: order },
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constantFrom('open-gateway', 'pay', 'pay', 'return', 'return-forged', 'webhook', 'webhook-forged'),
      nth,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constantFrom('late-reference', 'cancel', 'cancel', 'restore', 'deliver'), nth }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('match', 'reject', 'look-again'), nth }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('bank-line'), nth, share: fc.constantFrom(0.5, 1, 1.5) }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constantFrom('refund', 'refund-half', 'refund-by-gateway'), nth }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('bounce', 'mistake'), nth }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('reconcile', 'time-passes') }) },
);
type Step = { does: string; customer?: number; nth?: number; share?: number };

class Died extends Error {}

/** Returns a database whose process crashes before its nth statement. Committed data stays. */
function dyingAt(database: Database, statements: number): Database {
  let left = statements;
  const dying = (target: Database): Database =>
    new Proxy(target, {
      get(_, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return (...given: unknown[]) => {
          if (left <= 0) throw new Died();
          left -= 1;
          if (name !== 'transaction') return value.apply(target, given);
          const [work, ...more] = given as [(inner: Database) => unknown];
          return value.call(target, (inner: Database) => work(dying(inner)), ...more);
        };
      },
    });
  return dying(database);
}

async function take(played: Played, happened: Step, diesAt: number | undefined): Promise<void> {
  if (diesAt === undefined) return carryOut(played, happened, (shop) => shop);
  await worker.stop();
  const database = dyingAt(shop.database, diesAt);
  await carryOut(played, happened, (alive) => ({ ...alive, database })).catch((error: unknown) => {
    if (!hasDied(error)) throw error;
  });
  worker = await openWorker();
  await worker.drain();
  const known = await shop.database.select({ id: orders.id, userId: orders.userId }).from(orders);
  played.orders = known
    .map(({ id, userId }) => ({ id, customer: userId?.endsWith('1') ? 1 : 2 }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

const hasDied = (error: unknown): boolean =>
  error instanceof Died || (error instanceof Error && error.cause !== undefined && hasDied(error.cause));

const openWorker = () =>
  startOutboxWorker({
    shopFor: shop.as.shop,
    listeners: gatewayListeners,
    log: { warn() {}, error() {} },
    listen: async () => async () => {},
    pollSeconds: 3_600,
  });

async function letTimePass(minutes: number): Promise<void> {
  shop.later(minutes);
  const system = shop.as.shop();
  await worker.drain();
  await reconcilePayments(system);
  await retryPendingRefunds(system);
  await sweepHeldOrders(system);
}

async function carryOut(
  played: Played,
  { does, customer = 1, nth = 0, share = 1 }: Step,
  within: (shop: Shop) => Shop,
) {
  const owner = within(shop.as.admin());
  const system: Shop = { ...owner, actor: { kind: 'shop' } };
  const person = (n: number) => within(shop.as.customer(n));
  if (does === 'order' || does === 'order-online') {
    const buyer = person(customer);
    await buyer.database.delete(cart);
    await putIntoCart(buyer, played.artworkId);
    const online =
      does === 'order-online' ? ({ online: 'yes', paymentReferenceId: '', paymentMethod: 'paytm' } as const) : {};
    const placed = await placeOrder(buyer, await checkoutOf(buyer, online));
    if (placed.ok) played.orders.push({ id: placed.value.id, customer });
    return;
  }
  if (does === 'time-passes') return letTimePass(20);
  if (does === 'reconcile') {
    await reconcilePayments(system);
    return;
  }
  const order = played.orders[nth % Math.max(1, played.orders.length)];
  if (!order) return;
  const { id: orderId } = order;
  const buyer = person(order.customer);
  switch (does) {
    case 'open-gateway':
      await startGatewayPayment(buyer, { orderId, method: 'paytm' });
      return;
    case 'pay': {
      await startGatewayPayment(buyer, { orderId, method: 'paytm' });
      const callback = await simulateGatewayPayment(buyer, { orderId, shopper: 'pay' });
      if (!callback) return;
      played.callbacks.push({ id: orderId, customer: order.customer, callback });
      played.paid.add(callback.paymentId.toUpperCase());
      return;
    }
    case 'return':
    case 'return-forged': {
      const brought = played.callbacks[nth % Math.max(1, played.callbacks.length)];
      if (!brought) return;
      const signature = does === 'return' ? brought.callback.signature : 'forged';
      await takeGatewayCallback(person(brought.customer), { ...brought.callback, signature, orderId: brought.id });
      return;
    }
    case 'webhook':
    case 'webhook-forged': {
      const brought = played.callbacks[nth % Math.max(1, played.callbacks.length)];
      if (!brought) return;
      const { rawBody, headers } = paytm.webhookOf(brought.callback.providerOrderId);
      if (does === 'webhook-forged') headers.set('x-fake-signature', 'forged');
      const taken = await takeGatewayWebhook(system, 'paytm', rawBody, headers);
      if (does === 'webhook-forged') expect(taken).toMatchObject({ ok: false, reason: 'forged' });
      return;
    }
    case 'late-reference':
      await giveReference(buyer, { orderId, paymentReferenceId: newReference() });
      return;
    case 'cancel':
      await cancelOrder(buyer, orderId);
      return;
    case 'restore':
    case 'deliver': {
      const status = does === 'restore' ? 'processing' : 'delivered';
      const row = await getOrder(owner, orderId);
      if (does === 'restore' ? row.status !== 'cancelled' : row.status === 'cancelled') return;
      await setOrderStatus(owner, { orderId, status, reason: 'because', shipUnverified: true });
      return;
    }
    case 'match':
      await verifyPayment(owner, { orderId, verification: 'matched' });
      return;
    case 'reject':
      await verifyPayment(owner, { orderId, verification: 'rejected', reason: 'not there' });
      return;
    case 'look-again':
      await verifyPayment(owner, { orderId, verification: 'unverified' });
      return;
    case 'bank-line': {
      played.lines += 1;
      const utr = String(600_000_000_000 + played.lines);
      const amount = paise(Math.round((await getOrder(owner, orderId)).total * share));
      await importStatement(owner, `21-11-2026 UPI/CR/${utr}/ASHA R ${(amount / 100).toFixed(2)}`);
      const parts = [{ orderId, amount: paise(Math.ceil(amount / 2)) }];
      await allocateLine(owner, { text: '', fingerprint: `${utr} ${amount}`, parts });
      return;
    }
    case 'bounce':
    case 'mistake': {
      const made = (await paymentsAndRefunds(owner, orderId)).refunds.find(
        ({ provider, status }) => provider === null && status === 'succeeded',
      );
      if (!made) return;
      const isMistake = does === 'mistake';
      await takeBackRefund(owner, { orderId, refundId: made.id, isMistake, reason: 'it did not go' });
      return;
    }
    case 'refund':
    case 'refund-half':
    case 'refund-by-gateway': {
      const [payment] = (await paymentsAndRefunds(owner, orderId)).payments.filter(({ left }) => left > 0);
      if (!payment) return;
      const amount = does === 'refund-half' ? paise(Math.ceil(payment.left / 2)) : payment.left;
      const refund = { orderId, paymentId: payment.id, amount, reason: 'because', key: crypto.randomUUID() };
      await (does === 'refund-by-gateway' ? refundThroughGateway(owner, refund) : refundOrder(owner, refund));
      return;
    }
  }
}

async function expectSoundBooks(played: Played): Promise<void> {
  const owner = shop.as.admin();
  expect(await checkLedger(owner)).toEqual([]);
  const { rows } = await shop.database.execute<{ stock: number; taken: number }>(sql`
    select stock_count as stock,
      (select coalesce(sum((item->>'quantity')::int), 0)::int from orders, jsonb_array_elements(items) item
        where status <> 'cancelled') as taken
    from artworks where id = ${played.artworkId}::uuid`);
  expect(rows[0]!.stock + rows[0]!.taken).toBe(IN_STOCK);
  expect(rows[0]!.stock).toBeGreaterThanOrEqual(0);
  // The owner's list shows exactly what was received beyond what is due.
  const owed = new Map((await refundsOwed(owner)).map(({ id, amount }) => [id, amount]));
  for (const { id } of played.orders) expect(owed.get(id) ?? 0).toBe(refundOwed(await balanceOfOrder(owner, id)));
}

async function expectNothingLost(played: Played): Promise<void> {
  const captured = await shop.database
    .select({ paymentId: payments.referenceId })
    .from(payments)
    .where(and(eq(payments.source, 'gateway'), eq(payments.status, 'success')));
  expect(captured).toHaveLength(played.paid.size);
  expect(new Set(captured.map(({ paymentId }) => paymentId))).toEqual(played.paid);
  expect(await shop.database.$count(refunds, eq(refunds.status, 'pending'))).toBe(0);
  expect(await shop.database.$count(webhookEvents, isNull(webhookEvents.handledAt))).toBe(0);
}

const life = fc.asyncProperty(
  order,
  fc.array(
    fc.tuple(
      step,
      fc.nat(9).chain((chance) => (chance === 0 ? fc.nat(25) : fc.constant(undefined))),
    ),
    { minLength: 4, maxLength: 16 },
  ),
  async (first, steps) => {
    await shop.empty();
    paytm = fakeGateway({ name: 'paytm' });
    shop.suppliers.payment = { paytm };
    const { id: artworkId } = await shop.makeArtwork({ price: rupees(2500), stockCount: IN_STOCK });
    const played: Played = { artworkId, orders: [], callbacks: [], paid: new Set(), lines: 0 };
    await carryOut(played, first, (shop) => shop);
    for (const [happened, diesAt] of steps) {
      await take(played, happened, diesAt);
      await expectSoundBooks(played);
    }
    await letTimePass(20);
    await letTimePass(20);
    await expectSoundBooks(played);
    await expectNothingLost(played);
  },
);

test('any sequence with crashes keeps books and stock consistent', { timeout: 60 * 60_000 }, async () => {
  vi.spyOn(log, 'error').mockReturnValue();
  await fc.assert(life, { seed, numRuns });
  console.log(`${numRuns} lives of money from seed ${seed} (SEED=${seed} repeats them)`);
});
