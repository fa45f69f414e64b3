import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fakeGateway } from '#app/adapters/payment/fake-gateway.ts';
import { rupees } from '#app/basics/money.ts';
import { cart } from '#app/modules/orders/cart/tables.server.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { saveCoupon, setCouponActive } from '#app/modules/orders/coupons/coupons.server.ts';
import { owedOfOrder } from '#app/modules/orders/ledger/ledger.server.ts';
import type { Order } from '#app/modules/orders/orders/order.ts';
import { cancelOrder, setOrderStatus } from '#app/modules/orders/orders/orders.server.ts';
import { refundListeners } from '#app/modules/payments/payments/listeners.server.ts';
import { paymentsAndRefunds } from '#app/modules/payments/payments/refunds.server.ts';
import { sweepHolds } from '#app/modules/orders/holds/holds.server.ts';
import { updateSettings } from '#app/modules/store/settings/settings.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { ADDRESS, checkoutOf, newReference, orderCart, putIntoCart } from '#tests/support/checkout.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import {
  giveReference,
  simulateGatewayPayment,
  startGatewayPayment,
  sweepHeldOrders,
  takeGatewayCallback,
  verifyPayment,
} from '#app/modules/payments/payments/payments.server.ts';
import { holdCheckout, keepLateReference, openCheckout, placeOrder, sellInPerson } from './checkout.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
beforeEach(async () => {
  await shop.empty();
  shop.suppliers.payment = { phonepe: fakeGateway({ name: 'phonepe' }) };
  await updateSettings(shop.as.admin(), { unmatchedOrders: { orders: 2, artworks: 10, artworksPerNetwork: 30 } });
});
afterAll(() => shop.close());

const customer = (n: number, visitorAddress = `203.0.113.${n}`): Shop => ({ ...shop.as.customer(n), visitorAddress });
const addressOf = (n: number) => ({ ...ADDRESS, phone: `98765432${10 + n}`, email: `customer${n}@bisvar.example` });
const fill = async (who: Shop, quantity = 1) => {
  const artwork = await shop.makeArtwork({ stockCount: 20 });
  await putIntoCart(who, artwork.id, quantity);
  return artwork;
};
const hold = async (who: Shop, address = ADDRESS) =>
  holdCheckout(who, { ...(await openCheckout(who)), zipCode: address.zipCode, address });
const order = async (who: Shop, quantity = 1, changes: Parameters<typeof orderCart>[1] = {}): Promise<Order> => {
  await fill(who, quantity);
  return orderCart(who, changes);
};
const online = { paymentMethod: 'phonepe', paymentReferenceId: '', online: 'yes' } as const;
const match = ({ id: orderId }: Order) =>
  verifyPayment(shop.as.admin(), { orderId, verification: 'matched', reason: 'found' });
const stockOf = (order: Order) => shop.stockOf(order.items[0]!.artwork_id);
const capture = async (who: Shop, { id: orderId }: Order) => {
  const started = await startGatewayPayment(who, { orderId, method: 'phonepe', upiId: 'asha@upi' });
  if (!started.ok) throw new Error(started.reason);
  const callback = await simulateGatewayPayment(who, { orderId, shopper: 'pay' });
  return takeGatewayCallback(who, { ...callback!, orderId });
};
const attention = async () => (await shop.announced('orders.needs-attention')).map(({ why }) => why);

