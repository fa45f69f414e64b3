import { topicsOf } from '#app/platform/live/live.server.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eq } from 'drizzle-orm';
import { rupees } from '#app/basics/money.ts';
import { DEFAULT_SETTINGS } from '#app/modules/store/settings/settings.ts';
import { cart } from '#app/modules/orders/cart/tables.server.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { NotFound } from '#app/platform/errors.server.ts';
import { ADDRESS, checkoutOf, putIntoCart } from '#tests/support/checkout.ts';
import { placeOlderOrder } from '#tests/support/older-order.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import type { Order, OrderStatus } from './order.ts';
import { cancelOrder, recordShipment, setOrderStatus, findShipments } from './orders.server.ts';
import { saleSchema } from '#app/modules/payments/checkout/draft-order.ts';
import { placeOrder, reorder, sellInPerson } from '#app/modules/payments/checkout/checkout.server.ts';
import { trackOrder } from './tracking.server.ts';
import { estimatedDelivery, normaliseOrderNumber, type Tracking, TRACKING_STEPS } from './tracking.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
beforeEach(() => shop.empty());
afterAll(() => shop.close());

const hours = (count: number) => {
  shop.clock.now = new Date(shop.clock.now.getTime() + count * 3_600_000);
};
const guestAt = (visitorAddress: string): Shop => ({ ...shop.as.guest(), visitorAddress });

async function anOrder(quantity = 2): Promise<Order> {
  const artwork = await shop.makeArtwork({ stockCount: 5 });
  await putIntoCart(shop.as.customer(), artwork.id, quantity);
  const answer = await placeOrder(shop.as.customer(), await checkoutOf(shop.as.customer()));
  if (!answer.ok) throw new Error(`refused: ${answer.reason}`);
  return answer.value;
}

async function set(order: Order, status: OrderStatus, reason?: string): Promise<void> {
  const moved = await setOrderStatus(shop.as.admin(), {
    orderId: order.id,
    status,
    reason: reason ?? 'Told by the courier',
    shipUnverified: true,
  });
  if (!moved.ok) throw new Error(moved.reason);
}

async function tracked(order: Order, context = shop.as.customer()): Promise<Tracking> {
  const answer = await trackOrder(context, { orderNumber: order.orderNumber });
  if (!answer.ok) throw new Error(`refused: ${answer.reason}`);
  return answer.value;
}
const completed = ({ steps }: Tracking) => steps.filter((step) => step.completed).map((step) => step.status);
const current = ({ steps }: Tracking) => steps.filter((step) => step.current).map((step) => step.status);

