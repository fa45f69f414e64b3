import { and, eq } from 'drizzle-orm';
import { fakeGateway, type FakeGateway } from '#app/adapters/payment/fake-gateway.ts';
import { type Paise, rupees } from '#app/basics/money.ts';
import { cart } from '#app/modules/orders/cart/tables.server.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import {
  holdCheckout,
  keepLateReference,
  openCheckout,
  placeOrder,
} from '#app/modules/payments/checkout/checkout.server.ts';
import { acceptQuote, sendQuote } from '#app/modules/requests/requests/quotes.server.ts';
import { joinAccount } from '#app/modules/requests/requests/access.server.ts';
import { saveCoupon, setCouponActive } from '#app/modules/orders/coupons/coupons.server.ts';
import { takeGatewayWebhook } from '#app/modules/payments/payments/gateways.server.ts';
import { gatewayListeners, refundListeners } from '#app/modules/payments/payments/listeners.server.ts';
import { sweepHolds } from '#app/modules/orders/holds/holds.server.ts';
import { cancelOrder, setOrderStatus } from '#app/modules/orders/orders/orders.server.ts';
import { orderListeners } from '#app/modules/orders/orders/listeners.server.ts';
import {
  giveReference,
  returnToCart,
  simulateGatewayPayment,
  startGatewayPayment,
  sweepHeldOrders,
  takeGatewayCallback,
  verifyPayment,
} from '#app/modules/payments/payments/payments.server.ts';
import {
  giveRefundDestination,
  paymentsAndRefunds,
  refundOrder,
} from '#app/modules/payments/payments/refunds.server.ts';
import { openOrderLink } from '#app/modules/orders/orders/order-link.server.ts';
import { authSessions } from '#app/modules/identity/sign-in/tables.server.ts';
import { authUsers } from '#app/modules/identity/accounts/tables.server.ts';
import { DEFAULT_SETTINGS } from '#app/modules/store/settings/settings.ts';
import { updateSettings } from '#app/modules/store/settings/settings.server.ts';
import { openLines } from '#app/modules/payments/bank/statements.server.ts';
import { matchAgreeing, matchLine } from '#app/modules/payments/bank/matches.server.ts';
import { NotFound } from '#app/platform/errors.server.ts';
import { type Shop, signedIn } from '#app/platform/shop.server.ts';
import { ADDRESS, checkoutOf, putIntoCart } from '#tests/support/checkout.ts';
import { askForRequest, linkTokenOf, newQuote, openLink } from '#tests/support/customer-request.ts';
import type { TestShop } from '#tests/support/test-shop.ts';
import {
  type Actor,
  type Happened,
  keepAdversaryBooks,
  LIMIT,
  readSnapshot,
  type Snapshot,
} from './adversary-books.ts';
import { type Draws, drawsFrom } from './draws.ts';

const IN_STOCK = 40;
const FIRST_UTR = 600_000_000_000;
/**
 * The first three are the adversary’s accounts, the fourth shares their network, and the others are strangers at home.
 */
const [ADVERSARIES, NEIGHBOUR, VICTIM, UNPROVEN] = [[1, 2, 3], 4, 5, 6] as const;
const PEOPLE = [...ADVERSARIES, NEIGHBOUR, VICTIM];
const NETWORK = '198.51.100.1';

export type AdversaryRun = {
  seed: number;
  steps: number;
  done: string[];
  refused: string[];
  failure?: { violations: string[]; events: string[] };
};

type Step = {
  act: keyof typeof ACTS;
  who?: number;
  artwork?: number;
  quantity?: number;
  network?: string;
  reference?: string;
  nth?: number;
  minutes?: number;
};

