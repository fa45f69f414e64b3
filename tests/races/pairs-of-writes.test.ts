// Races every two writes of one order, and compares the outcome with both serial orders. The writes come from the event
// table, so new events are included.
import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FakeGateway, fakeGateway } from '#app/adapters/payment/fake-gateway.ts';
import { itemKey } from '#app/basics/item.ts';
import { type Paise, rupees } from '#app/basics/money.ts';
import { cart } from '#app/modules/orders/cart/tables.server.ts';
import { changeArtworks, deleteArtworks, getArtwork } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { artworks, artworkVariants, stockChanges } from '#app/modules/catalogue/artworks/tables.server.ts';
import type { Variant } from '#app/modules/catalogue/artworks/variant.ts';
import { saveVariants } from '#app/modules/catalogue/artworks/options.server.ts';
import type { Checkout } from '#app/modules/payments/checkout/forms.ts';
import {
  holdCheckout,
  openCheckout,
  placeOrder,
  placePaidCheckout,
} from '#app/modules/payments/checkout/checkout.server.ts';
import { checkoutAttempts } from '#app/modules/payments/checkout/tables.server.ts';
import { saveCoupon } from '#app/modules/orders/coupons/coupons.server.ts';
import { coupons } from '#app/modules/orders/coupons/tables.server.ts';
import { takeGatewayWebhook } from '#app/modules/payments/payments/gateways.server.ts';
import { sweepHolds } from '#app/modules/orders/holds/holds.server.ts';
import { stockHolds } from '#app/modules/orders/holds/tables.server.ts';
import { checkLedger } from '#app/modules/operations/health/ledger-check.server.ts';
import { payments } from '#app/modules/orders/ledger/tables.server.ts';
import type { OrderStatus } from '#app/modules/orders/orders/order.ts';
import { ORDER_LIFE, type OrderEventType } from '#app/modules/orders/orders/order-life.ts';
import { archiveOrder, cancelOrder, correctAddress, setOrderStatus } from '#app/modules/orders/orders/orders.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import {
  claimPayment,
  giveReference,
  noteReference,
  returnToCart,
  settleByBank,
  startGatewayPayment,
  sweepHeldOrders,
  verifyPayment,
} from '#app/modules/payments/payments/payments.server.ts';
import {
  paymentsAndRefunds,
  refundOrder,
  refundThroughGateway,
  retryPendingRefunds,
  takeBackRefund,
} from '#app/modules/payments/payments/refunds.server.ts';
import { DEFAULT_SETTINGS } from '#app/modules/store/settings/settings.ts';
import { updateSettings } from '#app/modules/store/settings/settings.server.ts';
import { inTransaction, type Shop, signedIn } from '#app/platform/shop.server.ts';
import { changeAndConfirm } from '#tests/support/change-order.ts';
import { openServerDatabase } from '#tests/support/both-databases.ts';
import { ADDRESS, checkoutOf, newReference, orderCart, putIntoCart, ownAddress } from '#tests/support/checkout.ts';
import { listed, orderSnapshot } from '#tests/support/order-snapshot.ts';
import { agreeOnOrder } from '#tests/support/order-with-advance.ts';
import { bringTo, drawPairs, racePairs, timeFor, type Write } from '#tests/support/raced-pairs.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';

const DRAWN = 28;
/** One order has two of them, and the other wants the last. */
const IN_STOCK = 3;
const BOUGHT = 2;
const PRICE = rupees(1500);
const AGREED = rupees(3000);
const WENT_BACK = rupees(200);
const ADVANCE = rupees(1000);
const BANKED = rupees(1500);
const HELD_MINUTES = 15;
const COUPON_USES = 2;

let shop: TestShop;
let paytm: FakeGateway;
beforeAll(async () => {
  shop = await openTestShop(openServerDatabase);
});
afterAll(() => shop?.close());

