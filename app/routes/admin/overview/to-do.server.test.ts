import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { formatRupees, rupees } from '#app/basics/money.ts';
import { signedIn } from '#app/platform/shop.server.ts';
import { messages } from '#app/modules/messaging/messages/tables.server.ts';
import { overview } from '#app/modules/orders/reports/reports.server.ts';
import { cancelOrder } from '#app/modules/orders/orders/orders.server.ts';
import { verifyPayment } from '#app/modules/payments/payments/payments.server.ts';
import { acceptRequest } from '#app/modules/requests/requests/answers.server.ts';
import { insertRequest } from '#app/modules/requests/requests/requests.server.ts';
import { orderRequests } from '#app/modules/requests/requests/tables.server.ts';
import { countWaitingForStudio } from '#app/modules/requests/requests/waiting-for-studio.server.ts';
import { ADDRESS, orderCart, putIntoCart } from '#tests/support/checkout.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { toDoList } from './to-do.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop(() => openTestDatabase());
});
beforeEach(() => shop.empty());
afterAll(() => shop?.close());

const ask = async (name: string) => {
  const handcraft = { medium: 'handcraft', category: 'Handcraft' } as const;
  const artwork = await shop.makeArtwork({ ...handcraft, stockCount: 0, price: rupees(1650) });
  await insertRequest(shop.as.shop(), {
    artworkId: artwork.id,
    userId: signedIn(shop.as.customer()).userId,
    kind: 'out-of-stock',
    name,
    email: 'asha@example.in',
    phone: '9876543210',
    message: 'One, please',
  });
};
const listFor = async (who: 'admin' | 'helper') => toDoList(shop.as[who](), await overview(shop.as[who]()));

test('nothing waits in an empty shop', async () => {
  expect(await listFor('admin')).toEqual([]);
});

test('the oldest deadline comes first, then rows without one', async () => {
  await ask('Asha Rawat');
  shop.later(60);
  await ask('Meera Iyer');
  expect(await listFor('admin')).toMatchObject([
    { customer: { name: 'Asha Rawat' }, deadline: { text: '22 Nov, 3:30 PM' }, action: 'Reply' },
    { customer: { name: 'Meera Iyer' }, deadline: { text: '22 Nov, 4:30 PM' } },
    { what: 'Piece 1', detail: 'Sold out', action: 'Restock' },
    { what: 'Piece 2' },
  ]);
});

test('restock leads to the stock of its artwork', async () => {
  const last = await shop.makeArtwork({ medium: 'handcraft', category: 'Handcraft', stockCount: 1 });
  expect(await listFor('admin')).toMatchObject([
    { what: last.title, detail: '1 left', step: { to: `/admin/artworks/${last.id}#field-stockCount` } },
  ]);
});

test('a painting that exists once is never restocked', async () => {
  for (const stockCount of [1, 0]) await shop.makeArtwork({ stockCount });
  expect(await listFor('admin')).toEqual([]);
});

test('counts the artworks that have no row', async () => {
  for (let made = 0; made < 5; made += 1)
    await shop.makeArtwork({ medium: 'handcraft', category: 'Handcraft', stockCount: 0 });
  const list = await listFor('admin');
  expect(list.filter(({ detail }) => detail === 'Sold out')).toHaveLength(3);
  expect(list.at(-1)).toMatchObject({
    what: '2 more artworks low or sold out',
    step: { to: '/admin/artworks?sort=stock' },
  });
});

test('has one row for each request that waits', async () => {
  for (let asked = 0; asked < 8; asked += 1) await ask(`Asha ${asked}`);
  const rows = (await listFor('admin')).filter(({ action }) => action === 'Reply');
  expect(rows).toHaveLength(await countWaitingForStudio(shop.as.admin()));
});

test('a payment is confirmed in its row', async () => {
  const artwork = await shop.makeArtwork();
  await putIntoCart(shop.as.customer(), artwork.id, 1);
  const order = await orderCart(shop.as.customer());
  expect(await listFor('admin')).toMatchObject([
    {
      customer: { name: order.customerName },
      detail: expect.stringContaining(`${formatRupees(order.total)} to confirm · ${order.orderNumber}`),
      action: 'Received',
      step: {
        action: `/admin/orders/${order.id}`,
        fields: { intent: 'verification', from: 'unverified', reference: order.paymentReferenceId },
        button: { name: 'verification', value: 'matched' },
      },
    },
  ]);
});

