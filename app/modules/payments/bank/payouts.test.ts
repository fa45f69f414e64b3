import fc from 'fast-check';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { paise, rupees } from '#app/basics/money.ts';
import { gatewaySettlementLines, gatewaySettlements } from '#app/modules/payments/payments/tables.server.ts';
import { checkLedger } from '#app/modules/operations/health/ledger-check.server.ts';
import { ledgerEntries, payments } from '#app/modules/orders/ledger/tables.server.ts';
import { setOrderStatus } from '#app/modules/orders/orders/orders.server.ts';
import { recordRemittance, undoRemittance, unsettledCash } from './remittances.server.ts';
import { updateSettings } from '#app/modules/store/settings/settings.server.ts';
import { orderCart, putIntoCart } from '#tests/support/checkout.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { matchPayouts, type Payout } from './payout.ts';
import {
  importStatement,
  linesOfPayouts,
  matchExactPayouts,
  openLines,
  openPayouts,
  settledDays,
} from './statements.server.ts';
import { matchAgreeing, matchPayout, undoMatches } from './matches.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
beforeEach(() => shop.empty());
afterAll(() => shop?.close());

const owner = () => shop.as.admin();
const UTR = 'AXISN26325004711';
const row = (reference: string, amount: string, day = '21-11-2026') => `${day} NEFT CR-${reference}-RAZORPAY ${amount}`;

async function settlement(reference: string | null = UTR) {
  const { id: artworkId } = await shop.makeArtwork({ price: rupees(2500) });
  await putIntoCart(shop.as.customer(), artworkId);
  const order = await orderCart(shop.as.customer());
  const [payment] = await shop.database.select().from(payments).where(eq(payments.orderId, order.id));
  const [settled] = await shop.database
    .insert(gatewaySettlements)
    .values({
      provider: 'razorpay',
      providerSettlementId: `setl_${order.orderNumber}`,
      reference,
      settledAt: shop.clock.now,
      importedAt: shop.clock.now,
    })
    .returning();
  await shop.database.insert(gatewaySettlementLines).values({
    settlementId: settled!.id,
    kind: 'payment',
    providerId: 'pay_1',
    paymentId: payment!.id,
    gross: rupees(2500),
    fee: rupees(50),
    tax: rupees(9),
    net: rupees(2441),
  });
  return { settlementId: settled!.id, paymentId: payment!.id };
}
const inBank = async (id: string) => (await linesOfPayouts(owner(), [id])).get(id);
const lineOf = async (amount = rupees(2441)) =>
  (await openLines(owner())).lines.find((line) => line.amount === amount)!;

describe('a gateway’s settlement', () => {
  test('matches the bank line by UTR and net amount, and settles payments', async () => {
    const { settlementId, paymentId } = await settlement();
    expect(await openPayouts(owner())).toMatchObject([
      { id: settlementId, from: 'Razorpay', net: rupees(2441), fee: rupees(50), tax: rupees(9) },
    ]);
    const entries = () => shop.database.$count(ledgerEntries);
    const before = await entries();
    await importStatement(owner(), row(UTR, '2,441.00'));
    expect(await inBank(settlementId)).toMatchObject({ day: '2026-11-21', amount: rupees(2441) });
    expect(await openLines(owner())).toMatchObject({ lines: [], used: [{ amount: rupees(2441) }] });
    expect(await settledDays(owner(), [paymentId])).toEqual(new Map([[paymentId, '2026-11-21']]));
    expect(await openPayouts(owner())).toEqual([]);
    expect(await entries()).toBe(before);
    expect(await checkLedger(owner())).toEqual([]);
  });

  test('finds a line that was imported first', async () => {
    await importStatement(owner(), row(UTR, '2,441.00'));
    const { settlementId } = await settlement();
    expect(await matchExactPayouts(shop.as.shop())).toBe(1);
    expect(await matchExactPayouts(shop.as.shop())).toBe(0);
    expect(await inBank(settlementId)).toBeDefined();
  });

  test('can be undone, and is then matched only by the owner', async () => {
    const { settlementId, paymentId } = await settlement();
    await matchAgreeing(owner(), row(UTR, '2,441.00'));
    const { matchId } = (await inBank(settlementId))!;
    expect(await undoMatches(owner(), matchId)).toBe(1);
    expect(await undoMatches(owner(), matchId)).toBe(0);
    expect(await settledDays(owner(), [paymentId])).toEqual(new Map());
    expect(await matchExactPayouts(shop.as.shop())).toBe(0);
    const { fingerprint } = await lineOf();
    const chosen = { text: '', fingerprint, payoutId: settlementId };
    const matched = await matchPayout(owner(), chosen);
    expect(matched).toMatchObject({ ok: true });
    expect(await matchPayout(owner(), chosen)).toEqual(matched);
    expect(await matchPayout(owner(), { ...chosen, payoutId: crypto.randomUUID() })).toMatchObject({ reason: 'gone' });
    expect(await inBank(settlementId)).toBeDefined();
  });

  test.each([
    ['without a UTR', null, '2,441.00'],
    ['under another UTR', 'AXISN26325004712', '2,441.00'],
    ['of another amount', UTR, '2,440.00'],
  ])('%s waits for the owner’s confirmation', async (_, reference, amount) => {
    const { settlementId } = await settlement(reference);
    await importStatement(owner(), row(UTR, amount));
    expect(await inBank(settlementId)).toBeUndefined();
    const { lines } = await openLines(owner());
    const [match] = matchPayouts(await openPayouts(owner()), lines).values();
    expect(match).toMatchObject({ payout: { id: settlementId }, isExact: false });
    const { fingerprint } = lines[0]!;
    expect(await matchPayout(owner(), { text: '', fingerprint, payoutId: settlementId })).toMatchObject({ ok: true });
    expect(await openLines(owner())).toMatchObject({ lines: [] });
  });
});