export async function runAdversary(shop: TestShop, seed: number): Promise<AdversaryRun> {
  const world = await openAdversary(shop, drawsFrom(seed));
  const run: AdversaryRun = { seed, steps: 0, done: [], refused: [] };
  let before = await readSnapshot(shop);
  for (const step of plan(world.draws)) {
    shop.clock.now = new Date(shop.clock.now.getTime() + 1000);
    const { by, refusal, isDone } = await take(world, before, step);
    const now = await readSnapshot(shop);
    const happened: Happened = {
      act: step.act,
      by,
      at: shop.clock.now.getTime(),
      refusal,
    };
    world.books.check(before, now, happened, world.deadCoupons);
    run.steps += 1;
    if (refusal) run.refused.push(`${step.act}: ${refusal}`);
    else if (isDone) run.done.push(step.act);
    world.events.push(`${JSON.stringify(step)}: ${refusal ?? 'ok'}`);
    before = now;
    if (world.books.violations.length > 0)
      return {
        ...run,
        failure: { violations: world.books.violations, events: world.events },
      };
  }
  return run;
}

type World = Awaited<ReturnType<typeof openAdversary>>;

async function openAdversary(shop: TestShop, draws: Draws) {
  await shop.empty();
  const gateway: FakeGateway = fakeGateway({ name: 'paytm' });
  shop.suppliers.payment = { paytm: gateway };
  const owner = shop.as.admin();
  await updateSettings(owner, {
    unmatchedOrders: LIMIT,
    paymentMethods: ['manual', 'cod', 'paytm'],
    cashOnDelivery: {
      ...DEFAULT_SETTINGS.cashOnDelivery,
      charge: rupees(0) as Paise,
    },
  });
  const made = await Promise.all(
    [1000, 2500].map((price) => shop.makeArtwork({ price: rupees(price), stockCount: IN_STOCK })),
  );
  await saveCoupon(owner, {
    code: 'TEN',
    discountPercentage: 10,
    validFrom: null,
    validUntil: null,
    usageLimit: null,
  });
  await shop.database
    .update(authUsers)
    .set({ emailVerified: false })
    .where(eq(authUsers.id, userIdOf(shop, UNPROVEN)));
  for (const n of [VICTIM, UNPROVEN])
    await shop.database.insert(authSessions).values({
      userId: userIdOf(shop, n),
      token: `session ${n}`,
      expiresAt: new Date('2027-01-01T00:00:00Z'),
    } as typeof authSessions.$inferInsert);
  const artworkIds = made.map(({ id }) => id);
  return {
    shop,
    draws,
    gateway,
    artworkIds,
    books: keepAdversaryBooks(new Map(artworkIds.map((id) => [id, IN_STOCK]))),
    deadCoupons: new Set<string>(),
    events: [] as string[],
    drawn: new Map<number, { key: string; orderNumber: string; total: number }[]>(),
    requests: [] as { requestId: string; quoteId: string; email: string }[],
    utr: FIRST_UTR,
  };
}

const userIdOf = (shop: TestShop, n: number): string => (shop.as.customer(n).actor as { userId: string }).userId;

const phoneOf = (n: number) => `98765432${10 + n}`;

function contextFor(world: World, { who = 1, network }: Step): { as: Shop; by: Actor; address: typeof ADDRESS } {
  const { shop, draws } = world;
  const isAtHome = who >= VICTIM;
  const owner = !isAtHome && draws.happens(0.3) ? 1 : who;
  const phone = draws.oneOf([phoneOf(owner), `+91 ${phoneOf(owner)}`, `0${phoneOf(owner)}`]);
  const visitorAddress = network ?? (isAtHome ? `203.0.113.${who}` : draws.oneOf([NETWORK, NETWORK, '198.51.100.2']));
  const as: Shop = { ...shop.as.customer(who), visitorAddress };
  const email = `customer${who}@bisvar.example`;
  const by: Actor = {
    userId: userIdOf(shop, who),
    phone: phone.replace(/\D/g, '').slice(-10),
    email,
    network: visitorAddress,
  };
  return { as, by, address: { ...ADDRESS, phone, email } };
}

type Taken = { by?: Actor; answer: unknown };
type Act = (world: World, now: Snapshot, step: Step) => Promise<Taken>;

const ordersOf = (world: World, now: Snapshot, who = 1) => {
  const userId = userIdOf(world.shop, who);
  return now.orders.filter((order) => order.userId === userId);
};

