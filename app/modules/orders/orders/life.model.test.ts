import { type PaymentMethod } from '#app/basics/payment-methods.ts';
import fc from 'fast-check';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paise, rupees } from '#app/basics/money.ts';
import { takeStock } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { placeOrder } from '#app/modules/payments/checkout/checkout.server.ts';
import { saveCoupon } from '#app/modules/orders/coupons/coupons.server.ts';
import { checkLedger } from '#app/modules/operations/health/ledger-check.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { inTransaction } from '#app/platform/shop.server.ts';
import { ADDRESS, checkoutOf, newReference, putIntoCart } from '#tests/support/checkout.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { ORDER_STATUSES, type OrderStatus, type PaymentStatus, type Verification, VERIFICATIONS } from './order.ts';
import { ORDER_LIFE, statusesAfter } from './order-life.ts';
import {
  createOrder,
  issueFirstInvoice,
  lockOrder,
  restockItems,
  setVerification,
  transition,
} from './orders.server.ts';
import type { OrderEvent } from './internal/transition.server.ts';

const LIVES = Number(process.env.MODEL_RUNS ?? 50);
const AT_ONCE = 10;
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9));

const BOUGHT = 2;
const IN_STOCK = 5;
const COUPON = 'LIFE10';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

type Model = {
  status: OrderStatus;
  payment: PaymentStatus;
  verification: Verification;
  method: PaymentMethod;
  reference: string | null;
  isHeld: boolean;
  isReleased: boolean;
  isReturnedToSender: boolean;
  stock: number;
  taken: number;
  restocked: number;
  hasCoupon: boolean;
  couponUses: number;
  invoices: number;
  creditNotes: number;
  purchases: number;
  history: number;
  /** The amount is in paise. */
  due: number;
  received: number;
  total: number;
  isConfirmed: boolean;
  announced: string[];
};

type Step =
  | OrderEvent
  | { type: 'verify'; verification: Verification }
  | { type: 'sell-the-rest' }
  | { type: 'one-comes-back' };

const status = fc.constantFrom(...ORDER_STATUSES);
const method = fc.constantFrom<PaymentMethod[]>('upi', 'razorpay', 'paytm');
const to = (type: 'restore' | 'set-back') => status.map((each): Step => ({ type, to: each, reason: 'because' }));
const step: fc.Arbitrary<Step> = fc.oneof(
  method.map((each): Step => ({ type: 'choose-method', method: each })),
  fc.constant<Step>({ type: 'claim', method: 'upi' }),
  fc.constant<Step>({ type: 'give-reference', method: 'upi', reference: '' }),
  method.map((each): Step => ({ type: 'pay', method: each, reference: '' })),
  fc.constantFrom<Step[]>(
    { type: 'lapse' },
    { type: 'return-to-sender' },
    { type: 'confirm', to: 'processing' },
    { type: 'ship', to: 'shipped' },
    { type: 'deliver', to: 'delivered' },
    { type: 'cancel', to: 'cancelled' },
    { type: 'cancel', reason: 'Cancelled by the customer' },
    { type: 'correct-address', address: { ...ADDRESS, city: 'Nainital' }, reason: 'because' },
    { type: 'refund', isWhole: true },
    { type: 'refund', isWhole: false },
    { type: 'refund-failed', feeAgain: paise(0) },
    { type: 'sell-the-rest' },
    { type: 'one-comes-back' },
  ),
  to('restore'),
  to('restore'),
  to('set-back'),
  fc.constant<Step>({ type: 'note-reference', reference: '', reason: 'because' }),
  fc.constantFrom(...VERIFICATIONS).map((verification): Step => ({ type: 'verify', verification })),
);

const isCertain = (each: OrderStatus) => each === 'processing' || each === 'shipped' || each === 'delivered';
const announcement = (name: string, payload: object = {}) =>
  JSON.stringify([name, Object.entries(payload).toSorted(([a], [b]) => (a < b ? -1 : 1))]);

