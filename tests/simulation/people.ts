import { itemKey } from '#app/basics/item.ts';
import type { Gateway } from '#app/basics/payment-methods.ts';
import { addLine, getCart, removeLine } from '#app/modules/orders/cart/cart.server.ts';
import { pricedLines } from '#app/modules/orders/cart/cart.ts';
import { NO_GUEST_CART } from '#app/modules/orders/cart/guest-cart.ts';
import {
  changeArtworks,
  findArtworks,
  getArtwork,
  undoChange,
} from '#app/modules/catalogue/artworks/artworks.server.ts';
import {
  changeOrder,
  holdCheckout,
  keepLateReference,
  openCheckout,
  placeOrder,
  quoteCart,
} from '#app/modules/payments/checkout/checkout.server.ts';
import type { Checkout } from '#app/modules/payments/checkout/forms.ts';
import { sendOrderRequest } from '#app/modules/requests/requests/requests.server.ts';
import { acceptRequest, rejectRequest } from '#app/modules/requests/requests/answers.server.ts';
import { listRequests } from '#app/modules/requests/requests/read-requests.server.ts';
import { itemOf, type Order } from '#app/modules/orders/orders/order.ts';
import {
  cancelOrder,
  getOrder,
  listOrders,
  findMyOrders,
  setOrderStatus,
} from '#app/modules/orders/orders/orders.server.ts';
import {
  cancelGatewayPayment,
  getPayment,
  giveReference,
  returnToCart,
  startGatewayPayment,
  takeGatewayCallback,
  verifyPayment,
} from '#app/modules/payments/payments/payments.server.ts';
import {
  paymentsAndRefunds,
  refundOrder,
  refundsOwed,
  refundThroughGateway,
} from '#app/modules/payments/payments/refunds.server.ts';
import { answerReturn, askReturn, getReturnable, listReturns } from '#app/modules/orders/returns/returns.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { NotFound } from '#app/platform/errors.server.ts';
import type { Actor } from '#app/platform/actor.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { hmacSha256 } from '#app/adapters/payment/gateway-calls.server.ts';
import { changeOf } from '#tests/support/change-order.ts';
import { receiveAll } from '#tests/support/returns.ts';
import type { Books } from './books.ts';
import type { Draws } from './draws.ts';
import { ARTWORKS, COUPONS, customer, type Customer, CUSTOMERS, owner } from './stock.ts';
import { Lost, type World } from './world.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

const addressOf = ({ name, email }: { name: string; email: string }): Checkout['shippingAddress'] => ({
  name,
  email,
  phone: '9876543210',
  zipCode: '263601',
  street: '14 Mall Road',
  city: 'Almora',
  state: 'Uttarakhand',
  country: 'India',
});

type Visitor = ReturnType<typeof visitorOf>;
function visitorOf(world: World, actor: Actor, name: string, draws: Draws) {
  const ask = <Answer>(what: string, work: (shop: Shop) => Promise<Answer>): Promise<Answer> =>
    world.request(`${name} ${what}`, actor, work, draws);
  return {
    draws,
    wait: (least: number, most: number) => world.machine.wait(draws.between(least, most)),
    note: (text: string) => world.note(`${name} ${text}`),
    uuid: () => {
      const hex = draws.bytes(16).toString('hex');
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
    },
    ask,
    again: async <Answer>(what: string, work: (shop: Shop) => Promise<Answer>): Promise<Answer> => {
      if (draws.happens(0.12))
        world.background(
          ask(`${what} (too)`, work).then(
            (answer) => world.note(`${name} ${what} (too): ${outcomeOf(answer)}`),
            (error: unknown) => {
              if (!(error instanceof Lost) && !(error instanceof RangeError)) throw error;
            },
          ),
        );
      for (let tries = 1; ; tries += 1) {
        try {
          const answer = await ask(what, work);
          world.note(`${name} ${what}: ${outcomeOf(answer)}`);
          return answer;
        } catch (error) {
          if (!(error instanceof Lost) || tries === 5) throw error;
          await world.machine.wait(draws.between(1, 40) * SECOND);
        }
      }
    },
  };
}