type Scene = {
  orderId: string;
  artworkId: string;
  variants: Variant[];
  version: number;
  code: string;
  mine: Shop;
  rival: Checkout;
  rivalNumber: string;
  other: Shop;
  owner: Shop;
  providerOrderId: string | undefined;
  paymentId: string | undefined;
  references: { given: string; noted: string; banked: string; paid: string };
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
const settles: Write<Scene> = ({ orderId, owner, references }) =>
  inTransaction(owner, (owner) =>
    settleByBank(owner, { orderId, amount: BANKED, reference: references.banked, reason: 'Found in the bank' }),
  );
const sweeping = ({ owner }: Scene): Shop => ({
  ...owner,
  actor: { kind: 'shop' },
  now: new Date(owner.now.getTime() + (HELD_MINUTES + 1) * 60_000),
});

const unanswered = (shop: Shop): Shop => ({
  ...shop,
  suppliers: { ...shop.suppliers, payment: { paytm: { ...paytm, refund: async () => undefined } } },
});

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
    'the bank has half of it': settles,
  },
  // Happens only at the end of `pay`, for an order without stock.
  'pay-too-late': {},
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
  change: {
    'its customer takes one piece less': ({ orderId, mine, artworkId, variants }) =>
      changeAndConfirm(mine, orderId, {
        quantities: { [itemKey({ artworkId, variantId: variants[0]?.id })]: BOUGHT - 1 },
        note: 'Ring twice',
      }),
  },
  refund: {
    'its money goes back': ({ orderId, paymentId, owner, refundKey }) =>
      paymentId === undefined
        ? Promise.resolve('nothing was paid')
        : refundOrder(owner, { orderId, paymentId, amount: rupees(100), reason: 'Goodwill', key: refundKey }),
    'its money goes back through the gateway': ({ orderId, paymentId, owner, refundKey }) =>
      paymentId === undefined
        ? Promise.resolve('nothing was paid')
        : refundThroughGateway(unanswered(owner), {
            orderId,
            paymentId,
            amount: rupees(100),
            reason: 'Goodwill',
            key: refundKey,
          }),
  },
  'refund-failed': {
    'what went back did not arrive': async ({ orderId, owner }) => {
      const { refunds } = await paymentsAndRefunds(owner, orderId);
      const refund = refunds.find(({ amount }) => amount === WENT_BACK);
      if (!refund) return 'nothing went back';
      return takeBackRefund(owner, { orderId, refundId: refund.id, isMistake: true, reason: 'It came back' });
    },
  },
};

const goesBack: Write<Scene> = async ({ orderId, owner }) => {
  const [payment] = (await paymentsAndRefunds(owner, orderId)).payments;
  const refund = { orderId, paymentId: payment!.id, amount: WENT_BACK, reason: 'Cancelled', key: crypto.randomUUID() };
  return refundOrder(owner, refund);
};

const drawsQr: Write<Scene> = ({ other, rival: { key }, code }) =>
  holdCheckout(other, { key, couponCode: code, zipCode: ADDRESS.zipCode, address: ADDRESS });

const OTHER_WRITES: Record<string, Write<Scene>> = {
  'its payment is matched': ({ orderId, owner }) => verifyPayment(owner, { orderId, verification: 'matched' }),
  'is archived': ({ orderId, owner }) => archiveOrder(owner, orderId),
  'somebody else orders what is left': ({ other, rival }) => placeOrder(other, rival),
  'somebody else draws a QR for what is left': drawsQr,
  'one more of it is there': ({ owner, artworkId }) =>
    changeArtworks(owner, [artworkId], { stock: { step: 'raise', count: 1, reason: 'Found one more' } }),
  'it is out of stock': ({ owner, artworkId }) => changeArtworks(owner, [artworkId], 'out-of-stock'),
  'its piece is deleted': ({ owner, artworkId }) => deleteArtworks(owner, [artworkId]),
};

const OTHER_WRITES_OF_HOLD: Record<string, Write<Scene>> = {
  'the QR of somebody else has passed': (scene) => sweepHolds(sweeping(scene)),
  'the QR of somebody else was paid': ({ owner, rival, rivalNumber: orderNumber, references }) =>
    placePaidCheckout(owner, { orderNumber, amount: rival.seenTotal, reference: references.paid, paidOn: owner.now }),
};

const OTHER_WRITES_OF_VARIANTS: Record<string, Write<Scene>> = {
  'its variants are counted': ({ owner, artworkId, version, variants }) =>
    saveVariants(owner, {
      artworkId,
      version,
      variants: variants.map((variant) => ({ ...variant, stockCount: variant.stockCount + 1 })),
    }),
  'its variant is given up': ({ owner, artworkId, version, variants }) =>
    saveVariants(owner, { artworkId, version, variants: variants.slice(1) }),
};