function referenceFor(
  world: World,
  now: Snapshot,
  { reference = world.draws.weighed({ new: 6, 'of another': 2, spelt: 1 }) }: Step,
): string {
  const typed = now.payments.filter(({ source }) => source === 'reference');
  const paid = [...world.books.bank.keys()];
  const known = [...typed.map((payment) => payment.reference), ...paid];
  if (reference === 'new' || known.length === 0) return String((world.utr += 1));
  const other = known.at(reference === 'last' ? -1 : world.draws.below(known.length))!;
  return reference === 'spelt' ? `UPI Ref No. ${other.slice(0, 4)} ${other.slice(4)}` : other;
}

const place =
  (how: 'reference' | 'gateway' | 'later' | 'cash'): Act =>
  async (world, now, step) => {
    const { as, by, address } = contextFor(world, step);
    await fillEmptyCart(world, as);
    const paymentMethod = (
      {
        reference: 'manual',
        later: 'manual',
        gateway: 'paytm',
        cash: 'cod',
      } as const
    )[how];
    const paymentReferenceId = how === 'reference' ? referenceFor(world, now, step) : '';
    const isOnline = how === 'gateway' || how === 'later';
    const withCoupon = how !== 'cash' && world.draws.happens(0.15);
    const checkout = await checkoutOf(as, {
      shippingAddress: address,
      paymentMethod,
      paymentReferenceId,
      ...(isOnline && { online: 'yes' }),
      ...(withCoupon && { couponCode: 'TEN', discountPercentage: 10 }),
    });
    return { by, answer: await placeOrder(as, checkout) };
  };

async function fillCart(
  { shop, artworkIds, draws }: World,
  as: Shop,
  {
    artwork = draws.below(artworkIds.length),
    quantity = draws.oneOf([1, 1, 2, 5, 8, 12]),
    isInstead = true,
  }: { artwork?: number; quantity?: number; isInstead?: boolean },
): Promise<void> {
  const { userId } = signedIn(as);
  const isIt = eq(cart.artworkId, artworkIds[artwork]!);
  await shop.database.delete(cart).where(and(eq(cart.userId, userId), isInstead ? undefined : isIt));
  await putIntoCart(as, artworkIds[artwork]!, quantity);
}

async function fillEmptyCart(world: World, as: Shop): Promise<void> {
  if ((await world.shop.database.$count(cart, eq(cart.userId, signedIn(as).userId))) === 0)
    await fillCart(world, as, {});
}

const settle =
  (work: (owner: Shop, order: Snapshot['orders'][number], world: World, now: Snapshot) => Promise<unknown>): Act =>
  async (world, now, { nth = world.draws.below(50) }) => {
    const order = now.orders.at(nth % Math.max(1, now.orders.length));
    return {
      answer: order && (await work(world.shop.as.admin(), order, world, now)),
    };
  };

const setStatus = (status: 'processing' | 'shipped' | 'cancelled') =>
  settle(async (owner, { id: orderId, status: from }) => {
    if (
      from === status ||
      (from === 'cancelled' && status === 'shipped') ||
      (from === 'shipped' && status === 'cancelled')
    )
      return undefined;
    return setOrderStatus(owner, {
      orderId,
      status,
      reason: 'As it is',
      shipUnverified: true,
    });
  });

