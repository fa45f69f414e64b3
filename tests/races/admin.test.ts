import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOTHING, rupees } from '#app/basics/money.ts';
import { quoteDraft, placeDraft, placeOrder } from '#app/modules/payments/checkout/checkout.server.ts';
import { acceptRequest, rejectRequest } from '#app/modules/requests/requests/answers.server.ts';
import { insertRequest } from '#app/modules/requests/requests/requests.server.ts';
import { verifyPayment } from '#app/modules/payments/payments/payments.server.ts';
import { paymentsAndRefunds, refundOrder } from '#app/modules/payments/payments/refunds.server.ts';
import { orderHistory, orders } from '#app/modules/orders/orders/tables.server.ts';
import { refunds } from '#app/modules/orders/ledger/tables.server.ts';
import { importStatement } from '#app/modules/payments/bank/statements.server.ts';
import { matchAgreeing, matchLine } from '#app/modules/payments/bank/matches.server.ts';
import { bankLineAllocations, bankStatementLines } from '#app/modules/payments/bank/tables.server.ts';
import { signedIn } from '#app/platform/shop.server.ts';
import { ADDRESS, checkoutOf, putIntoCart } from '#tests/support/checkout.ts';
import { bothDatabases } from '#tests/support/both-databases.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';

const times = (most: number) => Array.from({ length: most }, (_, at) => at);

