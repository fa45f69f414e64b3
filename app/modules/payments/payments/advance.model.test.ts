import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fakeGateway } from '#app/adapters/payment/fake-gateway.ts';
import { paise, rupees } from '#app/basics/money.ts';
import { outstanding, refundOwed } from '#app/modules/orders/ledger/ledger.ts';
import { balanceOfOrder } from '#app/modules/orders/ledger/ledger.server.ts';
import { checkLedger } from '#app/modules/operations/health/ledger-check.server.ts';
import { ORDER_LIFE } from '#app/modules/orders/orders/order-life.ts';
import { orderPayment } from '#app/modules/orders/orders/order-payment.ts';
import { getOrder, lockOrder, setOrderStatus, transition } from '#app/modules/orders/orders/orders.server.ts';
import { INVOICE_KINDS, type DocumentKind } from '#app/modules/orders/invoices/paper.ts';
import { findDocuments } from '#app/modules/orders/invoices/invoice-list.server.ts';
import { paymentsAndRefunds, refundOrder } from './refunds.server.ts';
import { inTransaction } from '#app/platform/shop.server.ts';
import { newReference } from '#tests/support/checkout.ts';
import { agreeOnOrder } from '#tests/support/order-with-advance.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import {
  getPayment,
  giveReference,
  settleByBank,
  simulateGatewayPayment,
  startGatewayPayment,
  takeGatewayCallback,
  verifyPayment,
} from './payments.server.ts';

const numRuns = Number(process.env.MODEL_RUNS ?? 8);
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9));

let shop: TestShop;
let artworkId: string;
beforeAll(async () => {
  shop = await openTestShop();
  await shop.empty();
  shop.suppliers.payment.paytm = fakeGateway({ name: 'paytm' });
  artworkId = (await shop.makeArtwork({ stockCount: 0 })).id;
});
afterAll(() => shop?.close());

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constantFrom('reference', 'match', 'reject', 'look-again') }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('gateway') }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('bank-line'), share: fc.constantFrom(0.4, 1, 1.3) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('cancel'), share: fc.constantFrom(0, 0.3, 2) }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constantFrom('restore', 'confirm', 'ship', 'refund') }) },
);
type Step = { does: string; share?: number };

async function take(orderId: string, { does, share = 1 }: Step): Promise<void> {
  const [owner, buyer] = [shop.as.admin(), shop.as.customer()];
  const order = await getOrder(owner, orderId);
  const balance = await balanceOfOrder(owner, orderId);
  switch (does) {
    case 'reference':
      await giveReference(buyer, { orderId, paymentReferenceId: newReference() });
      return;
    case 'match':
    case 'reject':
    case 'look-again': {
      if (order.paymentReferenceId === null) return;
      const verification = ({ match: 'matched', reject: 'rejected', 'look-again': 'unverified' } as const)[does];
      await verifyPayment(owner, { orderId, verification, reason: 'As the bank says' });
      return;
    }
    case 'gateway': {
      const started = await startGatewayPayment(buyer, { orderId, method: 'paytm' });
      if (!started.ok) return;
      const callback = await simulateGatewayPayment(buyer, { orderId, shopper: 'pay' });
      await takeGatewayCallback(buyer, { ...callback!, orderId });
      return;
    }
    case 'bank-line':
      await inTransaction(owner, (owner) =>
        settleByBank(owner, {
          orderId,
          amount: paise(Math.max(1, Math.round(orderPayment(order, balance).payable * share))),
          reference: newReference(),
          reason: 'part of a line',
        }),
      );
      return;
    case 'cancel':
      if (order.status === 'cancelled') return;
      await inTransaction(owner, async (owner) =>
        transition(owner, await lockOrder(owner, orderId), {
          type: 'cancel',
          reason: 'By the terms',
          cancellationFee: paise(Math.round(order.advance! * share)),
        }),
      );
      return;
    case 'restore':
      if (order.status === 'cancelled')
        await setOrderStatus(owner, { orderId, status: 'processing', reason: 'A slip' });
      return;
    case 'confirm':
      if (order.status === 'pending') await setOrderStatus(owner, { orderId, status: 'processing' });
      return;
    case 'ship': {
      if (order.status !== 'processing') return;
      const shipped = await setOrderStatus(owner, { orderId, status: 'shipped' });
      expect(shipped.ok).toBe(outstanding(balance) === 0);
      if (shipped.ok) await setOrderStatus(owner, { orderId, status: 'processing', reason: 'Not yet' });
      return;
    }
    case 'refund': {
      const { payments } = await paymentsAndRefunds(owner, orderId);
      const payment = payments.find(({ left }) => left > 0);
      const amount = paise(Math.min(payment?.left ?? 0, refundOwed(balance)));
      if (!payment || amount === 0) return;
      const refund = { orderId, paymentId: payment.id, amount, reason: 'Owed', key: crypto.randomUUID() };
      expect(await refundOrder(owner, refund)).toMatchObject({ ok: true });
    }
  }
}

