import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hmacSha256 } from '#app/adapters/payment/gateway-calls.server.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { webhookEvents } from '#app/modules/payments/payments/tables.server.ts';
import { orderHistory, orders } from '#app/modules/orders/orders/tables.server.ts';
import type { PaymentAnswer } from '#app/modules/payments/payments/payment-state.ts';
import { payments } from '#app/modules/orders/ledger/tables.server.ts';
import { insertArtwork } from '#tests/support/artworks.ts';
import { bothDatabases } from '#tests/support/both-databases.ts';
import { ADDRESS } from '#tests/support/checkout.ts';
import { type GatewayStandIn, openGatewayStandIn } from '#tests/support/gateway-stand-in.ts';
import { fieldsOf } from '#tests/support/html.ts';
import { openRequestShop, type RequestShop, type Visitor } from '#tests/support/request-shop.ts';

const AT_ONCE = 25;

describe.each(bothDatabases)('on the %s database', (_kind, open) => {
  let standIn: GatewayStandIn;
  let shop: RequestShop;
  let asha: Visitor;
  let artworkId: string;
  beforeAll(async () => {
    standIn = await openGatewayStandIn();
    shop = await openRequestShop(standIn.settings, open);
    asha = shop.visitor();
    await asha.signUpAs('Asha Rawat');
    artworkId = (await insertArtwork(shop.database, { stockCount: 5 })).id;
  });
  afterAll(async () => {
    await shop?.close();
    await standIn?.close();
  });

  async function openPayment(): Promise<{ orderId: string; providerOrderId: string }> {
    await asha.post('/visitor-state', { intent: 'add', artworkId, quantity: '1' });
    const form = new URLSearchParams(fieldsOf((await asha.get('/checkout')).text));
    const { country: _country, ...address } = ADDRESS;
    const typed = { ...address, paymentMethod: 'razorpay', paymentReferenceId: '', online: 'yes' };
    for (const [name, value] of Object.entries(typed)) form.set(name, value);
    const placed = await asha.ask('/checkout', { method: 'POST', body: form });
    const orderId = placed.headers.get('location')!.replace('/checkout?payment=', '');
    const started = await asha.post(`/checkout/payment/${orderId}`, { intent: 'attempts', method: 'razorpay' });
    const { payment } = (await started.json()) as PaymentAnswer;
    return { orderId, providerOrderId: payment.open!.providerOrderId };
  }

  test('25 callbacks and webhooks of one payment: one payment, all answered', async () => {
    const { orderId, providerOrderId } = await openPayment();
    const paymentId = standIn.pay(providerOrderId);
    const { keySecret } = standIn.credentials('razorpay');
    const signature = hmacSha256(keySecret, `${providerOrderId}|${paymentId}`);
    const same = standIn.webhookOf(providerOrderId);
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, turn) => {
        // Gateways repeat events, and also send two events for one payment.
        const { body, headers } = turn % 2 === 0 ? same : standIn.webhookOf(providerOrderId);
        return [
          asha.post(`/checkout/payment/${orderId}`, { intent: 'callback', providerOrderId, paymentId, signature }),
          shop.visitor().ask('/api/webhooks/razorpay', {
            method: 'POST',
            body,
            headers: { ...headers, 'sec-fetch-site': '' },
          }),
        ];
      }).flat(),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 2 * AT_ONCE }, () => 200));
    expect(await shop.database.select().from(payments).where(eq(payments.orderId, orderId))).toHaveLength(1);
    const [order] = await shop.database.select().from(orders).where(eq(orders.id, orderId));
    expect(order).toMatchObject({ status: 'processing', paymentStatus: 'confirmed' });
    const [artwork] = await shop.database.select().from(artworks).where(eq(artworks.id, artworkId));
    expect(artwork!.stockCount).toBe(4);
    const events = await shop.database.select().from(webhookEvents);
    expect(events).toHaveLength(1 + Math.floor(AT_ONCE / 2));
    expect(events.every(({ handledAt }) => handledAt !== null)).toBe(true);
    const history = await shop.database.select().from(orderHistory).where(eq(orderHistory.orderId, orderId));
    expect(history.filter(({ toStatus }) => toStatus === 'processing')).toHaveLength(1);
  });
});
