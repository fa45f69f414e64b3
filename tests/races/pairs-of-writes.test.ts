// Every two writes that touch the same order or its pieces, at the same moment: what comes of them, and what each is answered, is
// what comes of one after the other, in one order or the other. The writes are made from the table of an order's life, so that an
// event that is added there doesn't compile until it is raced.
import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FakeGateway, fakeGateway } from '#app/adapters/payment/fake-gateway.ts';
import { rupees } from '#app/basics/money.ts';
import { cart } from '#app/modules/cart/tables.server.ts';
import { changeArtworks, deleteArtworks } from '#app/modules/catalogue/catalogue.server.ts';
import { artworks } from '#app/modules/catalogue/tables.server.ts';
import type { Checkout } from '#app/modules/checkout/forms.ts';
import { placeOrder } from '#app/modules/checkout/checkout.server.ts';
import { saveCoupon } from '#app/modules/coupons/coupons.server.ts';
import { coupons } from '#app/modules/coupons/tables.server.ts';
import { takeGatewayWebhook } from '#app/modules/gateways/gateways.server.ts';
import { checkLedger } from '#app/modules/ledger/ledger.server.ts';
import { ledgerEntries, payments, refunds } from '#app/modules/ledger/tables.server.ts';
import type { OrderStatus } from '#app/modules/orders/order.ts';
import { ORDER_LIFE, type OrderEventType } from '#app/modules/orders/order-life.ts';
import { archiveOrder, cancelOrder, correctAddress, setOrderStatus } from '#app/modules/orders/orders.server.ts';
import { orderHistory, orders } from '#app/modules/orders/tables.server.ts';
import { papers } from '#app/modules/papers/tables.server.ts';
import {
  claimPayment,
  giveReference,
  noteReference,
  returnToCart,
  startGatewayPayment,
  sweepHeldOrders,
  verifyPayment,
} from '#app/modules/payments/payments.server.ts';
import { refundOrder } from '#app/modules/refunds/refunds.server.ts';
import { DEFAULT_SETTINGS } from '#app/modules/settings/settings.ts';
import { updateSettings } from '#app/modules/settings/settings.server.ts';
import { stockChanges } from '#app/modules/stock-history/tables.server.ts';
import { outbox } from '#app/platform/outbox/tables.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { openServerDatabase } from '#tests/support/both-databases.ts';
import { ADDRESS, checkoutOf, newReference, putIntoCart } from '#tests/support/checkout.ts';
import { drawPairs, listed, racePairs, timeFor, type Write } from '#tests/support/raced-pairs.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';

const IN_STOCK = 2;
const HELD_MINUTES = 15;
const COUPON_USES = 2;

let shop: TestShop;
let paytm: FakeGateway;
beforeAll(async () => {
  shop = await openTestShop(openServerDatabase);
});
afterAll(() => shop?.close());

/** One order, whose it is, what it is of, and the customer who wants what is left of that. */
type Scene = {
  orderId: string;
  artworkId: string;
  code: string;
  mine: Shop;
  /** Is sent by the other customer. */
  rival: Checkout;
  other: Shop;
  owner: Shop;
  /** Where the gateway has its payment. */
  providerOrderId: string | undefined;
  paymentId: string | undefined;
  references: { given: string; noted: string };
  refundKey: string;
};

const setStatus =
  (status: OrderStatus): Write<Scene> =>
  ({ orderId, owner }) =>
    setOrderStatus(owner, { orderId, status, reason: 'because', shipUnverified: true });

const paysAtGateway: Write<Scene> = async ({ providerOrderId, owner }) => {
  if (!providerOrderId) return 'no gateway has it';
  const { rawBody, headers } = paytm.webhookOf(providerOrderId);
  return takeGatewayWebhook({ ...owner, actor: { kind: 'shop' } }, 'paytm', rawBody, headers);
};
/** The shop itself, once whatever was held now is held no more. */
const sweeping = ({ owner }: Scene): Shop => ({
  ...owner,
  actor: { kind: 'shop' },
  now: new Date(owner.now.getTime() + (HELD_MINUTES + 1) * 60_000),
});

