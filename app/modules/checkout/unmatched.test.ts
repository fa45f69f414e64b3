import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fakeGateway } from '#app/adapters/payment/fake-gateway.ts';
import { NOTHING, rupees } from '#app/basics/money.ts';
import type { Order } from '#app/modules/orders/order.ts';
import { setOrderStatus } from '#app/modules/orders/orders.server.ts';
import { getSettings, updateSettings } from '#app/modules/settings/settings.server.ts';
import { ADDRESS, checkoutOf, newReference, orderCart, putIntoCart } from '#tests/support/checkout.ts';
import { agreeOnOrder } from '#tests/support/order-with-advance.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { giveReference, noteReference, verifyPayment } from '#app/modules/payments/payments.server.ts';
import {
  holdCheckout,
  mayShowQr,
  openCheckout,
  placeDraft,
  placeOrder,
  sweepUnmatchedReferences,
} from './checkout.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
beforeEach(async () => {
  await shop.empty();
  await updateSettings(shop.as.admin(), { unmatchedOrders: { orders: 2, artworks: 10 } });
});
afterAll(() => shop.close());

const fill = async (quantity = 1) => {
  const artwork = await shop.makeArtwork({ stockCount: 20 });
  await putIntoCart(shop.as.customer(), artwork.id, quantity);
  return artwork;
};
const order = async (quantity = 1): Promise<Order> => {
  await fill(quantity);
  return orderCart(shop.as.customer());
};
const hold = async () =>
  holdCheckout(shop.as.customer(), { ...(await openCheckout(shop.as.customer())), address: ADDRESS });
/** An order that waits for a gateway, in whose window the QR can be chosen instead. */
const wait = async (quantity = 1): Promise<Order> => {
  shop.suppliers.payment = { phonepe: fakeGateway({ name: 'phonepe' }) };
  await fill(quantity);
  return orderCart(shop.as.customer(), { paymentMethod: 'phonepe', paymentReferenceId: '', online: 'yes' });
};
const showsQr = async (order: Order) => mayShowQr(shop.as.customer(), await getSettings(shop.as.customer()), order);
const give = ({ id }: Order) => giveReference(shop.as.customer(), { orderId: id, paymentReferenceId: newReference() });
const cancel = ({ id }: Order) => setOrderStatus(shop.as.admin(), { orderId: id, status: 'cancelled' });
const restore = ({ id }: Order) =>
  setOrderStatus(shop.as.admin(), { orderId: id, status: 'pending', reason: 'Asked for it again' });
const settle = (orderId: string, verification: 'matched' | 'rejected') =>
  verifyPayment(shop.as.admin(), { orderId, verification, reason: 'not in the statement' });