describe('the steps of an order', () => {
  test('steps reach its status, with shipment events between', async () => {
    const order = await anOrder();
    await set(order, 'pending');
    expect(completed(await tracked(order))).toEqual(['Order Placed']);
    await set(order, 'processing');
    expect(completed(await tracked(order))).toEqual(['Order Placed', 'Processing']);
    expect(await recordShipment(shop.as.admin(), { orderId: order.id, step: 'in_transit', description: '' })).toEqual({
      ok: false,
      reason: 'not-on-its-way',
    });
    hours(20);
    await set(order, 'shipped');
    expect(completed(await tracked(order))).toEqual(['Order Placed', 'Processing', 'Shipped']);
    hours(5);
    await recordShipment(shop.as.admin(), { orderId: order.id, step: 'in_transit', description: ' Left Bareilly. ' });
    const onTheWay = await tracked(order);
    expect(current(onTheWay)).toEqual(['In Transit']);
    expect(onTheWay.steps[3]).toMatchObject({ at: shop.clock.now, description: 'Left Bareilly.' });
    expect(onTheWay.steps[4]).toMatchObject({ completed: false, at: null, description: '' });
    hours(30);
    await set(order, 'delivered');
    const there = await tracked(order);
    expect(completed(there)).toEqual(TRACKING_STEPS);
    expect(there).toMatchObject({ actualDelivery: shop.clock.now, estimatedDelivery: null });
    expect(there.steps[4]!.at).toBeNull();
  });

  test('a parcel links its courier’s page, with the number where possible', async () => {
    const order = await anOrder();
    await set(order, 'shipped');
    const note = (carrier: string, trackingNumber: string) =>
      recordShipment(shop.as.admin(), { orderId: order.id, step: 'shipped', carrier, trackingNumber });
    await note('My cousin', 'EB123456789IN');
    expect((await tracked(order)).steps[2]).not.toHaveProperty('links');
    await note('bluedart', '50123456789');
    const { steps } = await tracked(order, shop.as.guest());
    expect(steps.map(({ links }) => links?.map(({ label }) => label))).toEqual([
      undefined,
      undefined,
      ['Track it at Blue Dart'],
      undefined,
      undefined,
      undefined,
    ]);
    expect(steps[2]!.links![0]!.url).toMatch(/=50123456789$/);
  });

  test('ignore events from before the order went back', async () => {
    const order = await anOrder();
    await set(order, 'shipped');
    hours(1);
    await recordShipment(shop.as.admin(), { orderId: order.id, step: 'in_transit', description: 'Left.' });
    hours(1);
    await set(order, 'processing', 'Came back');
    expect(current(await tracked(order))).toEqual(['Processing']);
    hours(1);
    await set(order, 'shipped');
    expect(current(await tracked(order))).toEqual(['Shipped']);
  });

  test('keep their events when a mistaken Delivered is undone', async () => {
    const order = await anOrder();
    await set(order, 'shipped');
    const left = shop.clock.now;
    const carried = { orderId: order.id, step: 'shipped', carrier: 'India Post', trackingNumber: 'EE1IN' } as const;
    await recordShipment(shop.as.admin(), carried);
    hours(1);
    await recordShipment(shop.as.admin(), { orderId: order.id, step: 'in_transit', description: 'Left.' });
    hours(1);
    await set(order, 'delivered');
    hours(1);
    await set(order, 'shipped', 'Not there yet');
    const back = await tracked(order);
    expect(current(back)).toEqual(['In Transit']);
    expect(back.steps[2]).toMatchObject({ at: left, description: 'Handed to India Post, number EE1IN.' });
    expect(back.steps[3]).toMatchObject({ completed: true, description: 'Left.' });
    expect(await findShipments(shop.as.admin(), order.id)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ step: 'shipped', carrier: 'India Post', trackingNumber: 'EE1IN' }),
        expect.objectContaining({ step: 'in_transit', description: 'Left.' }),
      ]),
    );
  });

  test('are empty when it is cancelled', async () => {
    const order = await anOrder();
    await cancelOrder(shop.as.customer(), order.id);
    expect(await tracked(order)).toMatchObject({
      status: 'cancelled',
      steps: [],
      cancelledAt: shop.clock.now,
      estimatedDelivery: null,
    });
  });
});