describe('a typed reference', () => {
  test('is accepted over two unpaid orders, but takes no stock', async () => {
    const asha = customer(1);
    await order(asha);
    await order(asha);
    const third = await order(asha);
    expect(third).toMatchObject({ status: 'pending', paymentStatus: 'pending', stockWaitsForPayment: true });
    expect(await stockOf(third)).toBe(20);
    expect(await attention()).toEqual(['reference-kept']);
    expect(await shop.announced('orders.reference-kept')).toEqual([{ orderId: third.id }]);
  });

  test.each([11, 15, 20])('for %i artworks at once takes no stock', async (quantity) => {
    const placed = await order(customer(1), quantity);
    expect(placed).toMatchObject({ status: 'pending', stockWaitsForPayment: true });
    expect(await stockOf(placed)).toBe(20);
  });

  test('a QR for one artwork does not cover a larger cart', async () => {
    const asha = customer(1);
    const soap = await fill(asha);
    expect(await hold(asha)).toMatchObject({ ok: true });
    await shop.database.update(cart).set({ quantity: 20 }).where(eq(cart.artworkId, soap.id));
    const placed = await orderCart(asha);
    expect(placed.stockWaitsForPayment).toBe(true);
    expect(await shop.stockOf(soap.id)).toBe(20);
  });

  test('takes stock when matched, and is refundable when sold', async () => {
    const asha = customer(1);
    const [available, gone] = [await order(asha, 12), await order(asha, 12)];
    await shop.database.update(artworks).set({ stockCount: 3 }).where(eq(artworks.id, gone.items[0]!.artwork_id));
    await match(available);
    await match(gone);
    expect(await shop.orderRow(available.id)).toMatchObject({ status: 'processing', stockWaitsForPayment: false });
    expect(await stockOf(available)).toBe(8);
    expect(await shop.orderRow(gone.id)).toMatchObject({ status: 'cancelled', verification: 'matched' });
    expect(await stockOf(gone)).toBe(3);
    expect(await owedOfOrder(shop.as.admin(), gone.id)).toBe(gone.total);
  });

  test('that is rejected returns no stock that was never taken', async () => {
    const placed = await order(customer(1), 12);
    await verifyPayment(shop.as.admin(), { orderId: placed.id, verification: 'rejected', reason: 'not there' });
    expect(await shop.orderRow(placed.id)).toMatchObject({ status: 'cancelled' });
    expect(await stockOf(placed)).toBe(20);
  });

  test('for a gateway order over the limit takes no stock either', async () => {
    const asha = customer(1);
    const placed = await order(asha, 12, online);
    const given = await giveReference(asha, { orderId: placed.id, paymentReferenceId: newReference() });
    expect(given).toMatchObject({ ok: true, value: { status: 'pending', stockWaitsForPayment: true } });
    expect(await stockOf(placed)).toBe(20);
    shop.later(60);
    await sweepHeldOrders(shop.as.shop());
    expect(await shop.orderRow(placed.id)).toMatchObject({ status: 'pending' });
  });

  test('releases a gateway order’s stock over the limit', async () => {
    const asha = customer(1);
    const waiting = await order(asha, 4, online);
    await order(asha, 6);
    await updateSettings(shop.as.admin(), { unmatchedOrders: { orders: 1, artworks: 10, artworksPerNetwork: 30 } });
    await giveReference(asha, { orderId: waiting.id, paymentReferenceId: newReference() });
    expect(await shop.orderRow(waiting.id)).toMatchObject({ status: 'pending', stockWaitsForPayment: true });
    expect(await stockOf(waiting)).toBe(20);
  });
});

describe('an artwork that is ordered and cancelled', () => {
  const placeAndCancel = async (who: Shop, artworkId: string, changes: Parameters<typeof orderCart>[1]) => {
    await who.database.delete(cart);
    await putIntoCart(who, artworkId);
    const placed = await orderCart(who, changes);
    await cancelOrder(who, placed.id);
    return placed;
  };

  test.each([
    ['by reference', {}],
    ['for later', { paymentReferenceId: '', online: 'yes' as const }],
    ['at a gateway', online],
  ])('%s takes no stock the fourth time within an hour', async (_, changes) => {
    const asha = customer(1);
    const { id } = await shop.makeArtwork({ stockCount: 20 });
    for (let times = 1; times <= 3; times += 1)
      expect((await placeAndCancel(asha, id, { ...changes })).stockWaitsForPayment).toBe(false);
    expect((await placeAndCancel(asha, id, { ...changes })).stockWaitsForPayment).toBe(true);
    shop.later(61);
    expect((await placeAndCancel(customer(1), id, { ...changes })).stockWaitsForPayment).toBe(false);
  });

  test('beside a held artwork takes no stock either', async () => {
    const asha = customer(1);
    const { id } = await shop.makeArtwork({ stockCount: 20 });
    for (let times = 1; times <= 3; times += 1) await placeAndCancel(asha, id, {});
    await asha.database.delete(cart);
    await fill(asha);
    expect(await hold(asha)).toMatchObject({ ok: true });
    expect((await placeAndCancel(asha, id, {})).stockWaitsForPayment).toBe(true);
  });
});

