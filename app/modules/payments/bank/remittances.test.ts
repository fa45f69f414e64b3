import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import { payments } from '#app/modules/orders/ledger/tables.server.ts';
import { setOrderStatus } from '#app/modules/orders/orders/orders.server.ts';
import { auditLog } from '#app/platform/audit/tables.server.ts';
import { updateSettings } from '#app/modules/store/settings/settings.server.ts';
import { NotFound } from '#app/platform/errors.server.ts';
import { orderCart, putIntoCart } from '#tests/support/checkout.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import {
  listInHand,
  listRemittances,
  markInHand,
  recordRemittance,
  undoRemittance,
  unmarkInHand,
  unsettledCash,
  unsettledCashTotal,
} from './remittances.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
beforeEach(async () => {
  await shop.empty();
  await updateSettings(shop.as.admin(), { paymentMethods: ['manual', 'cod'] });
});
afterAll(() => shop.close());

const owner = () => shop.as.admin();
async function collect(customer: number) {
  const { id } = await shop.makeArtwork({ price: rupees(3000) });
  await putIntoCart(shop.as.customer(customer), id);
  const order = await orderCart(shop.as.customer(customer), { paymentMethod: 'cod', paymentReferenceId: '' });
  await setOrderStatus(owner(), { orderId: order.id, status: 'delivered' });
  return order;
}
const remittance = (amount = rupees(5900)) => ({
  key: crypto.randomUUID(),
  courier: 'India Post',
  reference: 'EMO-77',
  day: '2026-11-22',
  amount,
});

test('cash is open from delivery until remitted by the courier, less fees', async () => {
  await collect(1);
  await collect(2);
  await collect(3);
  const waiting = await unsettledCash(owner());
  expect(waiting.map(({ amount }) => amount)).toEqual([rupees(3000), rupees(3000), rupees(3000)]);
  const two = waiting.slice(0, 2).map(({ id }) => id);
  const sent = { ...remittance(), paymentIds: two };
  const recorded = await recordRemittance(owner(), sent);
  expect(recorded).toMatchObject({ value: { fee: rupees(100) } });
  expect(await recordRemittance(owner(), sent)).toEqual(recorded);
  expect((await unsettledCash(owner())).map(({ id }) => id)).toEqual([waiting[2]!.id]);
  expect(await listRemittances(owner())).toMatchObject([
    { courier: 'India Post', reference: 'EMO-77', amount: rupees(5900), fee: rupees(100), orders: 2 },
  ]);

  await undoRemittance(owner(), recorded.ok ? recorded.value.remittanceId : '');
  expect(await unsettledCash(owner())).toHaveLength(3);
  expect(await listRemittances(owner())).toEqual([]);
  const noted = await shop.database.select({ action: auditLog.action }).from(auditLog);
  expect(noted.map(({ action }) => action)).toEqual(expect.arrayContaining(['remittance.record', 'remittance.undo']));
});

test('refuses another remittance under a used key, and records nothing', async () => {
  for (const customer of [1, 2]) await collect(customer);
  const [first, second] = (await unsettledCash(owner())).map(({ id }) => id);
  const sent = { ...remittance(rupees(2900)), paymentIds: [first!] };
  const recorded = await recordRemittance(owner(), sent);
  const others = [{ amount: rupees(2800) }, { courier: 'Delhivery' }, { day: '2026-11-21' }, { reference: 'EMO-78' }];
  for (const other of [...others, { paymentIds: [second!] }, { paymentIds: [first!, second!] }])
    expect(await recordRemittance(owner(), { ...sent, ...other })).toMatchObject({ reason: 'key-used' });
  expect(await recordRemittance(owner(), sent)).toEqual(recorded);
  expect(await listRemittances(owner())).toHaveLength(1);
  expect(await unsettledCash(owner())).toHaveLength(1);
});

