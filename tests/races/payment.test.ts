import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FakeGateway, fakeGateway } from '#app/adapters/payment/fake-gateway.ts';
import { artworks } from '#app/modules/catalogue/tables.server.ts';
import {
  cancelGatewayPayment,
  giveReference,
  reconcilePayments,
  startGatewayPayment,
  sweepHeldOrders,
  takeGatewayCallback,
  takeGatewayWebhook,
} from '#app/modules/payments/payments.server.ts';
import { placeOrder } from '#app/modules/checkout/checkout.server.ts';
import { orders } from '#app/modules/orders/tables.server.ts';
import { paymentOrders, payments } from '#app/modules/payments/tables.server.ts';
import { outbox } from '#app/platform/outbox/tables.server.ts';
import { bothDatabases } from '#tests/support/both-databases.ts';
import { checkoutOf, newReference, putIntoCart } from '#tests/support/checkout.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';

const ROUNDS = 5;

describe.each(bothDatabases)('on the %s database', (_kind, open) => {
  let world: TestShop;
  let paytm: FakeGateway;
  beforeAll(async () => {
    world = await openTestShop(open);
  });
  beforeEach(async () => {
    await world.empty();
    paytm = fakeGateway({ name: 'paytm' });
    world.suppliers.payment = { paytm };
  });
  afterAll(() => world?.close());

  async function waitingOrder() {
    const artwork = await world.makeArtwork();
    await putIntoCart(world.as.customer(), artwork.id);
    const placed = await placeOrder(
      world.as.customer(),
      await checkoutOf(world.as.customer(), { paymentMethod: 'paytm', paymentReferenceId: '', online: 'yes' }),
    );
    if (!placed.ok) throw new Error(placed.reason);
    return { orderId: placed.value.id, artworkId: artwork.id };
  }
  const start = (orderId: string) => startGatewayPayment(world.as.customer(), { orderId, method: 'paytm' });
  const announced = async (name: string) =>
    (await world.database.select().from(outbox).where(eq(outbox.name, name))).length;

  test('Pay in ten tabs at once opens one payment', async () => {
    const { orderId } = await waitingOrder();
    const answers = await Promise.all(Array.from({ length: 10 }, () => start(orderId)));
    expect(new Set(answers.map((answer) => answer.ok && answer.value.providerOrderId)).size).toBe(1);
    expect(await world.database.select().from(paymentOrders)).toHaveLength(1);
  });

  test('callback, webhook, reconciler, sweep, cancelling and a reference at once: paid once, stock right, nothing lost', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await world.empty();
      const { orderId, artworkId } = await waitingOrder();
      const started = await start(orderId);
      if (!started.ok) throw new Error(started.reason);
      const { providerOrderId } = started.value;
      const callback = (await paytm.simulate(providerOrderId, 'pay'))!;
      const { rawBody, headers } = paytm.webhookOf(providerOrderId);
      world.clock.now = new Date(world.clock.now.getTime() + 15 * 60_000);
      const shop = world.as.shop();
      const mine = world.as.customer();
      await Promise.all([
        takeGatewayCallback(mine, { ...callback, orderId }),
        takeGatewayWebhook(shop, 'paytm', rawBody, headers),
        sweepHeldOrders(shop),
        takeGatewayWebhook(shop, 'paytm', rawBody, headers),
        reconcilePayments(shop),
        cancelGatewayPayment(mine, orderId),
        giveReference(mine, { orderId, paymentReferenceId: newReference() }),
        takeGatewayCallback(mine, { ...callback, orderId }),
      ]);
      const [order] = await world.database.select().from(orders);
      expect(order).toMatchObject({ status: 'processing', paymentStatus: 'confirmed' });
      const booked = await world.database.select().from(payments);
      expect(booked.filter((payment) => payment.verification === 'matched')).toHaveLength(1);
      expect(await announced('orders.confirmed')).toBe(1);
      expect(await announced('orders.needs-attention')).toBe(booked.length - 1);
      const [artwork] = await world.database.select().from(artworks).where(eq(artworks.id, artworkId));
      expect(artwork!.stockCount).toBe(2);
    }
  });
});