describe('a gateway order over the limit', () => {
  test('takes no stock until the payment is captured', async () => {
    const asha = customer(1);
    const placed = await order(asha, 12, online);
    expect(await stockOf(placed)).toBe(20);
    expect(await capture(asha, placed)).toMatchObject({ ok: true, value: { status: 'processing' } });
    expect(await stockOf(placed)).toBe(8);
  });

  test('is refunded at once when an artwork was sold in the meantime', async () => {
    const asha = customer(1);
    const placed = await order(asha, 12, online);
    await shop.database.update(artworks).set({ stockCount: 5 }).where(eq(artworks.id, placed.items[0]!.artwork_id));
    expect(await capture(asha, placed)).toMatchObject({ ok: true, value: { status: 'cancelled' } });
    for (const event of await shop.announced('orders.refund-at-once'))
      for (const { handle } of refundListeners)
        for (let times = 0; times < 2; times += 1)
          await handle(shop.as.shop(), event as never, { id: crypto.randomUUID() } as never);
    const { refunds } = await paymentsAndRefunds(shop.as.admin(), placed.id);
    expect(refunds).toMatchObject([{ amount: placed.total, status: 'succeeded', provider: 'phonepe' }]);
    expect(await owedOfOrder(shop.as.admin(), placed.id)).toBe(0);
  });

  test('applies after repeated orders and cancellations', async () => {
    const asha = customer(1);
    const artwork = await fill(asha, 5);
    const taken: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const placed = await orderCart(customer(1), online);
      taken.push(20 - (await shop.stockOf(artwork.id)));
      await cancelOrder(customer(1), placed.id);
      await putIntoCart(customer(1), artwork.id, 5);
      shop.later(1);
    }
    expect(taken).toEqual([5, 5, 5, 0, 0]);
  });
});

describe('one person', () => {
  test('is the account, the phone and the email together', async () => {
    const [phone, email] = [addressOf(1).phone, addressOf(1).email];
    await order(customer(1), 4, { shippingAddress: addressOf(1) });
    await order(customer(2), 4, { shippingAddress: { ...addressOf(2), phone: `+91 ${phone}` } });
    const third = await order(customer(3), 1, { shippingAddress: { ...addressOf(3), email: email.toUpperCase() } });
    expect(third.stockWaitsForPayment).toBe(false);
    const fourth = await order(customer(4), 1, { shippingAddress: { ...addressOf(4), phone } });
    expect(fourth.stockWaitsForPayment).toBe(true);
  });

  test('a matched customer may hold three times as much', async () => {
    const asha = customer(1);
    await match(await order(asha, 1, { shippingAddress: addressOf(1) }));
    for (const n of [2, 3])
      await order(customer(n), 5, { shippingAddress: { ...addressOf(n), phone: addressOf(1).phone } });
    expect((await order(asha, 20, { shippingAddress: addressOf(1) })).stockWaitsForPayment).toBe(false);
    expect((await order(asha, 11, { shippingAddress: addressOf(1) })).stockWaitsForPayment).toBe(true);
  });

  test('shows no QR over the limit, holds included', async () => {
    const asha = customer(1);
    await order(asha, 6);
    await fill(asha, 5);
    expect(await hold(asha)).toMatchObject({ reason: 'too-many-unmatched' });
  });

  test('may not take cash on delivery over the limit', async () => {
    await updateSettings(shop.as.admin(), { paymentMethods: ['manual', 'cod'] });
    const asha = customer(1);
    await order(asha, 8);
    await fill(asha, 3);
    const cash = await checkoutOf(asha, { paymentMethod: 'cod', paymentReferenceId: '' });
    expect(await placeOrder(asha, cash)).toMatchObject({ reason: 'too-many-unmatched' });
  });
});