test('a cancelled order’s payment is checked, not confirmed', async () => {
  const artwork = await shop.makeArtwork();
  await putIntoCart(shop.as.customer(), artwork.id, 1);
  const order = await orderCart(shop.as.customer());
  await cancelOrder(shop.as.customer(), order.id);
  expect((await listFor('admin')).filter(({ action }) => action !== 'Restock')).toMatchObject([
    {
      what: `${formatRupees(order.total)} claimed for a cancelled order`,
      action: 'Check',
      step: { to: `/admin/payments#order-${order.id}` },
    },
  ]);
});

test('payments beyond the first rows lead to the oldest of them', async () => {
  const placed = [];
  for (let bought = 0; bought < 6; bought += 1) {
    const artwork = await shop.makeArtwork();
    await putIntoCart(shop.as.customer(), artwork.id, 1);
    placed.push(await orderCart(shop.as.customer()));
    shop.later(1);
  }
  expect((await listFor('admin')).find(({ action }) => action === 'Confirm')).toMatchObject({
    what: '2 more payments to confirm',
    step: { to: `/admin/payments#order-${placed[4]!.id}` },
  });
});

test('a single order to pack is named and opens itself', async () => {
  const packing = async () => (await listFor('helper')).filter(({ action }) => action === 'Pack');
  const pay = async () => {
    const artwork = await shop.makeArtwork();
    await putIntoCart(shop.as.customer(), artwork.id, 1);
    const order = await orderCart(shop.as.customer());
    await verifyPayment(shop.as.admin(), { orderId: order.id, verification: 'matched' });
    return order;
  };
  const { id, customerName } = await pay();
  expect(await packing()).toMatchObject([
    { what: '1 order to pack', customer: { name: customerName }, step: { to: `/admin/orders/${id}` } },
  ]);
  await pay();
  expect(await packing()).toMatchObject([{ what: '2 orders to pack', step: { to: '/admin/orders?status=to-pack' } }]);
});

test('a failed message is sent again in its row, where it can be sent', async () => {
  const [message] = await shop.database
    .insert(messages)
    .values({
      key: 'failed',
      channel: 'email',
      template: 'order-placed',
      recipient: 'asha@example.in',
      bodyText: 'Thank you',
      state: 'failed',
    })
    .returning();
  expect(await listFor('admin')).toMatchObject([{ what: '1 message failed', action: 'Review' }]);
  onTestFinished(() => void Object.assign(shop.config, { smtpUrl: undefined }));
  Object.assign(shop.config, { smtpUrl: 'smtps://mail.example' });
  expect(await listFor('helper')).toMatchObject([
    {
      detail: 'Not sent to asha@example.in',
      action: 'Send again',
      step: { action: `/admin/messages/${message!.id}`, fields: { stays: 'yes', returnTo: '/admin' } },
    },
  ]);
});

test('work is due on its agreed day', async () => {
  const artwork = await shop.makeArtwork({ title: 'Fish Dupatta', medium: 'fabric', category: 'Fabric Painting' });
  const asked = await insertRequest(shop.as.shop(), {
    artworkId: artwork.id,
    userId: signedIn(shop.as.customer()).userId,
    kind: 'custom',
    name: 'Asha Rawat',
    email: 'asha@example.in',
    phone: '9876543210',
  });
  const { requestId } = asked!;
  const request = { requestId, quantity: 1, price: rupees(4000), shippingAddress: ADDRESS };
  expect(await acceptRequest(shop.as.admin(), request)).toMatchObject({ ok: true });
  const agree = (readyDay: string) =>
    shop.database.update(orderRequests).set({ readyDay }).where(eq(orderRequests.id, requestId));
  await agree('2026-11-25');
  expect(await listFor('admin')).toMatchObject([
    { what: 'Fish Dupatta', customer: { name: 'Asha Rawat' }, deadline: { text: '25 Nov' }, action: 'Update' },
  ]);
  await agree('2026-12-24');
  expect(await listFor('admin')).toEqual([]);
});

test('a helper sees no money in the list', async () => {
  const artwork = await shop.makeArtwork();
  await putIntoCart(shop.as.customer(), artwork.id, 1);
  await orderCart(shop.as.customer());
  const actions = async (who: 'admin' | 'helper') => (await listFor(who)).map(({ action }) => action);
  expect(await actions('admin')).toContain('Received');
  expect(await actions('helper')).not.toContain('Received');
});