test('refuses a remittance above collected, empty, or already settled', async () => {
  await collect(1);
  const { id } = (await unsettledCash(owner()))[0]!;
  expect(await recordRemittance(owner(), { ...remittance(rupees(3001)), paymentIds: [id] })).toMatchObject({
    reason: 'too-much',
    data: { collected: rupees(3000) },
  });
  expect(await recordRemittance(owner(), { ...remittance(), paymentIds: [] })).toMatchObject({ reason: 'none-chosen' });
  const { markedAt, ...marked } = await markInHand(owner(), [id]);
  expect(marked).toEqual({ count: 1 });
  shop.later(1);
  expect(await recordRemittance(owner(), { ...remittance(rupees(1)), paymentIds: [id] })).toMatchObject({
    reason: 'already-settled',
  });
  await unmarkInHand(owner(), shop.clock.now);
  expect(await unsettledCash(owner())).toEqual([]);
  await unmarkInHand(owner(), markedAt);
  expect(await unsettledCash(owner())).toHaveLength(1);
  expect(await listRemittances(owner())).toEqual([]);
});

test('lists cash in hand by date, repeatably, until undone', async () => {
  for (const customer of [1, 2, 3]) await collect(customer);
  const waiting = await unsettledCash(owner());
  const ids = waiting.map(({ id }) => id);
  const earlier = await markInHand(owner(), ids.slice(0, 1));
  shop.later(1);
  const marked = await markInHand(owner(), ids);
  expect(marked).toEqual({ count: 2, markedAt: shop.clock.now });
  shop.later(1);
  expect(await markInHand(owner(), ids.slice(1))).toEqual(marked);
  expect(await markInHand(owner(), ids)).toEqual(marked);
  expect(await markInHand(owner(), ids.slice(0, 1))).toEqual(earlier);
  expect(await listInHand(owner())).toEqual([
    {
      markedAt: marked.markedAt,
      orders: 2,
      amount: rupees(6000),
      orderNumbers: waiting
        .slice(1)
        .map(({ orderNumber }) => orderNumber)
        .toSorted(),
    },
    { markedAt: earlier.markedAt, orders: 1, amount: rupees(3000), orderNumbers: [waiting[0]!.orderNumber] },
  ]);
  expect(await unmarkInHand(owner(), marked.markedAt)).toBe(2);
  expect(await unmarkInHand(owner(), marked.markedAt)).toBe(0);
  expect(await listInHand(owner())).toMatchObject([{ orders: 1 }]);
  await recordRemittance(owner(), { ...remittance(rupees(3000)), paymentIds: ids.slice(1, 2) });
  expect(await markInHand(owner(), ids.slice(1, 2))).toMatchObject({ count: 0 });
  expect(await markInHand(owner(), ids.slice(0, 2))).toMatchObject({ count: 0 });
});

test('does not remove remitted cash as cash in hand', async () => {
  await collect(1);
  const { id } = (await unsettledCash(owner()))[0]!;
  await recordRemittance(owner(), { ...remittance(rupees(2950)), paymentIds: [id] });
  await unmarkInHand(owner(), shop.clock.now);
  expect(await unsettledCash(owner())).toEqual([]);
});

test('lists the oldest 500, but counts and sums everything', async () => {
  const { id: orderId } = await collect(1);
  await shop.database.insert(payments).values(
    Array.from({ length: 520 }, (_, n) => ({
      orderId,
      amount: rupees(10),
      referenceId: `COD-MANY-${1000 + n}`,
      status: 'success' as const,
      verification: 'matched' as const,
      source: 'cash' as const,
      createdAt: new Date(shop.clock.now.getTime() + n),
    })),
  );
  const shown = await unsettledCash(owner());
  expect(shown).toHaveLength(500);
  expect(await unsettledCashTotal(owner())).toEqual({ count: 521, amount: rupees(3000 + 5200) });
  await markInHand(
    owner(),
    shown.map(({ id }) => id),
  );
  expect(await unsettledCashTotal(owner())).toEqual({ count: 21, amount: rupees(210) });
});

test('is for owners only', async () => {
  for (const other of [shop.as.customer(), shop.as.helper()])
    for (const ask of [
      () => unsettledCash(other),
      () => listRemittances(other),
      () => listInHand(other),
      () => recordRemittance(other, { ...remittance(), paymentIds: [] }),
      () => undoRemittance(other, crypto.randomUUID()),
      () => markInHand(other, []),
      () => unmarkInHand(other, shop.clock.now),
      () => unsettledCashTotal(other),
    ])
      await expect(ask()).rejects.toThrow(NotFound);
});