describe('references that nobody matched yet', () => {
  test('are two at most, for who was never found in the bank; the third is refused before it is paid, and nothing is lost', async () => {
    const first = await order();
    await order();
    await fill();
    expect(await hold()).toMatchObject({ ok: false, reason: 'too-many-unmatched' });
    const third = await checkoutOf(shop.as.customer());
    expect(await placeOrder(shop.as.customer(), third)).toMatchObject({ ok: false, reason: 'too-many-unmatched' });
    await settle(first.id, 'matched');
    expect(await placeOrder(shop.as.customer(), third)).toMatchObject({ ok: true });
  });

  test('are of ten pieces together, or as many as the owner says', async () => {
    await order(6);
    await fill(5);
    expect(await hold()).toMatchObject({ reason: 'too-many-unmatched' });
    await updateSettings(shop.as.admin(), { unmatchedOrders: { orders: 2, artworks: 11 } });
    expect(await hold()).toMatchObject({ ok: true });
  });

  test('are taken from whoever was shown a QR before', async () => {
    await order();
    await fill();
    expect(await hold()).toMatchObject({ ok: true });
    await updateSettings(shop.as.admin(), { unmatchedOrders: { orders: 1, artworks: 10 } });
    expect(await placeOrder(shop.as.customer(), await checkoutOf(shop.as.customer()))).toMatchObject({ ok: true });
  });

  test('cannot become more by orders that wait for their payment, whatever was chosen for it first', async () => {
    const waiting: Order[] = [];
    for (let minute = 0; minute < 3; minute += 1) {
      waiting.push(await wait());
      shop.later(1);
    }
    expect(await Promise.all(waiting.map(showsQr))).toEqual([true, true, false]);
    await fill();
    expect(await hold()).toMatchObject({ reason: 'too-many-held' });
    const [first, second, third] = waiting as [Order, Order, Order];
    await give(first);
    expect(await Promise.all([second, third].map(showsQr))).toEqual([true, false]);
    await cancel(second);
    expect(await showsQr(third)).toBe(true);
    expect(await hold()).toMatchObject({ reason: 'too-many-unmatched' });
    await give(third);
    expect(await restore(second)).toMatchObject({ ok: true, value: { status: 'pending' } });
    expect(await showsQr(second)).toBe(false);
    // What was typed is kept all the same.
    expect(await give(second)).toMatchObject({ ok: true });
    await settle(first.id, 'matched');
    expect(await showsQr(await wait())).toBe(true);
  });

  test('count what a QR was drawn for at the checkout, which draws none for more', async () => {
    const waiting = await wait(3);
    await fill(5);
    expect(await hold()).toMatchObject({ ok: true });
    await fill(5);
    expect(await hold()).toMatchObject({ reason: 'too-many-unmatched' });
    expect(await showsQr(waiting)).toBe(true);
    await updateSettings(shop.as.admin(), { unmatchedOrders: { orders: 2, artworks: 7 } });
    expect(await showsQr(waiting)).toBe(false);
  });

  test('are asked about once, after three business days; no clock cancels them', async () => {
    // A Saturday.
    const { id } = await order();
    shop.later(3 * 24 * 60);
    expect(await sweepUnmatchedReferences(shop.as.shop())).toBe(0);
    shop.later(24 * 60 + 1);
    expect(await sweepUnmatchedReferences(shop.as.shop())).toBe(1);
    expect(await sweepUnmatchedReferences(shop.as.shop())).toBe(0);
    expect(await shop.announced('orders.needs-attention')).toEqual([{ orderId: id, why: 'unmatched' }]);
    expect(await shop.orderRow(id)).toMatchObject({ status: 'processing' });
  });

  test('are asked about wherever the order came from, from the day on which each was claimed', async () => {
    const { id: artworkId } = await shop.makeArtwork({ stockCount: 20 });
    const agreed = { artworkId, total: rupees(9000), advance: rupees(3000) };
    const { id: orderId } = await agreeOnOrder(shop.as.shop(), shop.as.customer(), agreed);
    const draft = await placeDraft(shop.as.helper(), {
      ...ADDRESS,
      key: crypto.randomUUID(),
      account: '',
      method: 'upi',
      reference: newReference(),
      note: '',
      seenTotal: rupees(1150),
      lines: [{ artworkId, quantity: 1 }],
      discount: NOTHING,
    });
    if (!draft.ok) throw new Error(draft.reason);
    const sweep = async () => {
      const asked = await sweepUnmatchedReferences(shop.as.shop());
      expect(await sweepUnmatchedReferences(shop.as.shop())).toBe(0);
      return asked;
    };
    const claim = async () => {
      const claimed = await noteReference(shop.as.admin(), { orderId, reference: newReference() });
      expect(claimed).toMatchObject({ ok: true });
    };
    const days = 24 * 60;
    shop.later(4 * days + 1);
    expect(await sweep()).toBe(1);
    expect(await shop.announced('orders.needs-attention')).toEqual([{ orderId: draft.value.id, why: 'unmatched' }]);
    // A Wednesday.
    await claim();
    shop.later(3 * days - 1);
    expect(await sweep()).toBe(0);
    shop.later(2);
    expect(await sweep()).toBe(1);
    await settle(orderId, 'matched');
    // The balance.
    await claim();
    expect(await sweep()).toBe(0);
    shop.later(5 * days);
    expect(await sweep()).toBe(1);
    await settle(orderId, 'rejected');
    await claim();
    shop.later(5 * days);
    expect(await sweep()).toBe(1);
  });

  test('are asked about later by the Sundays and holidays between', async () => {
    // Ordered on a Saturday; the business days are Wednesday, Friday and the Monday after.
    const holidays = ['2026-11-23', '2026-11-24', '2026-11-26', '2026-11-28'].map((day) => ({
      from: day,
      to: day,
      reason: 'Festival',
    }));
    await updateSettings(shop.as.admin(), { holidays });
    await order();
    const days = 24 * 60;
    for (const minutes of [7 * days, days, days - 1]) {
      shop.later(minutes);
      expect(await sweepUnmatchedReferences(shop.as.shop())).toBe(0);
    }
    shop.later(2);
    expect(await sweepUnmatchedReferences(shop.as.shop())).toBe(1);
    await updateSettings(shop.as.admin(), { holidays: [] });
  });

  test('that are rejected free the pieces and tell the customer', async () => {
    const artwork = await fill(2);
    const { id } = await orderCart(shop.as.customer());
    expect(await shop.stockOf(artwork.id)).toBe(18);
    expect(await settle(id, 'rejected')).toMatchObject({
      ok: true,
      value: { status: 'cancelled', verification: 'rejected' },
    });
    expect(await settle(id, 'rejected')).toMatchObject({ ok: true });
    expect(await shop.stockOf(artwork.id)).toBe(20);
    expect(await shop.announced('orders.status-changed')).toEqual([
      { orderId: id, from: 'processing', to: 'cancelled', isRejection: true },
    ]);
  });
});