const ACTS = {
  async choose(world, _, step) {
    const { as, by } = contextFor(world, step);
    const isInstead = world.draws.happens(0.7) || step.artwork !== undefined;
    await fillCart(world, as, { ...step, isInstead });
    return { by, answer: 'chosen' };
  },
  async draw(world, _, step) {
    const { as, by, address } = contextFor(world, step);
    await fillEmptyCart(world, as);
    const { key } = await openCheckout(as);
    const couponCode = world.draws.happens(0.3) ? 'TEN' : undefined;
    const answer = await holdCheckout(as, {
      key,
      zipCode: address.zipCode,
      address,
      couponCode,
    });
    if (answer.ok) {
      const { orderNumber, until, total } = answer.value;
      world.books.holdsEnd.set(orderNumber, until.getTime());
      const who = step.who ?? 1;
      const earlier = (world.drawn.get(who) ?? []).filter((each) => each.key !== key);
      world.drawn.set(who, [...earlier, { key, orderNumber, total }]);
    }
    return { by, answer };
  },
  'place by reference': place('reference'),
  'place at a gateway': place('gateway'),
  'place for later': place('later'),
  'place for cash': place('cash'),
  async 'give a reference'(world, now, step) {
    const { as, by } = contextFor(world, step);
    const order = ordersOf(world, now, step.who).at(step.nth ?? world.draws.below(5) - 5);
    if (!order) return { by, answer: undefined };
    return {
      by,
      answer: await giveReference(as, {
        orderId: order.id,
        paymentReferenceId: referenceFor(world, now, step),
      }),
    };
  },
  async 'give a late reference'(world, now, step) {
    const { as, by, address } = contextFor(world, step);
    const drawn = (world.drawn.get(step.who ?? 1) ?? []).at(step.nth ?? -1);
    if (!drawn) return { by, answer: undefined };
    return {
      by,
      answer: await keepLateReference(as, {
        key: drawn.key,
        paymentReferenceId: referenceFor(world, now, step),
        address,
      }),
    };
  },
  async 'pay at the gateway'(world, now, step) {
    const { as, by } = contextFor(world, step);
    const order = ordersOf(world, now, step.who).findLast(({ status }) => status === 'pending');
    if (!order) return { by, answer: undefined };
    const opened = await startGatewayPayment(as, {
      orderId: order.id,
      method: 'paytm',
    });
    if (!opened.ok) return { by, answer: opened };
    const shopper = world.draws.happens(0.7) ? 'pay' : 'decline';
    const callback = await simulateGatewayPayment(as, {
      orderId: order.id,
      shopper,
    });
    if (!callback) return { by, answer: undefined };
    world.books.captured.add(callback.paymentId.toUpperCase());
    if (world.draws.happens(0.3)) await cancelOrder(as, order.id);
    if (world.draws.happens(0.2)) await passMinutes(world, 30);
    const answer = world.draws.happens(0.5)
      ? await takeGatewayCallback(as, { ...callback, orderId: order.id })
      : undefined;
    const { rawBody, headers } = world.gateway.webhookOf(callback.providerOrderId);
    for (let times = world.draws.below(3); times > 0 || answer === undefined; times -= 1) {
      await takeGatewayWebhook(world.shop.as.shop(), 'paytm', rawBody, headers);
      if (times <= 0) break;
    }
    await runListeners(world);
    return { by, answer };
  },
  async cancel(world, now, step) {
    const { as, by } = contextFor(world, step);
    const order = ordersOf(world, now, step.who).at(step.nth ?? -1);
    return { by, answer: order && (await cancelOrder(as, order.id)) };
  },
  async 'take back to the cart'(world, now, step) {
    const { as, by } = contextFor(world, step);
    const order = ordersOf(world, now, step.who).findLast(({ status }) => status === 'pending');
    return { by, answer: order && (await returnToCart(as, order.id)) };
  },
  async 'reach for another’s order'(world, now, step) {
    const { as, by } = contextFor(world, step);
    const other = world.draws.oneOf(now.orders.filter(({ userId }) => userId !== by.userId));
    if (!other) return { by, answer: undefined };
    const orderId = other.id;
    const answer = await world.draws
      .oneOf([
        () => cancelOrder(as, orderId),
        () =>
          giveReference(as, {
            orderId,
            paymentReferenceId: String((world.utr += 1)),
          }),
        () =>
          giveRefundDestination(as, {
            orderId,
            destination: { upiId: 'evil@okicici' },
          }),
        () => returnToCart(as, orderId),
        () => startGatewayPayment(as, { orderId, method: 'paytm' }),
      ])()
      .catch((error: unknown) => {
        if (!(error instanceof NotFound)) throw error;
        return { ok: false, reason: 'not-found' };
      });
    const own = new Set(ordersOf(world, now, step.who).map(({ id }) => id));
    for (const { orderId } of now.owed.filter((owed) => !own.has(owed.orderId))) {
      const opened = await openOrderLink(world.shop.as.guest(), `${orderId}.${'A'.repeat(43)}`);
      if (!opened.ok) continue;
      await giveRefundDestination(opened.value.shop, { orderId, destination: { upiId: 'evil@okicici' } });
    }
    return { by, answer };
  },
  async 'say where to'(world, now, step) {
    const { as, by } = contextFor(world, step);
    const owed = ordersOf(world, now, step.who).find(({ id }) => now.owed.some(({ orderId }) => orderId === id));
    if (!owed) return { by, answer: undefined };
    const upiId = `own${world.draws.below(9)}@okaxis`;
    const answer = await giveRefundDestination(as, {
      orderId: owed.id,
      destination: { upiId },
    });
    if (answer.ok) world.books.ownDestinations.set(owed.id, upiId);
    return { by, answer };
  },
  async 'transfer for a reference'(world, now, { nth = -1 }) {
    const claims = now.payments.filter(
      ({ source, reference }) => source === 'reference' && !world.books.bank.has(reference),
    );
    const claim = claims.at(nth % Math.max(1, claims.length));
    if (claim)
      world.books.bank.set(claim.reference, {
        amount: Number(claim.amount),
        note: '',
      });
    return { answer: claim };
  },
  async 'transfer by the QR'(world, _, { who = 1 }) {
    const drawn = world.drawn.get(who)?.at(-1);
    if (drawn)
      world.books.bank.set(String((world.utr += 1)), {
        amount: drawn.total,
        note: drawn.orderNumber,
      });
    return { answer: drawn };
  },
  async paste(world) {
    const answer = await matchAgreeing(world.shop.as.admin(), statementOf(world));
    return { answer };
  },
  match: settle(async (owner, order, world, now) => {
    const claim = world.draws.oneOf(
      now.payments.filter(
        ({ orderId, source, verification }) =>
          orderId === order.id && source === 'reference' && verification === 'unverified',
      ),
    );
    if (!claim) return undefined;
    world.books.noteOwnerMatch(order.id, claim.reference);
    return verifyPayment(owner, {
      orderId: order.id,
      reference: claim.reference,
      verification: 'matched',
    });
  }),
  'choose a line': settle(async (owner, order, world, now) => {
    const line = world.draws.oneOf((await openLines(owner)).lines);
    const claim = now.payments.find(
      ({ orderId, source, verification }) =>
        orderId === order.id && source === 'reference' && verification === 'unverified',
    );
    if (!line || !claim) return undefined;
    return matchLine(owner, {
      text: '',
      orderId: order.id,
      paymentId: claim.id,
      fingerprint: line.fingerprint,
      reason: 'The customer says so',
    });
  }),
  reject: settle((owner, { id: orderId }) =>
    verifyPayment(owner, {
      orderId,
      verification: 'rejected',
      reason: 'Not there',
    }),
  ),
  'look again': settle((owner, { id: orderId }) => verifyPayment(owner, { orderId, verification: 'unverified' })),
  'cancel as the owner': setStatus('cancelled'),
  confirm: setStatus('processing'),
  ship: setStatus('shipped'),
  refund: settle(async (owner, { id: orderId }) => {
    const payment = (await paymentsAndRefunds(owner, orderId)).payments.find(({ left }) => left > 0);
    if (!payment) return undefined;
    return refundOrder(owner, {
      orderId,
      paymentId: payment.id,
      amount: payment.left,
      reason: 'Owed',
      key: crypto.randomUUID(),
      reference: '7'.repeat(12),
    });
  }),
  async 'raise the price'({ shop, artworkIds, draws }, _, { artwork = draws.below(artworkIds.length) }) {
    await shop.database
      .update(artworks)
      .set({ price: rupees(9000) })
      .where(eq(artworks.id, artworkIds[artwork]!));
    return { answer: 'done' };
  },
  async 'end the coupon'(world) {
    const { rows } = await world.shop.database.execute<{ id: string }>('select id from coupons');
    await setCouponActive(world.shop.as.admin(), rows[0]!.id, false);
    world.deadCoupons.add('TEN');
    return { answer: 'done' };
  },
  async 'ask for a commission'(world, _, { who = world.draws.oneOf([VICTIM, UNPROVEN]) }) {
    const email = `customer${who}@bisvar.example`;
    const { requestId, studio } = await askForRequest(world.shop, {
      userId: null,
      email,
      phone: phoneOf(1),
    });
    const sent = await sendQuote(world.shop.as.admin(), studio, newQuote());
    if (sent.ok) world.requests.push({ requestId, quoteId: sent.value.id, email });
    return { answer: sent };
  },
  async 'accept by a shared link'(world) {
    const request = world.requests.at(-1);
    const guest: Shop = { ...world.shop.as.guest(), visitorAddress: NETWORK };
    const by: Actor = {
      userId: null,
      phone: phoneOf(1),
      email: '',
      network: NETWORK,
    };
    if (!request) return { by, answer: undefined };
    const access = await openLink(guest, await linkTokenOf(world.shop, request.requestId, 'shared'));
    const answer = await acceptQuote(guest, access, {
      quoteId: request.quoteId,
      name: 'Mallory',
      shippingAddress: { ...ADDRESS, street: '666 Evil Street' },
    });
    await joinAccount(guest, access);
    await runListeners(world);
    return { by, answer };
  },
  async 'open the emailed link'(world, now) {
    const request = world.requests.at(-1);
    const by: Actor = {
      userId: null,
      phone: '',
      email: request?.email ?? '',
      network: '203.0.113.9',
      mayTouch: new Set([
        ...now.orders.filter(({ userId }) => userId === null).map(({ id }) => id),
        'new account',
        userIdOf(world.shop, VICTIM),
        userIdOf(world.shop, UNPROVEN),
      ]),
    };
    if (!request) return { by, answer: undefined };
    const guest = world.shop.as.guest();
    const access = await openLink(guest, await linkTokenOf(world.shop, request.requestId));
    await joinAccount(guest, access);
    await runListeners(world);
    return { by, answer: 'opened' };
  },
  async wait(world, _, { minutes = world.draws.oneOf([1, 8, 16, 40, 25 * 60]) }) {
    await passMinutes(world, minutes);
    return { answer: 'done' };
  },
  async sweep(world) {
    await sweepHolds(world.shop.as.shop());
    await sweepHeldOrders(world.shop.as.shop());
    return { answer: 'done' };
  },
} satisfies Record<string, Act>;