/** Returns `impossible` when the status does not allow the event, and `refused` without stock. */
function expectStep(before: Model, happened: Step): Model | 'impossible' | 'refused' {
  const model = { ...before, announced: [...before.announced] };
  const taken = BOUGHT - model.restocked;
  if (happened.type === 'sell-the-rest') return { ...model, stock: 0 };
  if (happened.type === 'one-comes-back') {
    if (model.status === 'cancelled' || taken === 0) return model;
    return { ...model, stock: model.stock + 1, taken: model.taken - 1, restocked: model.restocked + 1 };
  }
  if (happened.type === 'verify') {
    if (model.verification === happened.verification) return model;
    model.verification = happened.verification;
    model.history += 1;
    model.announced.push(announcement('orders.payment-checked', { verification: model.verification }));
    return model;
  }
  const owedBefore = Math.max(0, before.received - before.due);
  const possible = statusesAfter(before.status, happened.type);
  const named = 'to' in happened ? happened.to : possible[0];
  if (named === undefined || !possible.includes(named)) return 'impossible';
  const awaitsAgain = happened.type === 'restore' && before.payment === 'refunded';
  const next = awaitsAgain ? 'pending' : named;
  const moved = next !== before.status;

  if (before.status === 'cancelled' && moved) {
    if (model.stock < taken) return 'refused';
    model.stock -= taken;
    model.taken += taken;
    model.couponUses = model.hasCoupon ? 1 : 0;
    model.due = model.total;
  }
  if (next === 'cancelled' && moved) {
    model.stock += taken;
    model.taken -= taken;
    model.couponUses = 0;
    model.due = 0;
  }
  if (happened.type === 'give-reference' || happened.type === 'pay') model.payment = 'confirmed';
  if (happened.type === 'refund' && happened.isWhole) model.payment = 'refunded';
  if (happened.type === 'refund-failed' && before.payment === 'refunded') model.payment = 'confirmed';
  const isLookedFor = before.reference !== null && before.verification === 'unverified';
  if (happened.type === 'pay' && !isLookedFor) model.verification = 'matched';
  if (happened.type === 'give-reference' || happened.type === 'note-reference') model.verification = 'unverified';
  if (model.method === 'cod' && model.payment === 'pending' && next === 'delivered' && moved)
    Object.assign(model, { payment: 'confirmed', verification: 'matched', received: model.total });
  if (model.method === 'cod' && before.payment === 'confirmed' && before.status === 'delivered' && moved)
    if (next !== 'cancelled') Object.assign(model, { payment: 'pending', verification: 'unverified', received: 0 });
  if (awaitsAgain) Object.assign(model, { payment: 'pending', verification: 'unverified', reference: null });
  if ('method' in happened) model.method = happened.method;
  if ('reference' in happened)
    model.reference = happened.type === 'pay' ? (model.reference ?? happened.reference) : happened.reference;

  model.status = next;
  model.isHeld &&= next === 'pending';
  if (moved) model.isReleased = next === 'cancelled';
  model.isReturnedToSender = next === 'cancelled' && (model.isReturnedToSender || happened.type === 'return-to-sender');
  model.purchases = next !== 'cancelled' && model.payment !== 'pending' ? 1 : 0;
  if (moved && isCertain(next)) model.invoices = 1;
  if (moved && next === 'cancelled') {
    model.creditNotes += model.invoices;
    model.invoices = 0;
  }
  if (isCertain(next) && !model.isConfirmed) {
    model.isConfirmed = true;
    model.announced.push(announcement('orders.confirmed'));
  }
  if (moved) model.announced.push(announcement('orders.status-changed', { from: before.status, to: next }));
  else if (happened.type === 'pay' || happened.type === 'note-reference')
    model.announced.push(announcement('orders.payment-checked', { verification: model.verification }));
  const isSilent = ['choose-method', 'refund', 'refund-failed'].includes(happened.type);
  if (moved || !isSilent) model.history += 1;
  const owed = model.received - model.due;
  if (owed > owedBefore) model.announced.push(announcement('ledger.refund-owed', { amount: owed }));
  return model;
}

type Start = 'held' | 'claimed' | 'cash on delivery' | 'cash after a call';