test('accounts on one network address hold thirty pieces together', async () => {
  const taken: boolean[] = [];
  for (let n = 1; n <= 5; n += 1)
    taken.push(!(await order(customer(n, '198.51.100.1'), 8, { shippingAddress: addressOf(n) })).stockWaitsForPayment);
  expect(taken).toEqual([true, true, true, false, false]);
  const elsewhere = await order(customer(6, '198.51.100.2'), 8, { shippingAddress: addressOf(6) });
  expect(elsewhere.stockWaitsForPayment).toBe(false);
});

test('a full network address does not limit customers with a matched payment', async () => {
  const network = '198.51.100.1';
  await match(await order(customer(9, network), 1, { shippingAddress: addressOf(9) }));
  for (let n = 1; n <= 3; n += 1) await order(customer(n, network), 10, { shippingAddress: addressOf(n) });
  expect((await order(customer(9, network), 10, { shippingAddress: addressOf(9) })).stockWaitsForPayment).toBe(false);
});

test('the owner’s own sales have no limit', async () => {
  const { id: artworkId } = await shop.makeArtwork({ stockCount: 40, price: rupees(100) });
  const sold = await sellInPerson(shop.as.admin(), {
    key: crypto.randomUUID(),
    lines: [{ artworkId, quantity: 30 }],
    method: 'cash',
    name: '',
    phone: '',
    reference: '',
    seenTotal: rupees(3000),
  });
  expect(sold).toMatchObject({ ok: true });
});

describe('a reference that another order claims', () => {
  test('is stored as contested and takes no stock', async () => {
    const paymentReferenceId = newReference();
    await order(customer(1), 1, { paymentReferenceId, shippingAddress: addressOf(1) });
    const second = await order(customer(2), 1, {
      paymentReferenceId: `UPI Ref No. ${paymentReferenceId}`,
      shippingAddress: addressOf(2),
    });
    expect(second).toMatchObject({ status: 'pending', stockWaitsForPayment: true, paymentReferenceId });
    expect(await stockOf(second)).toBe(20);
  });

  test('counts for the order whose payment the owner matches', async () => {
    const paymentReferenceId = newReference();
    const thief = await order(customer(1), 1, { paymentReferenceId, shippingAddress: addressOf(1) });
    const buyer = await order(customer(2), 1, { paymentReferenceId, shippingAddress: addressOf(2) });
    await match(buyer);
    await verifyPayment(shop.as.admin(), { orderId: thief.id, verification: 'rejected', reason: 'another’s payment' });
    expect(await shop.orderRow(buyer.id)).toMatchObject({ status: 'processing', verification: 'matched' });
    expect(await shop.orderRow(thief.id)).toMatchObject({ status: 'cancelled' });
    expect(await stockOf(buyer)).toBe(19);
    expect(await stockOf(thief)).toBe(20);
  });
});

describe('a further reference', () => {
  test.each([
    ['after cancelling', (who: Shop, placed: Order) => cancelOrder(who, placed.id)],
    ['of a matched order', (_: Shop, placed: Order) => match(placed)],
    ['of an order whose first one waits', async () => undefined],
    [
      'of a rejected order',
      (_: Shop, { id: orderId }: Order) =>
        verifyPayment(shop.as.admin(), { orderId, verification: 'rejected', reason: 'not there' }),
    ],
  ])('%s is stored, and becomes refundable only once matched', async (_, happens) => {
    const asha = customer(1);
    const placed = await order(asha);
    await happens(asha, placed);
    const before = await owedOfOrder(shop.as.admin(), placed.id);
    const reference = newReference();
    for (let times = 0; times < 2; times += 1)
      expect(await giveReference(asha, { orderId: placed.id, paymentReferenceId: reference })).toMatchObject({
        ok: true,
      });
    const { payments } = await paymentsAndRefunds(shop.as.admin(), placed.id);
    expect(payments.map(({ referenceId }) => referenceId).toSorted()).toEqual(
      [placed.paymentReferenceId!, reference].toSorted(),
    );
    expect(await owedOfOrder(shop.as.admin(), placed.id)).toBe(before);
    expect(await attention()).toContain('second-reference');
  });

  test('of the same checkout is stored, up to five', async () => {
    const asha = customer(1);
    await fill(asha);
    const checkout = await checkoutOf(asha);
    const placed = await placeOrder(asha, checkout);
    if (!placed.ok) throw new Error(placed.reason);
    const again = () => placeOrder(asha, { ...checkout, paymentReferenceId: newReference() });
    for (let times = 0; times < 4; times += 1)
      expect(await again()).toMatchObject({ ok: true, value: { id: placed.value.id } });
    expect(await again()).toMatchObject({ ok: false, reason: 'too-many-references' });
  });
});