/** What makes each event happen, as its customer, the owner or the shop itself do. */
const EVENTS: Record<OrderEventType, Record<string, Write<Scene>>> = {
  'choose-method': {
    'pays at a gateway': ({ orderId, mine }) => startGatewayPayment(mine, { orderId, method: 'paytm' }),
  },
  claim: { 'says that it is paid': ({ orderId, mine }) => claimPayment(mine, orderId) },
  'give-reference': {
    'gives a reference': ({ orderId, mine, references }) =>
      giveReference(mine, { orderId, paymentReferenceId: references.given }),
  },
  pay: {
    'the gateway has the money': paysAtGateway,
  },
  lapse: { 'its hold has passed': (scene) => sweepHeldOrders(sweeping(scene)) },
  'return-to-sender': {
    'its parcel came back': ({ orderId, owner }) =>
      setOrderStatus(owner, { orderId, status: 'cancelled', isReturnedToSender: true }),
  },
  confirm: { 'is confirmed': setStatus('processing') },
  ship: { 'is shipped': setStatus('shipped') },
  deliver: { 'is delivered': setStatus('delivered') },
  cancel: {
    'is cancelled by the owner': setStatus('cancelled'),
    'is cancelled by its customer': ({ orderId, mine }) => cancelOrder(mine, orderId),
    'goes back into the cart': ({ orderId, mine }) => returnToCart(mine, orderId),
    'its payment is rejected': ({ orderId, owner }) =>
      verifyPayment(owner, { orderId, verification: 'rejected', reason: 'Not in the bank' }),
  },
  restore: { 'its cancellation is taken back': setStatus('processing') },
  'set-back': { 'is set back': setStatus('pending') },
  'note-reference': {
    'the owner notes a reference': ({ orderId, owner, references }) =>
      noteReference(owner, { orderId, reference: references.noted }),
  },
  'correct-address': {
    'its address is corrected': ({ orderId, owner }) =>
      correctAddress(owner, { orderId, address: { ...ADDRESS, street: '2 Thana Bazar' } }),
  },
  refund: {
    'its money goes back': ({ orderId, paymentId, owner, refundKey }) =>
      paymentId === undefined
        ? Promise.resolve('nothing was paid')
        : refundOrder(owner, { orderId, paymentId, amount: rupees(100), reason: 'Goodwill', key: refundKey }),
  },
};

/** What else writes the order's row, or those of its piece and coupon. */
const BESIDE: Record<string, Write<Scene>> = {
  'its payment is matched': ({ orderId, owner }) => verifyPayment(owner, { orderId, verification: 'matched' }),
  'is archived': ({ orderId, owner }) => archiveOrder(owner, orderId),
  'somebody else orders what is left': ({ other, rival }) => placeOrder(other, rival),
  'one more of it is there': ({ owner, artworkId }) =>
    changeArtworks(owner, [artworkId], { stock: { step: 'raise', count: 1, reason: 'Found one more' } }),
  'it is out of stock': ({ owner, artworkId }) => changeArtworks(owner, [artworkId], 'out-of-stock'),
  'its piece is deleted': ({ owner, artworkId }) => deleteArtworks(owner, [artworkId]),
};

/**
 * A sweep leaves an order that it finds locked for its next time, and asks the gateway before it locks one: what that has comes in the
 * end, also where the sweep came too late.
 */
const AFTERWARDS: Record<string, Write<Scene>> = {
  'its hold has passed': async (scene) => {
    await sweepHeldOrders(sweeping(scene));
    await paysAtGateway(scene);
  },
};

/** Where an order can stand, and how it came there. */
const STARTS: Record<string, { status: OrderStatus; by: Partial<Checkout>; then: readonly OrderStatus[] }> = {
  'waits for its gateway': {
    status: 'pending',
    by: { paymentMethod: 'paytm', paymentReferenceId: '', online: 'yes' },
    then: [],
  },
  'waits for a call': { status: 'pending', by: { paymentMethod: 'cod', paymentReferenceId: '' }, then: [] },
  'has a reference': { status: 'processing', by: {}, then: [] },
  'is on its way': { status: 'shipped', by: {}, then: ['shipped'] },
  'has arrived': { status: 'delivered', by: {}, then: ['delivered'] },
  'is cancelled': { status: 'cancelled', by: {}, then: ['cancelled'] },
};