const outcomeOf = (answer: unknown): string => {
  const result = answer as { ok?: boolean; reason?: string } | undefined;
  return result?.ok === false ? `refused, ${result.reason}` : 'done';
};

/** A draft artwork or a removed item is reported as not found. */
const ignoreNotFound = (error: unknown): void => {
  if (!(error instanceof NotFound)) throw error;
};

export async function visitShop(world: World, books: Books, number: number, draws: Draws): Promise<void> {
  const actor = customer(draws.between(1, CUSTOMERS));
  const visitor = visitorOf(world, actor, `visit ${number} of ${actor.name.slice(-1)}:`, draws);
  try {
    const purpose = draws.weighed({ buy: 58, look: 10, mine: 27, request: 5 });
    if (purpose === 'buy') await buy(world, books, visitor, actor);
    if (purpose === 'look') await look(world, books, visitor, actor);
    if (purpose === 'mine') await lookAfterOrders(world, books, visitor, actor);
    if (purpose === 'request') await requestArtwork(visitor, actor);
  } catch (error) {
    if (!(error instanceof Lost)) throw error;
    visitor.note('gives up');
  }
}

async function look(world: World, books: Books, { draws, ask }: Visitor, actor: Customer): Promise<void> {
  await ask('browses', (shop) => findArtworks(shop));
  const { id } = draws.oneOf(ARTWORKS);
  await ask('looks', (shop) => getArtwork(shop, id).catch(ignoreNotFound));
  const others = [...books.placed.values()].filter(({ userId }) => userId !== actor.userId);
  if (others.length === 0) return;
  const { orderId } = draws.oneOf(others);
  const seen = await ask('peeps at another’s order', (shop) =>
    getOrder(shop, orderId).then(
      () => true,
      () => false,
    ),
  );
  if (seen) world.violate(`privacy: ${actor.email} reads order ${orderId} of somebody else`);
  const { orders } = await ask('reads their orders', (shop) => findMyOrders(shop));
  for (const order of orders)
    if (order.userId !== actor.userId) world.violate(`privacy: ${actor.email} sees order ${order.id} of somebody else`);
}

async function requestArtwork({ draws, uuid, again }: Visitor, { name, email }: Customer): Promise<void> {
  const form = {
    key: uuid(),
    artworkId: draws.oneOf(ARTWORKS).id,
    name,
    email,
    phone: '9876543210',
    message: 'Please',
  };
  await again('asks for a piece', (shop) => sendOrderRequest(shop, form));
}

async function buy(world: World, books: Books, visitor: Visitor, actor: Customer): Promise<void> {
  const { draws, again, ask, wait, note } = visitor;
  for (let more = draws.between(1, 2); more > 0; more -= 1) {
    const line = { artworkId: draws.oneOf(ARTWORKS).id, quantity: draws.happens(0.8) ? 1 : 2 };
    await ask('adds a piece', (shop) => addLine(shop, NO_GUEST_CART, line).catch(ignoreNotFound));
  }
  await wait(SECOND, MINUTE);
  const couponCode = draws.happens(0.45) ? draws.oneOf(COUPONS).code : undefined;
  const shippingAddress = addressOf(actor);
  const { zipCode } = shippingAddress;
  const { key, orderNumber } = await again('opens the checkout', (shop) => openCheckout(shop));
  if (draws.happens(0.45)) {
    await again('holds the pieces', (shop) =>
      holdCheckout(shop, { key, couponCode, zipCode, address: shippingAddress }),
    );
    await wait(5 * SECOND, 4 * MINUTE);
    if (draws.happens(0.25)) return note('walks away');
  }
  const method = draws.weighed<'upi' | 'gateway' | 'cod'>({ upi: 40, gateway: 42, cod: 18 });
  const seen = await again('reads the checkout', async (shop) => {
    const cart = await getCart(shop, NO_GUEST_CART);
    for (const line of cart.lines)
      if (!line.available) await removeLine(shop, NO_GUEST_CART, line.id).catch(ignoreNotFound);
    const lines = pricedLines(cart);
    const priced = lines.map(({ artworkId, quantity, price }) => ({ artworkId, quantity, price }));
    const quote = { lines, settings: await getSettings(shop), coupon: couponCode, zipCode };
    return { lines: priced, total: (await quoteCart(shop, { ...quote, isCash: method === 'cod' })).totals.total };
  });
  if (seen.lines.length === 0) return;
  const reference = method === 'upi' ? `4${draws.digits(11)}` : '';
  const hasPaid = method === 'upi' && draws.happens(0.85);
  if (hasPaid) books.payByUpi(reference, seen.total);
  await wait(2 * SECOND, 2 * MINUTE);
  const checkout: Checkout = {
    key,
    seenLines: seen.lines,
    seenTotal: seen.total,
    couponCode,
    shippingAddress,
    paymentMethod: method === 'gateway' ? 'razorpay' : method === 'upi' ? 'manual' : 'cod',
    paymentReferenceId: reference,
    ...(method === 'gateway' && { online: 'yes' as const }),
  };
  books.agree(orderNumber, seen.total);
  const placed = await again('orders', (shop) => placeOrder(shop, checkout));
  if (placed.ok) {
    books.acknowledge({ orderId: placed.value.id, orderNumber, total: placed.value.total, actor });
    if (method === 'gateway') await payAtGateway(world, visitor, placed.value.id);
    else if (draws.happens(0.15)) await changeTheirOrder(books, visitor, placed.value);
  } else if (hasPaid)
    await again('gives the reference late', (shop) =>
      keepLateReference(shop, { key, paymentReferenceId: reference, address: shippingAddress }),
    );
}