const statementOf = ({ books }: World): string =>
  [...books.bank]
    .map(
      ([reference, { amount, note }]) =>
        `21-11-2026 UPI/CR/${reference}/ASHA R/${note || 'PAYMENT'} ${(amount / 100).toFixed(2)}`,
    )
    .join('\n');

async function passMinutes({ shop }: World, minutes: number): Promise<void> {
  shop.later(minutes);
}

async function runListeners({ shop }: World): Promise<void> {
  const system = shop.as.shop();
  for (const listener of [...gatewayListeners, ...refundListeners, ...orderListeners])
    if (['orders.account-found', 'orders.refund-at-once', 'gateways.webhook-received'].includes(listener.on))
      for (const payload of await shop.announced(listener.on))
        await (listener.handle as (shop: Shop, payload: unknown) => Promise<unknown>)(system, payload);
}

async function take(
  world: World,
  now: Snapshot,
  step: Step,
): Promise<{
  by: Actor | undefined;
  refusal: string | undefined;
  isDone: boolean;
}> {
  const { by, answer } = await (ACTS[step.act] as Act)(world, now, step);
  const isRefused = typeof answer === 'object' && answer !== null && 'ok' in answer && !answer.ok;
  return {
    by,
    refusal: isRefused ? (answer as unknown as { reason: string }).reason : undefined,
    isDone: answer !== undefined,
  };
}