/** A sweep skips locked orders and asks the gateway before locking, so it runs once more afterwards. */
const AFTERWARDS: Record<string, Write<Scene>> = {
  'its hold has passed': async (scene) => {
    await sweepHeldOrders(sweeping(scene));
    await paysAtGateway(scene);
  },
  'its money goes back through the gateway': (scene) => retryPendingRefunds(sweeping(scene)),
};

type Start = {
  status: OrderStatus;
  advance?: Paise;
  by?: Partial<Checkout>;
  hasVariants?: boolean;
  then?: readonly Write<Scene>[];
};

const BY_GATEWAY = { paymentMethod: 'paytm', paymentReferenceId: '', online: 'yes' } as const;

const STARTS: Record<string, Start> = {
  'waits for its payment': { status: 'pending', by: { paymentReferenceId: '', online: 'yes' } },
  'waits for its gateway': { status: 'pending', by: BY_GATEWAY },
  'waits for a call': { status: 'pending', by: { paymentMethod: 'cod', paymentReferenceId: '' } },
  'waits for its advance': { status: 'pending', advance: ADVANCE },
  'waits while what is left is held': { status: 'pending', by: BY_GATEWAY, then: [drawsQr] },
  'waits, of a variant': { status: 'pending', by: BY_GATEWAY, hasVariants: true },
  'has a reference': { status: 'processing' },
  'is paid at its gateway': { status: 'processing', by: BY_GATEWAY, then: [paysAtGateway] },
  'has its advance': { status: 'processing', advance: ADVANCE, then: [settles] },
  'is on its way': { status: 'shipped', then: [setStatus('shipped')] },
  'has arrived': { status: 'delivered', then: [setStatus('delivered')] },
  'is cancelled': { status: 'cancelled', then: [setStatus('cancelled')] },
  'was paid back in part': {
    status: 'cancelled',
    by: BY_GATEWAY,
    then: [paysAtGateway, setStatus('cancelled'), goesBack],
  },
  'is cancelled, of a variant': { status: 'cancelled', hasVariants: true, then: [setStatus('cancelled')] },
};

function namesOf(start: string): string[] {
  const { status, hasVariants, then = [] } = STARTS[start]!;
  const possible = Object.keys(ORDER_LIFE[status].on) as OrderEventType[];
  const writes = [
    ...possible.map((event) => EVENTS[event]),
    OTHER_WRITES,
    then.includes(drawsQr) ? OTHER_WRITES_OF_HOLD : {},
    hasVariants ? OTHER_WRITES_OF_VARIANTS : {},
  ];
  return writes.flatMap((each) => Object.keys(each));
}
const WRITES: Record<string, Write<Scene>> = {
  ...OTHER_WRITES,
  ...OTHER_WRITES_OF_HOLD,
  ...OTHER_WRITES_OF_VARIANTS,
  ...Object.assign({}, ...Object.values(EVENTS)),
};
const pairs = drawPairs(Object.fromEntries(Object.keys(STARTS).map((start) => [start, namesOf(start)])), DRAWN);

async function makeScene(start: string, nth: number): Promise<Scene> {
  const { advance, by = {}, hasVariants = false, then = [] } = STARTS[start]!;
  const [mine, other, owner] = [shop.as.customer(2 * nth + 1), shop.as.customer(2 * nth + 2), shop.as.admin()];
  const { id: artworkId } = await shop.makeArtwork({ title: 'Brass Lota', price: PRICE, stockCount: IN_STOCK });
  if (hasVariants) await addVariants(owner, artworkId);
  const { variants } = await getArtwork(owner, artworkId);
  const code = `RACE${nth}`;
  const coupon = { code, discountPercentage: 10, usageLimit: COUPON_USES, validFrom: null, validUntil: null };
  await saveCoupon(owner, coupon);
  const discounted = { couponCode: code, discountPercentage: 10 };
  await putIntoCart(mine, artworkId, BOUGHT, variants[0]?.id);
  await putIntoCart(other, artworkId, 1, variants[0]?.id);
  const { id: orderId } =
    advance === undefined
      ? await orderCart(mine, { ...discounted, ...by, shippingAddress: ownAddress(mine) })
      : await agreeOnOrder(shop.as.shop(), mine, { artworkId, total: AGREED, advance });
  const scene: Scene = {
    orderId,
    artworkId,
    variants,
    version: 0,
    code,
    mine,
    rival: await checkoutOf(other, discounted),
    rivalNumber: (await openCheckout(other)).orderNumber,
    other,
    owner,
    providerOrderId: by.paymentMethod === 'paytm' ? await payAtGateway(mine, orderId) : undefined,
    paymentId: undefined,
    references: { given: newReference(), noted: newReference(), banked: newReference(), paid: newReference() },
    refundKey: crypto.randomUUID(),
  };
  await bringTo(then, scene);
  const [payment] = await shop.database.select().from(payments).where(eq(payments.orderId, orderId));
  const seen = await getArtwork(owner, artworkId);
  return { ...scene, paymentId: payment?.id, variants: seen.variants, version: seen.version };
}