/** If the total differs, confirms it, as the form does. */
async function changeTheirOrder(books: Books, { draws, again }: Visitor, order: Order): Promise<void> {
  const item = draws.oneOf(order.items);
  const quantities = { [itemKey(itemOf(item))]: draws.between(0, item.quantity) };
  const street = `${draws.between(1, 30)} Mall Road`;
  const change = await again('opens the change', (shop) => changeOf(shop, order.id, { quantities, street }));
  books.agreeToChange(order.orderNumber, change.seenTotal);
  const answer = await again('changes the order', (shop) => changeOrder(shop, change));
  if (answer.ok || answer.reason !== 'total-changed' || draws.happens(0.1)) return;
  const { total: seenTotal, discountAmount: seenDiscount } = answer.data.totals;
  books.agreeToChange(order.orderNumber, seenTotal);
  await again('confirms the change', (shop) => changeOrder(shop, { ...change, seenTotal, seenDiscount }));
}

async function payAtGateway(world: World, visitor: Visitor, orderId: string): Promise<void> {
  const { draws, again, ask, wait, note } = visitor;
  const method = draws.oneOf<Gateway>(['razorpay', 'razorpay', 'phonepe', 'paytm']);
  const started = await again(`starts to pay by ${method}`, (shop) =>
    startGatewayPayment(shop, { orderId, method, upiId: 'asha@okbank' }),
  );
  if (!started.ok) return;
  const { provider, providerOrderId } = started.value;
  if (draws.happens(0.07)) await wait(14 * MINUTE, 40 * MINUTE);
  else await wait(5 * SECOND, 2 * MINUTE);
  const fate = draws.weighed({ pays: 74, declined: 12, leaves: 10, 'pays twice': 4 });
  note(`at the gateway: ${fate}`);
  if (fate === 'leaves') return;
  if (fate === 'declined') {
    world.gateway.pay(providerOrderId, { status: 'failed' });
    world.announceWebhook(world.gateway.webhookOf(providerOrderId));
    await ask('looks at the payment', (shop) => getPayment(shop, orderId));
    if (draws.happens(0.6)) await payAtGateway(world, visitor, orderId);
    else if (draws.happens(0.5)) await again('gives the payment up', (shop) => cancelGatewayPayment(shop, orderId));
    return;
  }
  const paymentId = world.gateway.pay(providerOrderId);
  world.announceWebhook(world.gateway.webhookOf(providerOrderId));
  if (fate === 'pays twice') {
    world.gateway.pay(providerOrderId);
    world.announceWebhook(world.gateway.webhookOf(providerOrderId));
  }
  if (draws.happens(0.2)) return note('closes the browser');
  await wait(SECOND, 20 * SECOND);
  if (provider === 'razorpay') {
    const signature = hmacSha256(world.gateway.credentials('razorpay').keySecret, `${providerOrderId}|${paymentId}`);
    const callback = { orderId, providerOrderId, paymentId, signature };
    await again('comes back from the gateway', (shop) => takeGatewayCallback(shop, callback));
  } else await again('comes back from the gateway', (shop) => getPayment(shop, orderId));
}