async function begin(start: Start, customer: number): Promise<{ orderId: string; artworkId: string; model: Model }> {
  const { id: artworkId } = await shop.makeArtwork({ stockCount: IN_STOCK });
  const context = shop.as.customer(customer);
  const common = {
    verification: 'unverified',
    isReleased: false,
    isReturnedToSender: false,
    stock: IN_STOCK - BOUGHT,
    taken: BOUGHT,
    restocked: 0,
    history: 1,
  } as const;
  const certain = {
    status: 'processing',
    invoices: 1,
    creditNotes: 0,
    isConfirmed: true,
    announced: [announcement('orders.confirmed')],
  } as const;
  const waiting = {
    status: 'pending',
    invoices: 0,
    creditNotes: 0,
    isConfirmed: false,
    announced: [] as string[],
  } as const;
  if (start === 'cash on delivery' || start === 'cash after a call') {
    const waits = start === 'cash after a call';
    const order = await inTransaction(shop.as.admin(), async (inside) => {
      await takeStock(inside, [{ artworkId, quantity: BOUGHT }]);
      const price = rupees(1000);
      const settings = await getSettings(inside);
      const order = await createOrder(inside, {
        userId: 'userId' in context.actor ? context.actor.userId : null,
        items: [{ artwork_id: artworkId, title: 'Lota', price, quantity: BOUGHT, image: '/media/lota.webp' }],
        totals: {
          subtotal: rupees(2000),
          discountAmount: rupees(0),
          shippingCost: rupees(0),
          codCharge: rupees(50),
          gstAmount: rupees(0),
          total: rupees(2050),
        },
        shippingAddress: ADDRESS,
        payment: { method: 'cod', reference: null, isClaimed: false },
        ...(waits ? { heldUntil: null } : {}),
        draftKey: crypto.randomUUID(),
      });
      await issueFirstInvoice(inside, order!, settings);
      return order;
    });
    const payment = { method: 'cod', payment: 'pending', reference: null, isHeld: false } as const;
    const model = {
      ...common,
      ...(waits ? waiting : certain),
      ...payment,
      announced: waits ? [] : [...certain.announced],
      hasCoupon: false,
      couponUses: 0,
      purchases: 0,
      due: rupees(2050),
      received: 0,
      total: rupees(2050),
    };
    return { orderId: order!.id, artworkId, model };
  }
  await putIntoCart(context, artworkId, BOUGHT);
  const coupon = { couponCode: COUPON, discountPercentage: 10 };
  const isHeld = start === 'held';
  const reference = isHeld ? '' : newReference();
  const placed = await placeOrder(
    context,
    await checkoutOf(context, { ...coupon, paymentReferenceId: reference, ...(isHeld ? { online: 'yes' } : {}) }),
  );
  if (!placed.ok) throw new Error(placed.reason);
  const model: Model = {
    ...common,
    ...(isHeld ? waiting : { ...certain, announced: [...certain.announced] }),
    method: 'manual',
    payment: isHeld ? 'pending' : 'confirmed',
    reference: isHeld ? null : reference,
    isHeld,
    hasCoupon: true,
    couponUses: 1,
    purchases: isHeld ? 0 : 1,
    due: placed.value.total,
    received: 0,
    total: placed.value.total,
  };
  return { orderId: placed.value.id, artworkId, model };
}

async function read(orderId: string, artworkId: string): Promise<Model> {
  const { rows } = await shop.database.execute<
    Omit<Model, 'announced'> & { announced: { name: string; payload: { orderId?: string } }[] }
  >(sql`
    select status, payment_status as payment, verification, payment_method as method, payment_reference_id as reference,
      held_until is not null as "isHeld", released_at is not null as "isReleased",
      returned_to_sender_at is not null as "isReturnedToSender", confirmed_at is not null as "isConfirmed",
      coalesce((restocked->>${artworkId})::int, 0) as restocked,
      (select stock_count from artworks where id = ${artworkId}::uuid) as stock,
      (select -coalesce(sum(change), 0)::int from stock_changes where order_id = orders.id) as taken,
      coupon_code is not null as "hasCoupon",
      (select count(*)::int from coupon_redemptions where order_id = orders.id and released_at is null) as "couponUses",
      (select count(*) filter (where kind = 'invoice') - count(*) filter (where is_cancellation) from papers
        where order_id = orders.id)::int as invoices,
      (select count(*)::int from papers where order_id = orders.id and kind = 'credit-note') as "creditNotes",
      (select count(*)::int from artwork_purchases where order_id = orders.id) as purchases,
      (select count(*)::int from order_history where order_id = orders.id) as history, total::int,
      (select due::int from order_balances where order_id = orders.id) as due,
      (select received::int from order_balances where order_id = orders.id) as received,
      (select coalesce(json_agg(json_build_object('name', name, 'payload', payload)), '[]') from outbox
        where payload->>'orderId' = orders.id::text) as announced
    from orders where id = ${orderId}::uuid`);
  const { announced, ...row } = rows[0]!;
  return {
    ...row,
    announced: announced
      .map(({ name, payload: { orderId: _orderId, ...payload } }) => announcement(name, payload))
      .toSorted(),
  };
}

