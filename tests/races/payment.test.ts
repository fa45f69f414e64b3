import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FakeGateway, fakeGateway } from '#app/adapters/payment/fake-gateway.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import {
  cancelGatewayPayment,
  giveReference,
  reconcilePayments,
  startGatewayPayment,
  sweepHeldOrders,
  takeGatewayCallback,
} from '#app/modules/payments/payments/payments.server.ts';
import { takeGatewayWebhook } from '#app/modules/payments/payments/gateways.server.ts';
import { placeOrder } from '#app/modules/payments/checkout/checkout.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { payments } from '#app/modules/orders/ledger/tables.server.ts';
import { paymentOrders } from '#app/modules/payments/payments/tables.server.ts';
import { outbox } from '#app/platform/outbox/tables.server.ts';
import { bothDatabases } from '#tests/support/both-databases.ts';
import { checkoutOf, newReference, putIntoCart } from '#tests/support/checkout.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';

const ROUNDS = 5;

describe.each(bothDatabases)('on the %s database', (_kind, open) => {
  let shop: TestShop;
  let paytm: FakeGateway;
  beforeAll(async () => {
    shop = await openTestShop(open);
  });
  beforeEach(async () => {
    await shop.empty();
    paytm = fakeGateway({ name: 'paytm' });
    shop.suppliers.payment = { paytm };
  });
  afterAll(() => shop?.close());

  async function waitingOrder() {
    const artwork = await shop.makeArtwork();
    await putIntoCart(shop.as.customer(), artwork.id);
    const placed = await placeOrder(
      shop.as.customer(),
      await checkoutOf(shop.as.customer(), { paymentMethod: 'paytm', paymentReferenceId: '', online: 'yes' }),
    );
    if (!placed.ok) throw new Error(placed.reason);
    return { orderId: placed.value.id, artworkId: artwork.id };
  }
  const start = (orderId: string) => startGatewayPayment(shop.as.customer(), { orderId, method: 'paytm' });
  const announced = async (name: string) =>
    (await shop.database.select().from(outbox).where(eq(outbox.name, name))).length;

  test('Pay in ten tabs at once opens one payment', async () => {
    const { orderId } = await waitingOrder();
    const answers = await Promise.all(Array.from({ length: 10 }, () => start(orderId)));
    expect(new Set(answers.map((answer) => answer.ok && answer.value.providerOrderId)).size).toBe(1);
    expect(await shop.database.select().from(paymentOrders)).toHaveLength(1);
  });

  test('simultaneous callback, webhook, reconciler, sweep and cancellation pay once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await shop.empty();
      const { orderId, artworkId } = await waitingOrder();
      const started = await start(orderId);
      if (!started.ok) throw new Error(started.reason);
      const { providerOrderId } = started.value;
      const callback = (await paytm.simulate(providerOrderId, 'pay'))!;
      const { rawBody, headers } = paytm.webhookOf(providerOrderId);
      shop.clock.now = new Date(shop.clock.now.getTime() + 15 * 60_000);
      const context = shop.as.shop();
      const mine = shop.as.customer();
      await Promise.all([
        takeGatewayCallback(mine, { ...callback, orderId }),
        takeGatewayWebhook(context, 'paytm', rawBody, headers),
        sweepHeldOrders(context),
        takeGatewayWebhook(context, 'paytm', rawBody, headers),
        reconcilePayments(context),
        cancelGatewayPayment(mine, orderId),
        giveReference(mine, { orderId, paymentReferenceId: newReference() }),
        takeGatewayCallback(mine, { ...callback, orderId }),
      ]);
      const [order] = await shop.database.select().from(orders);
      expect(order).toMatchObject({ status: 'processing', paymentStatus: 'confirmed' });
      const booked = await shop.database.select().from(payments);
      expect(booked.filter((payment) => payment.verification === 'matched')).toHaveLength(1);
      expect(await announced('orders.confirmed')).toBe(1);
      expect(booked).toHaveLength(2);
      expect(await announced('orders.needs-attention')).toBe(order!.verification === 'matched' ? 1 : 0);
      const [artwork] = await shop.database.select().from(artworks).where(eq(artworks.id, artworkId));
      expect(artwork!.stockCount).toBe(2);
    }
  });
});