describe.each(bothDatabases)('on the %s database', (_kind, open) => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await openTestShop(open);
  });
  beforeEach(() => shop.empty());
  afterAll(() => shop?.close());

  const place = async (customer = 1, paymentReferenceId?: string) => {
    const artwork = await shop.makeArtwork({ price: rupees(2500), stockCount: 5 });
    await putIntoCart(shop.as.customer(customer), artwork.id);
    const checkout = await checkoutOf(shop.as.customer(customer), paymentReferenceId ? { paymentReferenceId } : {});
    const placed = await placeOrder(shop.as.customer(customer), checkout);
    if (!placed.ok) throw new Error(placed.reason);
    return placed.value;
  };

  test('ten simultaneous refunds never exceed a payment that allows two', async () => {
    const order = await place();
    await verifyPayment(shop.as.admin(), { orderId: order.id, verification: 'matched' });
    const { payments } = await paymentsAndRefunds(shop.as.admin(), order.id);
    const answers = await Promise.all(
      times(10).map(() =>
        refundOrder(shop.as.admin(), {
          orderId: order.id,
          paymentId: payments[0]!.id,
          amount: rupees(1000),
          reason: 'back',
          key: crypto.randomUUID(),
        }),
      ),
    );
    expect(answers.filter((answer) => answer.ok)).toHaveLength(2);
    expect(await shop.database.select().from(refunds)).toHaveLength(2);
  });

  test('one refund posted ten times at once is one', async () => {
    const order = await place();
    await verifyPayment(shop.as.admin(), { orderId: order.id, verification: 'matched' });
    const { payments } = await paymentsAndRefunds(shop.as.admin(), order.id);
    const refund = {
      orderId: order.id,
      paymentId: payments[0]!.id,
      amount: rupees(100),
      reason: 'back',
      key: crypto.randomUUID(),
    };
    const answers = await Promise.all(times(10).map(() => refundOrder(shop.as.admin(), refund)));
    expect(answers.every((answer) => answer.ok)).toBe(true);
    expect(await shop.database.select().from(refunds)).toHaveLength(1);
  });

  test('ten simultaneous acceptances and rejections end in one answer', async () => {
    const artwork = await shop.makeArtwork({ stockCount: 0 });
    const stored = await insertRequest(shop.as.shop(), {
      artworkId: artwork.id,
      userId: signedIn(shop.as.customer()).userId,
      kind: 'out-of-stock',
      name: 'Asha',
      email: 'a@example.in',
      phone: '9876543210',
    });
    const { requestId } = stored!;
    const terms = { requestId, quantity: 1, price: rupees(100), shippingAddress: ADDRESS };
    const answers = await Promise.all(
      times(10).map((n) =>
        n % 2 ? rejectRequest(shop.as.admin(), requestId) : acceptRequest(shop.as.helper(), terms),
      ),
    );
    const [accepted, rejected] = [0, 1].map(
      (rest) => answers.filter((answer, at) => at % 2 === rest && answer.ok).length,
    );
    expect([accepted, rejected]).toEqual(accepted === 5 ? [5, 0] : [0, 5]);
    expect(await shop.database.select().from(orders)).toHaveLength(accepted === 5 ? 1 : 0);
  });

  test('simultaneous statement matches use each line and order once', async () => {
    const references = times(4).map((n) => `44730911600${n}`);
    for (const [at, reference] of references.entries()) await place(at + 1, reference);
    const text = references.map((reference) => `21-11-2026 UPI/CR/${reference}/ASHA R 2,500.00`).join('\n');
    const answers = await Promise.all([
      importStatement(shop.as.admin(), text),
      ...times(4).map(() => matchAgreeing(shop.as.admin(), text)),
    ]);
    const matched = answers.flatMap((answer) => ('orderIds' in answer ? answer.orderIds : []));
    expect(new Set(matched).size).toBe(4);
    expect(matched).toHaveLength(4);
    const allocations = await shop.database.select().from(bankLineAllocations);
    expect(new Set(allocations.map(({ orderId }) => orderId)).size).toBe(4);
    expect(new Set(allocations.map(({ lineId }) => lineId)).size).toBe(4);
    const history = await shop.database.select().from(orderHistory);
    expect(history.filter(({ reason }) => reason === 'Payment matched')).toHaveLength(4);
  });

  test('two orders wanting one line: one gets it, without blocking', async () => {
    const [first, second] = [await place(1, 'PAYTM88213'), await place(2, 'PAYTM88214')];
    const line = { text: '21-11-2026 UPI/CR/447309116024/ASHA R 2,500.00', fingerprint: '447309116024 250000' };
    const answers = await Promise.all([
      matchLine(shop.as.admin(), { ...line, orderId: first.id }),
      matchLine(shop.as.admin(), { ...line, orderId: second.id }),
      verifyPayment(shop.as.admin(), { orderId: first.id, verification: 'rejected', reason: 'no' }),
    ]);
    expect(answers.slice(0, 2).filter((answer) => answer.ok).length).toBeLessThanOrEqual(1);
    const lines = await shop.database.select().from(bankStatementLines);
    expect(lines).toHaveLength(1);
  });

  test('two simultaneous matches of a stored line pay one order', async () => {
    for (const round of times(8)) {
      const utr = String(447309110000 + round);
      await importStatement(shop.as.admin(), `21-11-2026 UPI/CR/${utr}/ASHA R 2,500.00`);
      const wanted = [await place(1, `PAYTM8821${round}A`), await place(2, `PAYTM8821${round}B`)];
      const line = { text: '', fingerprint: `${utr} 250000` };
      const answers = await Promise.all(
        wanted.map(({ id: orderId }) => matchLine(shop.as.admin(), { ...line, orderId })),
      );
      expect([round, answers.filter((answer) => answer.ok).length]).toEqual([round, 1]);
      const matched = (await Promise.all(wanted.map(({ id }) => shop.orderRow(id)))).filter(
        ({ verification }) => verification === 'matched',
      );
      expect([round, matched.length]).toEqual([round, 1]);
    }
  });

  test('a manual order posted ten times is one, with stock taken once', async () => {
    const artwork = await shop.makeArtwork({ price: rupees(1000), stockCount: 10 });
    const order = {
      key: crypto.randomUUID(),
      account: '',
      ...ADDRESS,
      email: '',
      method: 'cash' as const,
      reference: '',
      note: '',
      seenTotal: rupees(1150),
      lines: [{ artworkId: artwork.id, quantity: 1 }],
      discount: NOTHING,
    };
    const answers = await Promise.all(times(10).map(() => placeDraft(shop.as.admin(), order)));
    expect(new Set(answers.map((answer) => answer.ok && answer.value.id)).size).toBe(1);
    expect(await shop.database.select().from(orders)).toHaveLength(1);
    const { lines } = await quoteDraft(shop.as.admin(), order.lines, { discount: NOTHING, handedOver: false });
    expect(lines[0]!.available).toBe(9);
  });
});