async function takeStep(
  orderId: string,
  artworkId: string,
  happened: Step,
): Promise<'done' | 'impossible' | 'refused'> {
  const admin = shop.as.admin();
  if (happened.type === 'sell-the-rest') {
    await shop.database.execute(sql`update artworks set stock_count = 0 where id = ${artworkId}::uuid`);
    return 'done';
  }
  return inTransaction(admin, async (inside) => {
    if (happened.type === 'one-comes-back') {
      await restockItems(inside, { orderId, lines: [{ artworkId, quantity: 1 }] });
      return 'done';
    }
    const order = await lockOrder(inside, orderId);
    if (happened.type === 'verify') {
      await setVerification(inside, new Map([[orderId, {}]]), happened.verification);
      return 'done';
    }
    try {
      return (await transition(inside, order, happened)).ok ? 'done' : 'refused';
    } catch (error) {
      if (error instanceof RangeError) return 'impossible';
      throw error;
    }
  });
}

let lives = 0;
const life = fc.asyncProperty(
  fc.constantFrom<Start[]>('held', 'held', 'claimed', 'cash on delivery', 'cash after a call'),
  fc.array(step, { minLength: 1, maxLength: 14 }),
  async (start, steps) => {
    lives += 1;
    const { orderId, artworkId, model: first } = await begin(start, 1 + (lives % 50));
    let model: Model = first;
    expect(await read(orderId, artworkId)).toEqual(model);
    for (const each of steps) {
      const happened = 'reference' in each ? { ...each, reference: newReference() } : each;
      const wanted = expectStep(model, happened);
      const outcome = await takeStep(orderId, artworkId, happened);
      expect(outcome).toBe(typeof wanted === 'string' ? wanted : 'done');
      if (typeof wanted !== 'string') model = wanted;
      expect(await read(orderId, artworkId)).toEqual({ ...model, announced: model.announced.toSorted() });
      expect(ORDER_LIFE[model.status].isCertain).toBe(isCertain(model.status));
    }
  },
);

/** Expects that every coupon use belongs to an order and that invoice numbers have no gaps. */
async function checkBooks(): Promise<void> {
  const { rows } = await shop.database.execute<{ uses: number; redeemed: number; numbers: number; last: number }>(sql`
    select (select used_count from coupons where code = ${COUPON}) as uses,
      (select count(*)::int from coupon_redemptions where released_at is null) as redeemed,
      (select count(distinct (kind, number))::int from papers) as numbers,
      (select coalesce(sum(value::int), 0)::int from paper_counters, jsonb_each_text(last_numbers)) as last`);
  const [{ uses, redeemed, numbers, last }] = rows as [
    { uses: number; redeemed: number; numbers: number; last: number },
  ];
  expect(uses).toBe(redeemed);
  expect(numbers).toBe(last);
  // Only the order is checked here. `verifyPayments` checks its payment.
  expect((await checkLedger(shop.as.admin())).filter(({ about }) => about !== 'order')).toEqual([]);
}

test(
  'any sequence keeps status, payment, hold, stock, coupon, invoice and messages consistent',
  { timeout: 60 * 60_000 },
  async () => {
    for (let round = 0; lives < LIVES; round += 1) {
      await shop.empty();
      await saveCoupon(shop.as.admin(), {
        code: COUPON,
        discountPercentage: 10,
        usageLimit: null,
        validFrom: null,
        validUntil: null,
      });
      // A round that fails prints its seed; SEED runs a seed first.
      await fc.assert(life, { seed: seed + round, numRuns: AT_ONCE });
      await checkBooks();
    }
    console.log(`${lives} lives of orders from seed ${seed} (SEED=${seed} repeats them)`);
  },
);