async function lookAfterOrders(world: World, books: Books, visitor: Visitor, actor: Customer): Promise<void> {
  const { draws, again, wait } = visitor;
  const { orders } = await again('reads their orders', (shop) => findMyOrders(shop));
  if (orders.length === 0) return;
  const order = draws.oneOf(orders);
  if (order.userId !== actor.userId) world.violate(`privacy: ${actor.email} sees order ${order.id} of somebody else`);
  const orderId = order.id;
  if (order.status === 'delivered') {
    const returnable = await again('opens a return', (shop) => getReturnable(shop, orderId));
    if (!returnable.ok) return;
    const { key, left } = returnable.value;
    const lines = Object.entries(left)
      .filter(([, count]) => count > 0)
      .map(([artworkId, count]) => ({ artworkId, quantity: draws.between(1, count) }));
    const form = {
      orderId,
      key,
      kind: 'return',
      exchangeFor: '',
      reason: 'does-not-suit',
      details: '',
      lines,
    } as const;
    await again('asks to return', (shop) => askReturn(shop, { ...form, lines: lines.slice(0, 1) }));
    return;
  }
  const wish = draws.weighed({ cancel: 30, pay: 35, 'take back': 10, gateway: 15, change: 10 });
  if (wish === 'cancel') await again('cancels', (shop) => cancelOrder(shop, orderId));
  if (wish === 'change') await changeTheirOrder(books, visitor, order);
  if (wish === 'take back') await again('takes it back to the cart', (shop) => returnToCart(shop, orderId));
  if (wish === 'gateway' && order.status === 'pending') await payAtGateway(world, visitor, orderId);
  if (wish !== 'pay' || order.status !== 'pending' || order.paymentReferenceId !== null) return;
  const { amount, stage } = await again('looks at the payment', (shop) => getPayment(shop, orderId));
  if (stage === 'over' || stage === 'paid') return;
  const reference = `5${draws.digits(11)}`;
  if (draws.happens(0.85)) books.payByUpi(reference, amount);
  await wait(5 * SECOND, 3 * MINUTE);
  await again('gives a reference', (shop) => giveReference(shop, { orderId, paymentReferenceId: reference }));
}

export async function makeRound(world: World, books: Books, number: number, draws: Draws): Promise<void> {
  const visitor = visitorOf(world, owner, `round ${number}:`, draws);
  try {
    await goThroughOrders(books, visitor);
    await giveMoneyBack(books, visitor);
    await answerRequests(visitor);
    await answerReturns(visitor);
    if (draws.happens(0.5)) await changeStock(visitor);
  } catch (error) {
    if (!(error instanceof Lost)) throw error;
    visitor.note('gives up');
  }
}

async function goThroughOrders(books: Books, { draws, again, note }: Visitor): Promise<void> {
  const { orders } = await again('reads the orders', (shop) => listOrders(shop, {}));
  for (const order of orders) {
    if (draws.happens(0.4)) continue;
    const { id: orderId, status, paymentReferenceId: reference } = order;
    const move = async (to: typeof status, more: object = {}) =>
      again(`sets ${order.orderNumber} to ${to}`, (shop) =>
        setOrderStatus(shop, { orderId, status: to, reason: 'As it is', ...more }),
      ).catch((error: unknown) => {
        if (!(error instanceof RangeError)) throw error;
        note(`${order.orderNumber} has moved`);
      });
    if (reference !== null && order.verification === 'unverified' && order.paymentMethod !== 'cod') {
      const { payments } = await again('reads the payments', (shop) => paymentsAndRefunds(shop, orderId));
      const claimed = payments.find(({ referenceId }) => referenceId === reference)?.amount ?? order.total;
      const verification = books.isInBank(reference, claimed) ? 'matched' : 'rejected';
      await again(`says ${verification} of ${order.orderNumber}`, (shop) =>
        verifyPayment(shop, { orderId, verification, reason: 'Looked into the bank' }),
      );
    } else if (status === 'pending' && order.paymentMethod === 'cod') await move('processing');
    else if (status === 'processing' && (order.verification === 'matched' || order.paymentMethod === 'cod')) {
      if (draws.happens(0.08)) await move('cancelled');
      else await move('shipped', { parcel: { carrier: 'India Post', trackingNumber: `EB${draws.digits(9)}IN` } });
    } else if (status === 'shipped')
      await (draws.happens(0.1) ? move('cancelled', { isReturnedToSender: true }) : move('delivered'));
    else if (status === 'delivered' && draws.happens(0.05)) await move('shipped');
    else if (status === 'cancelled' && order.confirmedAt !== null && draws.happens(0.08)) await move('processing');
  }
}

