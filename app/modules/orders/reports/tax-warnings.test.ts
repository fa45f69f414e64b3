import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import { placeOrder } from '#app/modules/payments/checkout/checkout.server.ts';
import { setOrderStatus } from '#app/modules/orders/orders/orders.server.ts';
import { answerReturn, askReturn, getReturnable } from '#app/modules/orders/returns/returns.server.ts';
import { DEFAULT_SETTINGS } from '#app/modules/store/settings/settings.ts';
import { updateSettings } from '#app/modules/store/settings/settings.server.ts';
import { checkoutOf, putIntoCart } from '#tests/support/checkout.ts';
import { receiveAll } from '#tests/support/returns.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { returnsBeforeDeadline, turnoverWarning } from './tax-warnings.server.ts';

let shop: TestShop;
beforeAll(async () => void (shop = await openTestShop()));
beforeEach(() => shop.empty());
afterAll(() => shop.close());

async function sell(price: number, customer = 1) {
  const context = shop.as.customer(customer);
  await putIntoCart(context, (await shop.makeArtwork({ price: rupees(price) })).id);
  const answer = await placeOrder(context, await checkoutOf(context));
  if (!answer.ok) throw new Error(answer.reason);
  return answer.value;
}

test('warns at 80 and 95 percent of the turnover limit, without GST', async () => {
  const limitTo = (amount: number | null) =>
    updateSettings(shop.as.admin(), {
      seller: { ...DEFAULT_SETTINGS.seller, status: 'regular', gstin: '05ABCDE1234F1Z6' },
      taxWarnings: { ...DEFAULT_SETTINGS.taxWarnings, turnoverLimit: amount === null ? null : rupees(amount) },
    });
  await limitTo(12_600);
  const order = await sell(10_500);
  expect(await turnoverWarning(shop.as.admin())).toBeUndefined();
  await limitTo(12_500);
  expect(await turnoverWarning(shop.as.admin())).toEqual({
    turnover: rupees(10_000),
    limit: rupees(12_500),
    percentage: 80,
    isUrgent: false,
  });
  await limitTo(10_500);
  expect(await turnoverWarning(shop.as.admin())).toMatchObject({ percentage: 95, isUrgent: true });
  await limitTo(null);
  expect(await turnoverWarning(shop.as.admin())).toBeUndefined();
  await limitTo(10_500);
  await setOrderStatus(shop.as.admin(), { orderId: order.id, status: 'cancelled' });
  expect(await turnoverWarning(shop.as.admin())).toBeUndefined();
});

test('asks in November for returns whose credit notes will be too late', async () => {
  shop.clock.now = new Date('2026-03-30T06:00:00Z');
  const order = await sell(2_500);
  const change = { orderId: order.id, shipUnverified: true, reason: 'known customer' };
  await setOrderStatus(shop.as.admin(), { ...change, status: 'delivered' });
  const returnable = await getReturnable(shop.as.customer(), order.id);
  if (!returnable.ok) throw new Error(returnable.reason);
  const asked = await askReturn(shop.as.customer(), {
    orderId: order.id,
    key: returnable.value.key,
    kind: 'return',
    reason: 'changed-mind',
    details: '',
    exchangeFor: '',
    lines: [{ artworkId: order.items[0]!.artwork_id, quantity: 1 }],
  });
  if (!asked.ok) throw new Error(asked.reason);
  const { requestId: id } = asked.value;
  await answerReturn(shop.as.admin(), { id, answer: 'accepted', message: '' });
  for (const [now, isWarned] of [
    ['2026-10-31T18:29:00Z', false],
    ['2026-10-31T18:31:00Z', true],
    ['2026-11-30T18:29:00Z', true],
    ['2026-11-30T18:31:00Z', false],
  ] as const) {
    shop.clock.now = new Date(now);
    expect((await returnsBeforeDeadline(shop.as.admin()))?.count).toBe(isWarned ? 1 : undefined);
  }
  shop.clock.now = new Date('2026-11-15T06:00:00Z');
  await receiveAll(shop.as.admin(), { id, fitForSale: true });
  expect(await returnsBeforeDeadline(shop.as.admin())).toBeUndefined();
});