describe('access to an order', () => {
  test('guests and other customers see status and steps, no shipment', async () => {
    const order = await anOrder();
    for (const context of [shop.as.guest(), shop.as.customer(2)]) {
      const seen = await tracked(order, context);
      expect(seen).toMatchObject({ status: 'processing', parcel: null, isSignedIn: false });
      expect(JSON.stringify(seen)).not.toMatch(/Asha|Mall Road|Almora|9876543210|Piece/);
    }
  });

  test('owner, admin and people with the last four digits see the address', async () => {
    const order = await anOrder();
    const parcel = {
      name: ADDRESS.name,
      address: ['14 Mall Road', 'Almora, Uttarakhand 263601'],
      totals: { total: order.total },
      items: order.items,
    };
    expect((await tracked(order)).parcel).toMatchObject(parcel);
    expect((await tracked(order, shop.as.admin())).parcel).toMatchObject(parcel);
    const revealed = await trackOrder(shop.as.guest(), { orderNumber: order.orderNumber, phoneDigits: ' 3210' });
    expect(revealed).toMatchObject({ ok: true, value: { parcel, isSignedIn: false } });
  });

  test('total rows add up to the total, with GST on top of older prices', async () => {
    const { id } = await shop.makeArtwork();
    const order = await placeOlderOrder(shop.as.customer(), [{ id, price: rupees(3_000), quantity: 1, gstRate: 5 }]);
    const { totals, hasCoupon } = (await tracked(order)).parcel!;
    expect(totals).toMatchObject({ subtotal: rupees(3_000), gstAmount: rupees(150), total: rupees(3_150) });
    expect(hasCoupon).toBe(false);
  });

  test('a sale in person shows hand-over and no address', async () => {
    const { id } = await shop.makeArtwork({ price: rupees(1_000) });
    const sale = { key: crypto.randomUUID(), method: 'cash', name: 'Hira Negi', seenTotal: String(rupees(1_000)) };
    const sold = await sellInPerson(shop.as.admin(), {
      ...saleSchema.parse(sale),
      lines: [{ artworkId: id, quantity: 1 }],
    });
    if (!sold.ok) throw new Error(sold.reason);
    expect((await tracked(sold.value, shop.as.admin())).parcel).toMatchObject({
      name: 'Hira Negi',
      address: ['Handed over in person'],
      handedOver: true,
    });
  });

  test('a wrong number and wrong digits get the same answer', async () => {
    const order = await anOrder();
    const wrongNumber = await trackOrder(shop.as.guest(), { orderNumber: 'BV-2222-2222', phoneDigits: '3210' });
    for (const phoneDigits of ['3211', '', '210', '543210', 'abcd'])
      expect(await trackOrder(guestAt(`198.51.100.${phoneDigits.length}`), { ...order, phoneDigits })).toEqual(
        wrongNumber,
      );
    expect(wrongNumber).toMatchObject({ ok: false, reason: 'not-found' });
  });

  test('finds a number in any spelling', async () => {
    const order = await anOrder();
    const [, first, second] = order.orderNumber.split('-');
    const typed = ` bv ${first!.toLowerCase()}–${second} `;
    expect(normaliseOrderNumber(typed)).toBe(order.orderNumber);
    expect(await trackOrder(shop.as.guest(), { orderNumber: typed })).toMatchObject({ ok: true });
  });

  test('a number is read with and without its prefix, hyphens and spaces', () => {
    for (const typed of ['BV-4H8T-2MRD', 'bv4h8t2mrd', '4h8t2mrd', ' 4H8T 2MRD ', '#BV 4h8t–2mrd', '4H8T-2MRD'])
      expect(normaliseOrderNumber(typed)).toBe('BV-4H8T-2MRD');
    expect(normaliseOrderNumber('BV7K-3M9Q')).toBe('BV-BV7K-3M9Q');
    expect(normaliseOrderNumber('what?')).toBe('WHAT');
  });

  test('its id’s last six characters work only for its signed-in owner', async () => {
    const order = await anOrder();
    const six = `#${order.id.slice(-6).toUpperCase()}`;
    const found = { ok: true, value: { orderNumber: order.orderNumber } };
    expect(await trackOrder(shop.as.customer(), { orderNumber: six })).toMatchObject(found);
    for (const other of [shop.as.guest(), shop.as.customer(2), shop.as.admin()])
      expect(await trackOrder(other, { orderNumber: six })).toMatchObject({ ok: false, reason: 'not-found' });
  });

  test('the topics of live updates depend on the signed-in person', () => {
    const own = topicsOf(shop.as.customer(1), {});
    expect(topicsOf(shop.as.guest(), {})).toEqual([]);
    expect(own).toHaveLength(1);
    expect(topicsOf(shop.as.customer(2), {})).not.toEqual(own);
    expect(topicsOf(shop.as.admin(), {})).toHaveLength(2);
  });
});