/** What can happen to an order that stands so. */
function namesOf(start: string): string[] {
  const possible = Object.keys(ORDER_LIFE[STARTS[start]!.status].on) as OrderEventType[];
  return [...possible.flatMap((event) => Object.keys(EVENTS[event])), ...Object.keys(BESIDE)];
}
const WRITES: Record<string, Write<Scene>> = { ...BESIDE, ...Object.assign({}, ...Object.values(EVENTS)) };
const pairs = drawPairs(Object.fromEntries(Object.keys(STARTS).map((start) => [start, namesOf(start)])), 40);

/** The same order once more, of another customer and another piece: nothing that is raced is shared with it. */
async function makeScene(start: string, nth: number): Promise<Scene> {
  const { by, then } = STARTS[start]!;
  const [mine, other, owner] = [shop.as.customer(2 * nth + 1), shop.as.customer(2 * nth + 2), shop.as.admin()];
  const { id: artworkId } = await shop.makeArtwork({ price: rupees(3000), stockCount: IN_STOCK });
  const code = `RACE${nth}`;
  const coupon = { code, discountPercentage: 10, usageLimit: COUPON_USES, validFrom: null, validUntil: null };
  await saveCoupon(owner, coupon);
  const discounted = { couponCode: code, discountPercentage: 10 };
  await putIntoCart(mine, artworkId);
  const placed = await placeOrder(mine, await checkoutOf(mine, { ...discounted, ...by }));
  if (!placed.ok) throw new Error(placed.reason);
  const orderId = placed.value.id;
  for (const status of then) {
    const set = await setOrderStatus(owner, { orderId, status, reason: 'because', shipUnverified: true });
    if (!set.ok) throw new Error(set.reason);
  }
  const providerOrderId = by.paymentMethod === 'paytm' ? await payAtGateway(mine, orderId) : undefined;
  const [payment] = await shop.database.select().from(payments).where(eq(payments.orderId, orderId));
  await putIntoCart(other, artworkId);
  return {
    orderId,
    artworkId,
    code,
    mine,
    rival: await checkoutOf(other, discounted),
    other,
    owner,
    providerOrderId,
    paymentId: payment?.id,
    references: { given: newReference(), noted: newReference() },
    refundKey: crypto.randomUUID(),
  };
}

/** The customer has paid there; the shop hasn't heard of it yet. */
async function payAtGateway(mine: Shop, orderId: string): Promise<string> {
  const started = await startGatewayPayment(mine, { orderId, method: 'paytm' });
  if (!started.ok) throw new Error(started.reason);
  await paytm.simulate(started.value.providerOrderId, 'pay');
  return started.value.providerOrderId;
}

