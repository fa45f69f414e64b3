import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FakeGateway, fakeGateway } from '#app/adapters/payment/fake-gateway.ts';
import { paise, rupees } from '#app/basics/money.ts';
import { cart } from '#app/modules/cart/tables.server.ts';
import { placeOrder } from '#app/modules/checkout/checkout.server.ts';
import { refundOwed } from '#app/modules/ledger/ledger.ts';
import { balanceOfOrder, checkLedger } from '#app/modules/ledger/ledger.server.ts';
import { cancelOrder, getOrder, setOrderStatus } from '#app/modules/orders/orders.server.ts';
import {
  giveReference,
  reconcilePayments,
  simulateGatewayPayment,
  startGatewayPayment,
  sweepHeldOrders,
  takeGatewayAnswer,
  takeGatewayCallback,
  verifyPayment,
} from '#app/modules/payments/payments.server.ts';
import { allocateLine, importStatement } from '#app/modules/statements/statements.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { checkoutOf, newReference, putIntoCart } from '#tests/support/checkout.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { paymentsAndRefunds, refundOrder, refundsOwed, refundThroughGateway } from './refunds.server.ts';

/** `MODEL_RUNS` says how many lives are lived; without it as many as fit, and these at least. */
const MIN_RUNS = 50;
const MAX_SECONDS = 20;
const asked = process.env.MODEL_RUNS === undefined ? undefined : Number(process.env.MODEL_RUNS);
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9));
const IN_STOCK = 2;

let shop: TestShop;
let paytm: FakeGateway;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop?.close());

/** What has happened so far: the orders of both customers, what the gateway handed out and nobody has brought back yet. */
type Played = {
  artworkId: string;
  orders: { id: string; customer: number }[];
  callbacks: {
    id: string;
    customer: number;
    callback: { providerOrderId: string; paymentId: string; signature: string };
  }[];
  lines: number;
};

const customer = fc.constantFrom(1, 2);
const nth = fc.nat(3);
const step = fc.oneof(
  fc.record({ does: fc.constantFrom('order', 'order-online'), customer }),
  fc.record({
    does: fc.constantFrom('open-gateway', 'pay', 'return', 'return-forged', 'webhook', 'webhook-forged'),
    nth,
  }),
  fc.record({ does: fc.constantFrom('late-reference', 'cancel', 'restore', 'deliver'), nth }),
  fc.record({ does: fc.constantFrom('match', 'reject', 'look-again'), nth }),
  fc.record({ does: fc.constant('bank-line'), nth, share: fc.constantFrom(0.5, 1, 1.5) }),
  fc.record({ does: fc.constantFrom('refund', 'refund-half', 'refund-by-gateway'), nth }),
  fc.record({ does: fc.constantFrom('reconcile', 'time-passes') }),
);
type Step = { does: string; customer?: number; nth?: number; share?: number };

class Crash extends Error {}

/** Carries out a step; one that crashes does so before anything of it is committed. */
async function take(played: Played, happened: Step, crashes: boolean): Promise<void> {
  if (!crashes) return carryOut(played, happened, (shop) => shop);
  const before = structuredClone(played);
  await shop.database
    .transaction(async (database) => {
      await carryOut(played, happened, (inner) => ({ ...inner, database }) as Shop);
      throw new Crash();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Crash)) throw error;
    });
  Object.assign(played, before);
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
  if (does === 'time-passes') {
    shop.later(20);
    await sweepHeldOrders({ ...system, now: shop.clock.now });
    return;
  }
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
      const callback = await simulateGatewayPayment(buyer, { orderId, shopper: 'pay' });
      if (callback) played.callbacks.push({ id: orderId, customer: order.customer, callback });
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
      const read = paytm.readWebhook(rawBody, headers);
      expect(read === undefined).toBe(does === 'webhook-forged');
      if (read && 'answer' in read && read.answer) await takeGatewayAnswer(system, 'paytm', read.answer);
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
  // What was received beyond what is due is in the owner's list, to the paisa, and nothing else is.
  const owed = new Map((await refundsOwed(owner)).map(({ id, amount }) => [id, amount]));
  for (const { id } of played.orders) expect(owed.get(id) ?? 0).toBe(refundOwed(await balanceOfOrder(owner, id)));
}

let lives = 0;
const life = fc.asyncProperty(
  fc.array(
    fc.tuple(
      step,
      fc.nat(9).map((chance) => chance === 0),
    ),
    { minLength: 4, maxLength: 16 },
  ),
  async (steps) => {
    lives += 1;
    await shop.empty();
    paytm = fakeGateway({ name: 'paytm' });
    shop.suppliers.payment = { paytm };
    const { id: artworkId } = await shop.makeArtwork({ price: rupees(2500), stockCount: IN_STOCK });
    const played: Played = { artworkId, orders: [], callbacks: [], lines: 0 };
    for (const [happened, crashes] of steps) {
      // A gateway remembers what a crash of the shop undoes, so that nothing it was told is rolled back with it.
      await take(played, happened, crashes && !/gateway|pay|return|webhook/.test(happened.does));
      await expectSoundBooks(played);
    }
  },
);

test(
  'whatever happens to the money of two people and two pieces, in any sequence and with crashes: the books agree, stock is conserved, and what isn’t due is owed',
  { timeout: 60 * 60_000 },
  async () => {
    const began = performance.now();
    const enough = () =>
      lives >= (asked ?? MIN_RUNS) && (asked !== undefined || performance.now() - began > MAX_SECONDS * 1000);
    for (let round = 0; !enough(); round += 1) await fc.assert(life, { seed: seed + round, numRuns: 10 });
    console.log(`${lives} lives of money from seed ${seed} (SEED=${seed} repeats them)`);
  },
);
