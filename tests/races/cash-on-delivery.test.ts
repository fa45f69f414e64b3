import { eq, isNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import { checkoutAttempts } from '#app/modules/payments/checkout/tables.server.ts';
import { placeOrder } from '#app/modules/payments/checkout/checkout.server.ts';
import { checkLedger } from '#app/modules/operations/health/ledger-check.server.ts';
import { setOrderStatus } from '#app/modules/orders/orders/orders.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { recordRemittance, unsettledCash } from '#app/modules/payments/bank/remittances.server.ts';
import { updateSettings } from '#app/modules/store/settings/settings.server.ts';
import { DEFAULT_SETTINGS } from '#app/modules/store/settings/settings.ts';
import { bothDatabases } from '#tests/support/both-databases.ts';
import { checkoutOf, orderCart, ownAddress, putIntoCart } from '#tests/support/checkout.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';

const ROUNDS = 5;
const cash = { paymentMethod: 'cod', paymentReferenceId: '' } as const;

describe.each(bothDatabases)('cash on delivery on the %s database', (_kind, open) => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await openTestShop(open);
  });
  beforeEach(async () => {
    await shop.empty();
    await updateSettings(shop.as.admin(), {
      paymentMethods: ['manual', 'cod'],
      cashOnDelivery: { ...DEFAULT_SETTINGS.cashOnDelivery, maxOpen: 1 },
    });
  });
  afterAll(() => shop?.close());

  test('two tabs at the limit create one order, and no more later', async () => {
    const { rows } = await shop.owner.execute<{ made: string }>(
      sql`select indexdef as made from pg_indexes where indexname = 'checkout_attempts_open'`,
    );
    // The shop itself never creates two open checkouts of one person.
    await shop.owner.execute(sql`drop index checkout_attempts_open`);
    try {
      for (let round = 1; round <= ROUNDS; round += 1) {
        const mine = shop.as.customer(round);
        const { userId } = mine.actor as { userId: string };
        const { id } = await shop.makeArtwork({ price: rupees(3000), stockCount: 5 });
        const open = async (tab: number) => {
          const key = crypto.randomUUID();
          await shop.database.insert(checkoutAttempts).values({ key, userId, orderNumber: `BV-RACE-${round}00${tab}` });
          return key;
        };
        await putIntoCart(mine, id);
        const first = await checkoutOf(mine, { ...cash, shippingAddress: ownAddress(mine) });
        const tabs = [first, { ...first, key: await open(1) }, { ...first, key: await open(2) }];
        const answers = await Promise.all(tabs.map((each) => placeOrder(mine, each)));
        expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
        await putIntoCart(mine, id);
        expect(await placeOrder(mine, { ...first, key: await open(3) })).toMatchObject({ reason: 'cash-too-many' });
        expect(await shop.database.$count(orders, eq(orders.userId, userId))).toBe(1);
      }
    } finally {
      await shop.database.delete(checkoutAttempts).where(isNull(checkoutAttempts.orderId));
      await shop.owner.execute(sql.raw(rows[0]!.made));
    }
  });

  test('two simultaneous cash orders sell the last artwork once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await shop.makeArtwork({ price: rupees(3000), stockCount: 1 });
      const two = [shop.as.customer(2 * round + 1), shop.as.customer(2 * round + 2)];
      for (const each of two) await putIntoCart(each, id);
      const forms = await Promise.all(
        two.map((each) => checkoutOf(each, { ...cash, shippingAddress: ownAddress(each) })),
      );
      const answers = await Promise.all(two.map((each, at) => placeOrder(each, forms[at]!)));
      expect(answers.map((answer) => (answer.ok ? 'ordered' : answer.reason)).toSorted()).toEqual([
        'ordered',
        'out-of-stock',
      ]);
      expect(await shop.stockOf(id)).toBe(0);
    }
    expect(await checkLedger(shop.as.admin())).toEqual([]);
  });

  test('simultaneous delivery and return do one, and restock at most once', async () => {
    const owner = shop.as.admin();
    for (let round = 1; round <= ROUNDS; round += 1) {
      const { id } = await shop.makeArtwork({ price: rupees(3000), stockCount: 1 });
      await putIntoCart(shop.as.customer(round), id);
      const { id: orderId } = await orderCart(shop.as.customer(round), {
        ...cash,
        shippingAddress: ownAddress(shop.as.customer(round)),
      });
      await setOrderStatus(owner, { orderId, status: 'shipped' });
      const back = { orderId, status: 'cancelled', isReturnedToSender: true } as const;
      await Promise.all([
        setOrderStatus(owner, back),
        setOrderStatus(owner, { orderId, status: 'delivered' }),
        setOrderStatus(owner, back),
      ]);
      const { status } = await shop.orderRow(orderId);
      expect(await shop.stockOf(id)).toBe(status === 'cancelled' ? 1 : 0);
    }
    expect(await checkLedger(owner)).toEqual([]);
  });

  test('cash is settled once, whichever of several remittances is first', async () => {
    const owner = shop.as.admin();
    const { id } = await shop.makeArtwork({ price: rupees(3000), stockCount: 1 });
    await putIntoCart(shop.as.customer(), id);
    const { id: orderId } = await orderCart(shop.as.customer(), {
      ...cash,
      shippingAddress: ownAddress(shop.as.customer()),
    });
    await setOrderStatus(owner, { orderId, status: 'delivered' });
    const paymentIds = (await unsettledCash(owner)).map((each) => each.id);
    const sent = (reference: string) => ({
      key: crypto.randomUUID(),
      courier: 'India Post',
      reference,
      day: '2026-11-22',
    });
    const twice = { ...sent('A'), amount: rupees(2950), paymentIds };
    const answers = await Promise.all([
      recordRemittance(owner, twice),
      recordRemittance(owner, { ...sent('B'), amount: rupees(2900), paymentIds }),
      recordRemittance(owner, twice),
    ]);
    const settled = new Set(answers.flatMap((answer) => (answer.ok ? [answer.value.remittanceId] : [])));
    expect(settled.size).toBe(1);
    expect(await unsettledCash(owner)).toEqual([]);
  });
});