/** All that stands in the database of this order, its piece and its coupon, without what is another for each: ids, numbers, references. */
async function snapshotOf({ orderId, artworkId, code, mine, other, references }: Scene) {
  const { database } = shop;
  const userIdOf = ({ actor }: Shop) => ('userId' in actor ? actor.userId : '');
  const nameOf = (reference: string | null) =>
    reference === references.given ? 'given' : reference === references.noted ? 'noted' : reference && 'another';
  const [order] = await database.select().from(orders).where(eq(orders.id, orderId));
  const rivals = await database
    .select()
    .from(orders)
    .where(eq(orders.userId, userIdOf(other)));
  const ours = [orderId, ...rivals.map(({ id }) => id)];
  const [piece] = await database.select().from(artworks).where(eq(artworks.id, artworkId));
  const [coupon] = await database.select().from(coupons).where(eq(coupons.code, code));
  const inCart = await database
    .select()
    .from(cart)
    .where(eq(cart.userId, userIdOf(mine)));
  const paid = await database
    .select()
    .from(payments)
    .where(sql`${payments.orderId} = any(${sql.param(ours)}::uuid[])`);
  return {
    order: {
      status: order!.status,
      paymentStatus: order!.paymentStatus,
      verification: order!.verification,
      method: order!.paymentMethod,
      reference: nameOf(order!.paymentReferenceId),
      isHeld: order!.heldUntil !== null,
      isClaimed: order!.claimedAt !== null,
      isReleased: order!.releasedAt !== null,
      isConfirmed: order!.confirmedAt !== null,
      cameBack: order!.returnedToSenderAt !== null,
      isArchived: order!.archivedAt !== null,
      street: order!.shippingAddress.street,
      fee: order!.cancellationFee,
    },
    rivals: listed(rivals, ({ status, paymentStatus, couponCode }) => [status, paymentStatus, couponCode !== null]),
    stock: piece?.stockCount ?? 'gone',
    stockHistory: listed(
      await database.select().from(stockChanges).where(eq(stockChanges.artworkId, artworkId)),
      ({ kind, change }) => [kind, change],
    ),
    couponUses: coupon!.usedCount,
    cart: listed(inCart, ({ quantity }) => quantity),
    payments: listed(paid, ({ source, amount, status, verification, referenceId }) => [
      source,
      amount,
      status,
      verification,
      nameOf(referenceId),
    ]),
    refunds: listed(
      await database
        .select({ amount: refunds.amount, status: refunds.status })
        .from(refunds)
        .innerJoin(payments, eq(payments.id, refunds.paymentId))
        .where(eq(payments.orderId, orderId)),
      ({ amount, status }) => [amount, status],
    ),
    ledger: listed(
      await database.select().from(ledgerEntries).where(eq(ledgerEntries.orderId, orderId)),
      ({ type, amount }) => [type, amount],
    ),
    papers: listed(await database.select().from(papers).where(eq(papers.orderId, orderId)), ({ kind, total }) => [
      kind,
      total,
    ]),
    history: listed(
      await database.select().from(orderHistory).where(eq(orderHistory.orderId, orderId)).orderBy(asc(orderHistory.id)),
      ({ fromStatus, toStatus }) => [fromStatus, toStatus],
    ),
    events: listed(
      await database
        .select()
        .from(outbox)
        .where(sql`payload->>'orderId' = ${orderId}`),
      ({ name, payload: { orderId: _orderId, paymentId: _paymentId, ...rest } }) => [name, rest],
    ),
  };
}

/** What there is of a piece, what orders hold of it and what was counted must be what there was. */
async function stockIsWhole({ artworkId }: Scene): Promise<boolean> {
  const { rows } = await shop.database.execute<{ isWhole: boolean }>(sql`
    select stock_count = ${IN_STOCK}::int + coalesce((select sum(change) from stock_changes where artwork_id = ${artworkId}::uuid), 0)
      and stock_count >= 0 as "isWhole"
    from artworks where id = ${artworkId}::uuid`);
  return rows[0]?.isWhole ?? true;
}

async function emptyShop(): Promise<void> {
  await shop.empty();
  paytm = fakeGateway({ name: 'paytm' });
  shop.suppliers.payment = { paytm };
  await updateSettings(shop.as.admin(), {
    paymentMethods: ['manual', 'cod', 'paytm'],
    cashOnDelivery: { ...DEFAULT_SETTINGS.cashOnDelivery, confirmByPhone: true },
  });
}

async function findHarm(scene: Scene): Promise<string[]> {
  const differences = await checkLedger(shop.as.admin());
  return [
    ...((await stockIsWhole(scene)) ? [] : ['its stock is not whole']),
    ...differences.map((difference) => `the books: ${JSON.stringify(difference)}`),
  ];
}

test(
  'whatever two of them happen to an order at once, it is as if one came after the other',
  { timeout: timeFor(pairs) },
  async () => {
    const races = { writes: WRITES, afterwards: AFTERWARDS, emptyShop, makeScene, snapshotOf, findHarm };
    expect(await racePairs(pairs, races)).toBe('');
  },
);