async function check(orderId: string): Promise<void> {
  const owner = shop.as.admin();
  expect(await checkLedger(owner)).toEqual([]);
  const order = await getOrder(owner, orderId);
  const balance = await balanceOfOrder(owner, orderId);
  const { payable } = orderPayment(order, balance);
  expect(balance.due).toBe(order.status === 'cancelled' ? order.cancellationFee : order.total);
  expect(payable).toBeLessThanOrEqual(outstanding(balance));
  if (order.status === 'cancelled') expect(payable).toBe(0);
  else expect(payable > 0).toBe(outstanding(balance) > 0);
  if (order.paymentStatus === 'pending') expect(order.status).not.toBe('shipped');
  const { stage } = await getPayment(shop.as.customer(), orderId);
  if (stage === 'choosing') expect(payable).toBeGreaterThan(0);
  const kinds: readonly DocumentKind[] = INVOICE_KINDS;
  const invoices = ((await findDocuments(owner, [orderId])).get(orderId) ?? []).filter(({ kind }) =>
    kinds.includes(kind),
  );
  if (ORDER_LIFE[order.status].isCertain && outstanding(balance) === 0) expect(invoices.length).toBeGreaterThan(0);
}

test('the books agree for an order with an advance after any sequence', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 2, max: 1_000_000 }),
      fc.integer({ min: 1, max: 100 }),
      fc.array(step, { minLength: 3, maxLength: 12 }),
      async (total, percent, steps) => {
        const advance = paise(Math.max(1, Math.round((total * percent) / 100)));
        const { id } = await agreeOnOrder(shop.as.shop(), shop.as.customer(), {
          artworkId,
          total: paise(total),
          advance,
        });
        for (const each of steps) {
          await take(id, each);
          await check(id);
        }
      },
    ),
    { seed, numRuns },
  );
}, 3_600_000);

const UNPAID = {
  paymentStatus: 'pending',
  paymentMethod: 'manual',
  paymentReferenceId: null,
  verification: 'unverified',
} as const;

test('advance and balance equal the total exactly', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e9 }), fc.double({ min: 0, max: 1, noNaN: true }), (total, share) => {
      const advance = paise(Math.max(1, Math.round(total * share)));
      const order = { ...UNPAID, status: 'pending', advance } as const;
      const due = paise(total);
      const first = orderPayment(order, { due, received: rupees(0) }).payable;
      const second = orderPayment({ ...order, status: 'processing' }, { due, received: first }).payable;
      expect(first).toBe(advance);
      expect(first + second).toBe(total);
      expect(orderPayment(order, { due, received: paise(first + second) }).payable).toBe(0);
      expect(orderPayment({ ...order, status: 'cancelled' }, { due, received: first }).payable).toBe(0);
    }),
  );
  fc.assert(
    fc.property(fc.nat(), fc.nat(), fc.nat(), (due, received, advance) => {
      const balance = { due: paise(due), received: paise(received) };
      const { payable } = orderPayment({ ...UNPAID, status: 'processing', advance: paise(advance) }, balance);
      expect(payable).toBeLessThanOrEqual(outstanding(balance));
      expect(payable === 0).toBe(outstanding(balance) === 0);
    }),
  );
});