describe('a QR that was created', () => {
  const late = async (who: Shop, key: string) =>
    keepLateReference(who, { key, paymentReferenceId: newReference(), address: ADDRESS });
  const draw = async (who: Shop) => {
    const artwork = await fill(who, 2);
    const { key } = await openCheckout(who);
    const held = await hold(who);
    if (!held.ok) throw new Error(held.reason);
    return { artwork, key, total: held.value.total };
  };

  test('keeps its price for 24 hours, and reports changed prices', async () => {
    const asha = customer(1);
    const { artwork, key, total } = await draw(asha);
    await shop.database
      .update(artworks)
      .set({ price: rupees(45_000) })
      .where(eq(artworks.id, artwork.id));
    shop.later(15 + 24 * 60 - 1);
    await sweepHolds(shop.as.shop());
    expect(await late(customer(1), key)).toMatchObject({ ok: true, value: { status: 'processing', total } });
    expect(await attention()).toEqual(['qr-outdated']);
  });

  test('notifies the owner of a coupon that ended in the meantime', async () => {
    const owner = shop.as.admin();
    const saved = await saveCoupon(owner, {
      code: 'TEN',
      discountPercentage: 10,
      active: true,
      validFrom: '2026-11-01',
      validUntil: null,
      usageLimit: null,
    } as Parameters<typeof saveCoupon>[1]);
    if (!saved.ok) throw new Error(saved.reason);
    const asha = customer(1);
    await fill(asha, 2);
    const { key } = await openCheckout(asha);
    await holdCheckout(asha, { key, couponCode: 'ten', zipCode: ADDRESS.zipCode, address: ADDRESS });
    await setCouponActive(owner, saved.value.id, false);
    await late(customer(1), key);
    expect(await attention()).toContain('coupon-over-limit');
  });

  test.each([24 * 60 + 16, 3 * 24 * 60])('is only looked for in the bank %i minutes later', async (minutes) => {
    const asha = customer(1);
    const { artwork, key } = await draw(asha);
    shop.later(minutes);
    await sweepHolds(shop.as.shop());
    expect(await late(customer(1), key)).toMatchObject({
      ok: true,
      value: { status: 'cancelled', verification: 'unverified' },
    });
    const [{ orderId }] = (await shop.announced('orders.paid-too-late')) as [{ orderId: string }];
    expect((await shop.orderRow(orderId)).cancellationReason).toBe('Its QR code was older than 24 hours');
    expect(await shop.stockOf(artwork.id)).toBe(20);
  });

  test('takes no stock over the limit of unpaid orders', async () => {
    const asha = customer(1);
    const { artwork, key } = await draw(asha);
    shop.later(16);
    await sweepHolds(shop.as.shop());
    await updateSettings(shop.as.admin(), { unmatchedOrders: { orders: 0, artworks: 10, artworksPerNetwork: 30 } });
    expect(await late(customer(1), key)).toMatchObject({ ok: true, value: { stockWaitsForPayment: true } });
    expect(await shop.stockOf(artwork.id)).toBe(20);
  });
});

test('confirming an order without stock takes the stock or is refused', async () => {
  const placed = await order(customer(1), 12);
  const artworkId = placed.items[0]!.artwork_id;
  await shop.database.update(artworks).set({ stockCount: 5 }).where(eq(artworks.id, artworkId));
  const confirm = () => setOrderStatus(shop.as.admin(), { orderId: placed.id, status: 'processing' });
  expect(await confirm()).toMatchObject({ ok: false, reason: 'out-of-stock' });
  await shop.database.update(artworks).set({ stockCount: 15 }).where(eq(artworks.id, artworkId));
  expect(await confirm()).toMatchObject({ ok: true });
  expect(await shop.stockOf(artworkId)).toBe(3);
});