async function giveMoneyBack(books: Books, { draws, again, uuid }: Visitor): Promise<void> {
  const owed = await again('reads what is owed', (shop) => refundsOwed(shop));
  for (const { id: orderId, amount, payments } of owed) {
    if (draws.happens(0.4)) continue;
    let left: number = amount;
    for (const payment of payments) {
      const part = Math.min(left, payment.left) as typeof amount;
      if (part <= 0) continue;
      left -= part;
      const refund = { orderId, paymentId: payment.id, amount: part, reason: 'It is owed', key: uuid() };
      if (payment.source === 'gateway')
        await again('refunds through the gateway', (shop) => refundThroughGateway(shop, refund));
      else {
        books.refundManually(refund);
        await again('refunds by hand', (shop) => refundOrder(shop, { ...refund, reference: `6${draws.digits(11)}` }));
      }
    }
  }
}

async function answerRequests({ draws, again }: Visitor): Promise<void> {
  const { requests } = await again('reads the requests', (shop) => listRequests(shop, { group: 'to-answer' }));
  for (const request of requests) {
    if (draws.happens(0.4)) continue;
    const requestId = request.id;
    if (draws.happens(0.3)) {
      await again('rejects a request', (shop) => rejectRequest(shop, requestId, 'Not now'));
      continue;
    }
    const shippingAddress = addressOf(request);
    const price = 123_400 as Parameters<typeof acceptRequest>[1]['price'];
    await again('accepts a request', (shop) => acceptRequest(shop, { requestId, quantity: 1, price, shippingAddress }));
  }
}

async function answerReturns({ draws, again }: Visitor): Promise<void> {
  const { requests } = await again('reads the returns', (shop) => listReturns(shop, {}));
  for (const { id, status, receivedAt } of requests) {
    if (draws.happens(0.4)) continue;
    if (status === 'pending') {
      const answer = draws.happens(0.75) ? 'accepted' : 'declined';
      await again(`answers a return: ${answer}`, (shop) => answerReturn(shop, { id, answer, message: 'So it is' }));
    }
    if (status === 'accepted' && receivedAt === null) {
      const fitForSale = draws.happens(0.6);
      await again('takes a return in', (shop) => receiveAll(shop, { id, fitForSale }));
    }
  }
}

async function changeStock({ draws, again, ask, wait }: Visitor): Promise<void> {
  const ids = ARTWORKS.filter(() => draws.happens(0.4)).map(({ id }) => id);
  const kind = draws.weighed({ stock: 55, draft: 10, publish: 25, 'out-of-stock': 10 });
  const change =
    kind === 'stock'
      ? {
          stock: {
            step: draws.happens(0.8) ? ('raise' as const) : ('lower' as const),
            count: draws.between(1, 2),
            reason: 'Counted',
          },
        }
      : kind;
  const at = await ask(`changes pieces: ${kind}`, async (shop) => {
    await changeArtworks(shop, ids, change);
    return shop.now;
  });
  if (kind !== 'draft' && kind !== 'out-of-stock' && draws.happens(0.7)) return;
  await wait(2 * SECOND, 3 * MINUTE);
  await again('undoes it', (shop) => undoChange(shop, kind, at));
}