test('a courier’s remittance settles its cash, and its undo frees the line', async () => {
  await updateSettings(owner(), { paymentMethods: ['manual', 'cod'] });
  const { id: artworkId } = await shop.makeArtwork({ price: rupees(3000) });
  await putIntoCart(shop.as.customer(), artworkId);
  const order = await orderCart(shop.as.customer(), { paymentMethod: 'cod', paymentReferenceId: '' });
  await setOrderStatus(owner(), { orderId: order.id, status: 'delivered' });
  const [cash] = await unsettledCash(owner());
  await importStatement(owner(), row('EMO-7700-21', '2,900.00'));
  const sent = { key: crypto.randomUUID(), courier: 'India Post', day: '2026-11-21', amount: rupees(2900) };
  const recorded = await recordRemittance(owner(), { ...sent, reference: 'EMO 770021', paymentIds: [cash!.id] });
  if (!recorded.ok) throw new Error(recorded.reason);
  const { remittanceId } = recorded.value;
  expect(await openPayouts(owner())).toMatchObject([{ from: 'India Post', net: rupees(2900), fee: rupees(100) }]);
  expect(await matchExactPayouts(shop.as.shop())).toBe(1);
  expect(await inBank(remittanceId)).toMatchObject({ amount: rupees(2900) });
  expect(await settledDays(owner(), [cash!.id])).toEqual(new Map([[cash!.id, '2026-11-21']]));
  await undoRemittance(owner(), remittanceId);
  expect((await openLines(owner())).lines).toHaveLength(1);
});

test('payouts are for owners only', async () => {
  const given = { text: '', fingerprint: 'x', payoutId: crypto.randomUUID() };
  for (const other of [shop.as.helper(), shop.as.customer(), shop.as.guest()])
    for (const ask of [
      () => openPayouts(other),
      () => matchExactPayouts(other),
      () => matchPayout(other, given),
      () => linesOfPayouts(other, []),
      () => settledDays(other, []),
    ])
      await expect(ask()).rejects.toThrow('Not found');
});

test('matches each line and payout at most once, exact matches first', () => {
  const references = fc.constantFrom(UTR, 'HDFCR52026112100001', 'HDFCR52026112100002');
  const amounts = fc.integer({ min: 1, max: 3 }).map(paise);
  const days = fc.integer({ min: 10, max: 25 }).map((day) => `2026-11-${day}`);
  const somePayouts = fc.uniqueArray(
    fc.record({ id: fc.uuid(), reference: fc.option(references), net: amounts, day: days }),
    { maxLength: 6, selector: ({ id }) => id },
  );
  const someLines = fc.uniqueArray(
    fc.record({ fingerprint: fc.uuid(), reference: references, amount: amounts, day: days }),
    { maxLength: 6, selector: ({ fingerprint }) => fingerprint },
  );
  fc.assert(
    fc.property(somePayouts, someLines, (given, read) => {
      const payouts = given.map((each): Payout => ({
        ...each,
        kind: 'settlement',
        from: 'Razorpay',
        fee: paise(0),
        tax: paise(0),
      }));
      const lines = read.map((line) => ({
        ...line,
        references: [],
        description: `NEFT-${line.reference}`,
        payer: null,
      }));
      const matches = matchPayouts(payouts, lines);
      const matched = [...matches.values()].map(({ payout }) => payout.id);
      expect(new Set(matched).size).toBe(matched.length);
      for (const line of lines) {
        const match = matches.get(line.fingerprint);
        if (!match) continue;
        const agrees = {
          reference: match.payout.reference === line.reference,
          amount: match.payout.net === line.amount,
        };
        expect(agrees.reference || agrees.amount).toBe(true);
        expect(match.isExact).toBe(agrees.reference && agrees.amount);
      }
      for (const line of lines)
        for (const payout of payouts)
          if (payout.reference === line.reference && payout.net === line.amount && !matched.includes(payout.id))
            expect(matches.get(line.fingerprint)?.isExact).toBe(true);
      const turned = matchPayouts(payouts.toReversed(), lines.toReversed());
      expect(new Map(turned)).toEqual(matches);
    }),
  );
});