describe('attempts', () => {
  test('at numbers are limited by address, and refill over time', async () => {
    const order = await anOrder();
    const here = guestAt('198.51.100.1');
    for (let tries = 0; tries < 30; tries += 1)
      expect(await trackOrder(here, { orderNumber: `BV-2222-${tries}` })).toMatchObject({ reason: 'not-found' });
    expect(await trackOrder(here, order)).toMatchObject({ reason: 'too-many', data: { retryAfterSeconds: 10 } });
    expect(await trackOrder(guestAt('198.51.100.2'), order)).toMatchObject({ ok: true });
    hours(1);
    expect(await trackOrder(guestAt('198.51.100.1'), order)).toMatchObject({ ok: true });
  });

  const guess = (order: { orderNumber: string }, address: string, phoneDigits: string) =>
    trackOrder(guestAt(address), { ...order, phoneDigits });

  test('limits attempts at the digits by address and order', async () => {
    const order = await anOrder();
    for (let from = 1; from <= 12; from += 1)
      for (let tries = 0; tries < 5; tries += 1) await guess(order, `198.51.100.${from}`, '0000');
    expect(await guess(order, '198.51.100.1', '3210')).toMatchObject({ reason: 'too-many' });
    expect(await guess(order, '198.51.100.99', '3210')).toMatchObject({ reason: 'too-many' });
    expect(await tracked(order)).toMatchObject({ isSignedIn: true });
  });

  test.each([1, 4, 10])('at digits from %i strangers never lock the customer out', async (strangers) => {
    const order = await anOrder();
    for (let minute = 0; minute < 120; minute += 10) {
      for (let from = 1; from <= strangers; from += 1)
        for (let tries = 0; tries < 6; tries += 1) await guess(order, `198.51.100.${from}`, '0000');
      hours(10 / 60);
    }
    expect(await guess(order, '203.0.113.9', '3210')).toMatchObject({ ok: true });
  });
});

describe('the estimated delivery', () => {
  const order = { createdAt: new Date('2026-11-17T06:00:00Z'), shippedAt: null, madeToOrder: false, zipCode: '226010' };

  test('counts the longest estimate in business days from shipping or ordering', () => {
    expect(estimatedDelivery(DEFAULT_SETTINGS, order)).toBe('2026-11-26');
    const shippedAt = new Date('2026-11-19T08:00:00Z');
    expect(estimatedDelivery(DEFAULT_SETTINGS, { ...order, shippedAt })).toBe('2026-11-26');
    expect(estimatedDelivery(DEFAULT_SETTINGS, { ...order, shippedAt, zipCode: '744101' })).toBe('2026-12-01');
    const atNight = new Date('2026-11-19T19:00:00Z');
    expect(estimatedDelivery(DEFAULT_SETTINGS, { ...order, shippedAt: atNight })).toBe('2026-11-27');
  });

  test('excludes holidays', () => {
    const holidays = [{ from: '2026-11-23', to: '2026-11-24', reason: 'Festival' }];
    expect(estimatedDelivery({ ...DEFAULT_SETTINGS, holidays }, order)).toBe('2026-11-28');
  });

  test('adds the weeks of painting for made-to-order artworks', () => {
    expect(estimatedDelivery(DEFAULT_SETTINGS, { ...order, madeToOrder: true })).toBe('2026-12-17');
  });
});

describe('ordering again', () => {
  test('adds available items to the cart and names the others', async () => {
    const paintings = [await shop.makeArtwork({ stockCount: 5 }), await shop.makeArtwork({ stockCount: 5 })];
    for (const painting of paintings) await putIntoCart(shop.as.customer(), painting.id, 2);
    const answer = await placeOrder(shop.as.customer(), await checkoutOf(shop.as.customer()));
    const order = answer.ok ? answer.value : expect.unreachable();
    expect(await reorder(shop.as.customer(), order.id)).toMatchObject({ reason: 'not-delivered' });
    await set(order, 'delivered');
    await shop.database.update(artworks).set({ stockCount: 1 }).where(eq(artworks.id, paintings[0]!.id));
    await shop.database.delete(cart);
    await shop.database.delete(artworks).where(eq(artworks.id, paintings[1]!.id));
    expect(await reorder(shop.as.customer(), order.id)).toEqual({
      ok: true,
      value: {
        lowered: [{ title: paintings[0]!.title, available: 1 }],
        skipped: [{ title: paintings[1]!.title }],
        replaced: [],
      },
    });
    expect(await shop.database.select({ artworkId: cart.artworkId, quantity: cart.quantity }).from(cart)).toEqual([
      { artworkId: paintings[0]!.id, quantity: 1 },
    ]);
    await expect(reorder(shop.as.customer(2), order.id)).rejects.toThrow(NotFound);
    await expect(reorder(shop.as.admin(), order.id)).rejects.toThrow(NotFound);
  });
});
