import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import { addPushDevice } from '#app/modules/messaging/push/push.server.ts';
import { pushNotices } from '#app/modules/messaging/push/tables.server.ts';
import { orderRequests, quotes } from '#app/modules/requests/requests/tables.server.ts';
import { acceptRequest } from '#app/modules/requests/requests/answers.server.ts';
import { insertRequest } from '#app/modules/requests/requests/requests.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { setOrderStatus } from '#app/modules/orders/orders/orders.server.ts';
import { changeSettings } from '#app/modules/store/settings/settings.server.ts';
import { DEFAULT_SETTINGS } from '#app/modules/store/settings/settings.ts';
import { signedIn } from '#app/platform/shop.server.ts';
import { ADDRESS } from '#tests/support/checkout.ts';
import { newBrowser } from '#tests/support/push-service.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { earliestFinishesOf, earliestFinishOf, workInProgress } from './calendar.server.ts';
import { noticeOverdueWork } from './overdue-work.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
beforeEach(async () => {
  await shop.empty();
  shop.clock.now = new Date('2026-11-23T04:30:00Z');
});
afterAll(() => shop.close());

async function accepted(changes: Partial<Parameters<typeof insertRequest>[1]> = {}, { quantity = 1, stock = 0 } = {}) {
  const artwork = await shop.makeArtwork({
    title: 'Fish Dupatta',
    medium: changes.kind === 'out-of-stock' ? 'oil' : 'fabric',
    category: changes.kind === 'out-of-stock' ? 'Oil Painting' : 'Fabric Painting',
    stockCount: stock,
  });
  shop.later(1);
  const asked = await insertRequest(shop.as.shop(), {
    artworkId: artwork.id,
    userId: signedIn(shop.as.customer()).userId,
    kind: 'custom',
    name: 'Asha Rawat',
    email: 'asha@example.in',
    phone: '9876543210',
    ...changes,
  });
  const { requestId } = asked!;
  const order = await acceptRequest(shop.as.admin(), {
    requestId,
    quantity,
    price: rupees(4000),
    shippingAddress: ADDRESS,
  });
  if (!order.ok) throw new Error(order.reason);
  return { requestId, orderId: order.value.id };
}
const FABRIC = { category: 'Fabric Painting', medium: 'fabric' } as const;
const finishes = async () => (await workInProgress(shop.as.admin())).work.map(({ finish }) => finish);