/** Omits the act that never succeeds, because nobody can open another person’s order. */
export const ACT_NAMES = Object.keys(ACTS).filter((act) => act !== 'reach for another’s order');

const plots: readonly ((who: number, draws: Draws) => Step[])[] = [
  (who) => [
    { act: 'choose', who, artwork: 0, quantity: 1 },
    { act: 'draw', who },
    { act: 'choose', who, artwork: 0, quantity: 12 },
    { act: 'place by reference', who, reference: 'new' },
    { act: 'reject' },
  ],
  (who) => [
    { act: 'choose', who, quantity: 12 },
    { act: 'place at a gateway', who },
    { act: 'give a reference', who, nth: -1, reference: 'new' },
    { act: 'pay at the gateway', who },
    { act: 'cancel', who },
  ],
  (who, draws) => [
    { act: 'choose', who, quantity: draws.oneOf([2, 12]) },
    { act: 'place at a gateway', who },
    { act: 'pay at the gateway', who },
    { act: 'take back to the cart', who },
    { act: 'say where to', who },
  ],
  (who, draws) => {
    const act = draws.oneOf(['place by reference', 'place at a gateway', 'place for later', 'place for cash'] as const);
    const round: Step[] = [
      { act: 'choose', who, artwork: 1, quantity: 1 },
      { act, who, reference: 'new' },
      { act: 'cancel', who },
    ];
    return [...round, ...round, ...round, ...round];
  },
  () =>
    PEOPLE.slice(0, 4).flatMap((who): Step[] => [
      { act: 'choose', who, artwork: 0, quantity: 9 },
      { act: 'place by reference', who, network: NETWORK, reference: 'new' },
    ]),
  (who, draws) => [
    { act: 'choose', who, artwork: 0, quantity: 2 },
    { act: 'draw', who },
    draws.happens(0.5) ? { act: 'raise the price', artwork: 0 } : { act: 'end the coupon' },
    { act: 'wait', minutes: draws.oneOf([20, 23 * 60, 26 * 60, 80 * 60]) },
    { act: 'sweep' },
    { act: 'give a late reference', who, reference: 'new' },
  ],
  (who) => [
    { act: 'choose', who: VICTIM, artwork: 0, quantity: 1 },
    { act: 'draw', who: VICTIM },
    { act: 'transfer by the QR', who: VICTIM },
    { act: 'choose', who, artwork: 0, quantity: 1 },
    { act: 'place by reference', who, reference: 'last' },
    { act: 'paste' },
    { act: 'place by reference', who: VICTIM, reference: 'last' },
  ],
  (who) => [
    { act: 'choose', who, artwork: 1, quantity: 1 },
    { act: 'place by reference', who, reference: 'new' },
    { act: 'choose', who: VICTIM, artwork: 1, quantity: 1 },
    { act: 'place by reference', who: VICTIM, reference: 'last' },
    { act: 'transfer for a reference' },
    { act: 'paste' },
    { act: 'choose a line' },
    { act: 'match' },
    { act: 'look again' },
  ],
  (who) => [
    { act: 'choose', who, quantity: 1 },
    { act: 'place by reference', who, reference: 'new' },
    { act: 'transfer for a reference' },
    { act: 'paste' },
    { act: 'give a reference', who, nth: -1, reference: 'new' },
    { act: 'cancel', who },
    { act: 'give a reference', who, nth: -1, reference: 'of another' },
    { act: 'say where to', who },
    { act: 'reach for another’s order', who: 3 },
    { act: 'refund' },
  ],
  () => [{ act: 'ask for a commission' }, { act: 'accept by a shared link' }, { act: 'open the emailed link' }],
];