async function addVariants(owner: Shop, artworkId: string): Promise<void> {
  const { version } = await getArtwork(owner, artworkId);
  const sizes = { Small: IN_STOCK, Large: 1 };
  const saved = await saveVariants(owner, {
    artworkId,
    version,
    variants: Object.entries(sizes).map(([size, stockCount]) => ({
      size,
      cloth: '',
      price: PRICE,
      stockCount,
      dimensions: { width: 0, height: 0, unit: 'cm' },
    })),
  });
  if (!saved.ok) throw new Error(saved.reason);
}

async function payAtGateway(mine: Shop, orderId: string): Promise<string> {
  const started = await startGatewayPayment(mine, { orderId, method: 'paytm' });
  if (!started.ok) throw new Error(started.reason);
  await paytm.simulate(started.value.providerOrderId, 'pay');
  return started.value.providerOrderId;
}

async function snapshotOf({ orderId, artworkId, variants, code, mine, other, references }: Scene) {
  const { database } = shop;
  const [myId, otherId] = [signedIn(mine).userId, signedIn(other).userId];
  const sizeOf = (variantId: string | null) => variants.find(({ id }) => id === variantId)?.size;
  const rivals = await database.select({ id: orders.id }).from(orders).where(eq(orders.userId, otherId));
  const [artwork] = await database.select().from(artworks).where(eq(artworks.id, artworkId));
  const [coupon] = await database.select().from(coupons).where(eq(coupons.code, code));
  return {
    ...(await orderSnapshot(database, orderId, references)),
    rivals: await Promise.all(rivals.map(({ id }) => orderSnapshot(database, id, references))),
    stock: artwork?.stockCount ?? 'gone',
    variants: listed(
      await database.select().from(artworkVariants).where(eq(artworkVariants.artworkId, artworkId)),
      ({ size, stockCount }) => [size, stockCount],
    ),
    stockHistory: listed(
      await database.select().from(stockChanges).where(eq(stockChanges.artworkId, artworkId)),
      ({ kind, change, variantId }) => [kind, change, sizeOf(variantId)],
    ),
    holds: listed(
      await database.select().from(stockHolds).where(eq(stockHolds.artworkId, artworkId)),
      ({ quantity, endedAt, variantId }) => [quantity, endedAt !== null, sizeOf(variantId)],
    ),
    rivalCheckouts: listed(
      await database.select().from(checkoutAttempts).where(eq(checkoutAttempts.userId, otherId)),
      ({ orderId, drawnQuote, drawnAmounts }) => [orderId !== null, drawnQuote !== null, drawnAmounts],
    ),
    couponUses: coupon!.usedCount,
    carts: listed(
      await database
        .select()
        .from(cart)
        .where(inArray(cart.userId, [myId, otherId])),
      ({ userId, quantity }) => [userId === myId, quantity],
    ),
  };
}

async function stockIsWhole({ artworkId }: Scene): Promise<boolean> {
  const { rows } = await shop.database.execute<{ isWhole: boolean }>(sql`
    select stock_count + coalesce((select sum(quantity) from stock_holds where artwork_id = a.id and ended_at is null), 0)
        = ${IN_STOCK}::int + coalesce((select sum(change) from stock_changes where artwork_id = a.id), 0)
      and stock_count >= 0
      and (not has_variants or stock_count = (select sum(stock_count) from artwork_variants where artwork_id = a.id)) as "isWhole"
    from artworks a where id = ${artworkId}::uuid`);
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

test('any two simultaneous changes of an order behave as if serial', { timeout: timeFor(pairs) }, async () => {
  const races = { writes: WRITES, afterwards: AFTERWARDS, emptyShop, makeScene, snapshotOf, findHarm };
  expect(await racePairs(pairs, races)).toBe('');
});