describe('the studio’s calendar', () => {
  test('keeps the place of unpaid work for seven days', async () => {
    const { orderId } = await accepted();
    shop.later(6 * 24 * 60);
    expect(await finishes()).toHaveLength(1);
    shop.later(25 * 60);
    expect(await finishes()).toEqual([]);
    await shop.database.update(orders).set({ confirmedAt: shop.clock.now }).where(eq(orders.id, orderId));
    expect(await finishes()).toHaveLength(1);
  });

  test('fills with accepted work, 20 hours a week, and frees cancelled work', async () => {
    expect(await earliestFinishOf(shop.as.guest(), FABRIC)).toBe('2026-11-28');
    const [first] = [await accepted(), await accepted(), await accepted()];
    expect(await finishes()).toEqual(['2026-11-28', '2026-11-28', '2026-12-05']);
    expect(await earliestFinishOf(shop.as.guest(), FABRIC)).toBe('2026-12-05');
    const cancelled = await setOrderStatus(shop.as.admin(), { orderId: first!.orderId, status: 'cancelled' });
    expect(cancelled.ok).toBe(true);
    expect(await finishes()).toEqual(['2026-11-28', '2026-11-28']);
    expect(await earliestFinishesOf(shop.as.guest(), [FABRIC, { hours: 3 }])).toEqual(['2026-12-05', '2026-11-28']);
  });

  test('counts agreed hours first, and no finished, in-stock or unanswered work', async () => {
    const [agreed, ready] = [await accepted(), await accepted()];
    const setWork = (requestId: string, changes: { workHours: number; stage: 'painting' | 'ready' }) =>
      shop.database.update(orderRequests).set(changes).where(eq(orderRequests.id, requestId));
    await setWork(agreed!.requestId, { workHours: 14, stage: 'painting' });
    await setWork(ready!.requestId, { workHours: 40, stage: 'ready' });
    await accepted({ kind: 'out-of-stock' }, { stock: 5 });
    const made = await accepted({ kind: 'out-of-stock' }, { quantity: 2 });
    const stitched = await accepted({ wantStitching: true });
    await insertRequest(shop.as.shop(), {
      kind: 'custom',
      name: 'Meera Iyer',
      email: 'meera@example.in',
      phone: '9876543210',
    });
    const { work } = await workInProgress(shop.as.helper());
    expect(work.map(({ requestId, hours }) => [requestId, hours])).toEqual([
      [agreed!.requestId, 14],
      [made.requestId, 32],
      [stitched.requestId, 12],
    ]);
  });

  test('follows the owner’s hours and holidays, and names impossible days', async () => {
    await changeSettings(shop.as.admin(), {
      studioCalendar: { ...DEFAULT_SETTINGS.studioCalendar, hoursPerWeek: 10 },
      workHours: [{ category: 'fabric painting', hours: 10 }],
      holidays: [{ from: '2026-12-04', to: '2026-12-05', reason: 'Wedding' }],
    });
    await accepted({ neededBy: '2026-11-28' });
    await accepted({ neededBy: '2026-12-11' });
    await accepted();
    const { work, weeks, hoursPerWeek } = await workInProgress(shop.as.admin());
    expect(hoursPerWeek).toBe(10);
    expect(work.map(({ finish, isMet }) => [finish, isMet])).toEqual([
      ['2026-11-28', true],
      ['2026-12-12', false],
      ['2026-12-19', null],
    ]);
    expect(
      weeks.map(({ from, hours, free, booked }) => [from, Math.round(hours), Math.round(free), booked.length]),
    ).toEqual([
      ['2026-11-23', 10, 0, 1],
      ['2026-11-30', 7, 7, 0],
      ['2026-12-07', 10, 0, 1],
      ['2026-12-14', 10, 0, 1],
    ]);
  });

  test('shows the newest agreed day', async () => {
    const { requestId } = await accepted();
    const agreed = async () => (await workInProgress(shop.as.admin())).work.map(({ agreedDay }) => agreedDay);
    expect(await agreed()).toEqual([null]);
    await shop.database.insert(quotes).values({
      requestId,
      version: 1,
      lines: [],
      freeChanges: 1,
      earliestFinish: '2026-12-05',
      validUntil: shop.clock.now,
      total: rupees(4000),
      advance: rupees(2000),
      feeBeforePainting: 0,
      feeOncePainting: 100,
      workHours: 8,
      acceptedAt: shop.clock.now,
      acceptedByName: 'Asha Rawat',
      acceptedVia: 'account',
    });
    expect(await agreed()).toEqual(['2026-12-05']);
    await shop.database.update(orderRequests).set({ readyDay: '2026-12-09' }).where(eq(orderRequests.id, requestId));
    expect(await agreed()).toEqual(['2026-12-09']);
  });

  test('notifies once about late work, and again after a new day is agreed', async () => {
    const { requestId, orderId } = await accepted();
    await shop.database.update(orders).set({ confirmedAt: shop.clock.now }).where(eq(orders.id, orderId));
    const agree = (readyDay: string) =>
      shop.database.update(orderRequests).set({ readyDay }).where(eq(orderRequests.id, requestId));
    await addPushDevice(shop.as.admin(), newBrowser().subscription);
    const countNotices = async () => {
      await noticeOverdueWork(shop.as.shop());
      await noticeOverdueWork(shop.as.shop());
      return shop.database.$count(pushNotices);
    };
    await agree('2026-11-23');
    expect(await countNotices()).toBe(0);
    shop.later(24 * 60);
    expect(await countNotices()).toBe(1);
    await agree('2026-11-25');
    expect(await countNotices()).toBe(1);
    shop.later(2 * 24 * 60);
    expect(await countNotices()).toBe(2);
    expect(await shop.database.select().from(pushNotices)).toMatchObject([
      { kind: 'overdue', path: `/admin/requests/${requestId}`, detail: null },
      { kind: 'overdue' },
    ]);
  });

  test('is visible only to the studio', async () => {
    await expect(workInProgress(shop.as.customer())).rejects.toThrow('Not found');
  });
});