const CHANCES: Record<keyof typeof ACTS, number> = {
  choose: 6,
  draw: 4,
  'place by reference': 5,
  'place at a gateway': 3,
  'place for later': 2,
  'place for cash': 2,
  'give a reference': 4,
  'give a late reference': 2,
  'pay at the gateway': 3,
  cancel: 3,
  'take back to the cart': 1,
  'reach for another’s order': 2,
  'say where to': 1,
  'transfer for a reference': 3,
  'transfer by the QR': 1,
  paste: 2,
  match: 2,
  'choose a line': 1,
  reject: 2,
  'look again': 1,
  'cancel as the owner': 1,
  confirm: 2,
  ship: 1,
  refund: 1,
  'raise the price': 1,
  'end the coupon': 1,
  'ask for a commission': 0.3,
  'accept by a shared link': 0.3,
  'open the emailed link': 0.3,
  wait: 2,
  sweep: 1,
};

function plan(draws: Draws): Step[] {
  const random = (): Step => ({
    act: draws.weighed(CHANCES),
    who: draws.oneOf(PEOPLE),
  });
  const plotted = Array.from({ length: draws.between(0, 2) }, () =>
    draws.oneOf(plots)(draws.oneOf(ADVERSARIES), draws),
  );
  const steps = plotted.flat();
  for (let more = draws.between(2, plotted.length === 0 ? 14 : 4); more > 0; more -= 1)
    steps.splice(draws.below(steps.length + 1), 0, random());
  return steps;
}
