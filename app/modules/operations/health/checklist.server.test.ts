import { readFile } from 'node:fs/promises';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fakeGateway } from '#app/adapters/payment/fake-gateway.ts';
import { completePayment, startGatewayPayment } from '#app/modules/payments/payments/payments.server.ts';
import { publishPolicy } from '#app/modules/store/policies/policies.server.ts';
import { rupees } from '#app/basics/money.ts';
import { getSettings, updateSettings } from '#app/modules/store/settings/settings.server.ts';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import { auditLog } from '#app/platform/audit/tables.server.ts';
import { NotFound } from '#app/platform/errors.server.ts';
import { orderCart, putIntoCart } from '#tests/support/checkout.ts';
import { asLive, prepareOpening, TAKES_AWAY } from '#tests/support/live-shop.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import type { OpeningItemId } from './checklist.ts';
import {
  confirmBackup,
  confirmMailTrial,
  confirmPolicies,
  getChecklist,
  mailTrialCode,
  requestMailTrial,
} from './checklist.server.ts';
import { findClosing, findClosingFor, noteOrder, openForBuyers } from '#app/modules/store/closing/closing.server.ts';
import { confirmPaymentTrial } from './payee.server.ts';
import { openingChecks } from './tables.server.ts';
import { opening } from '#app/modules/store/closing/tables.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
beforeEach(async () => {
  await shop.empty();
  await shop.database.execute(sql`delete from settings`);
  shop.suppliers.payment = {};
});
afterAll(() => shop.close());

const owner = () => asLive(shop.as.admin());
const buyer = () => asLive(shop.as.customer());
const missing = async () => (await getChecklist(owner())).items.filter(({ isDone }) => !isDone).map(({ id }) => id);

describe('a live shop', () => {
  test('opens only when every item is done and the owner confirms', async () => {
    await shop.makeArtwork();
    expect(await openForBuyers(owner())).toMatchObject({ reason: 'not-ready' });
    await prepareOpening(owner());
    expect(await missing()).toEqual([]);
    expect(await findClosing(buyer())).toEqual({ reason: 'not-open' });
    expect(await openForBuyers(owner())).toMatchObject({ ok: true });
    expect(await findClosing(buyer())).toBeUndefined();
    expect(await openForBuyers(owner())).toMatchObject({ ok: true });
    const audited = await shop.database.select().from(auditLog).where(eq(auditLog.action, 'shop.open'));
    expect(audited).toHaveLength(1);
  });

  test.each(Object.keys(TAKES_AWAY) as OpeningItemId[])(
    'without %s sells nothing, opened or not, and its owner reads why',
    async (id) => {
      await prepareOpening(owner());
      await TAKES_AWAY[id](owner());
      expect(await missing()).toEqual([id]);
      expect(await openForBuyers(owner())).toMatchObject({ reason: 'not-ready' });
      expect(await findClosing(buyer())).toEqual({ reason: 'not-open' });
      await shop.database.insert(opening).values({ openedAt: shop.clock.now });
      expect(await findClosing(buyer())).toEqual({ reason: 'not-open' });
    },
  );

  test('stays open after its first real order, even with missing items', async () => {
    await prepareOpening(owner());
    await openForBuyers(owner());
    await noteOrder(owner());
    await TAKES_AWAY.backup(owner());
    expect(await findClosing(buyer())).toEqual({ reason: 'not-open' });
    await noteOrder(buyer());
    expect(await findClosing(buyer())).toBeUndefined();
    expect(await getChecklist(owner())).toMatchObject({ isOpened: true, hasOrders: true });
    expect(await missing()).toEqual(['backup']);
  });

  test('notifies pages of its first order only', async () => {
    await shop.database.insert(opening).values({ openedAt: shop.clock.now });
    const heard: string[] = [];
    const heardSince = async (write: () => Promise<unknown>) => {
      heard.length = 0;
      await write();
      await shop.database.execute(sql`select pg_notify('pages', 'the end')`);
      await expect.poll(() => heard.at(-1)).toBe('the end');
      return heard.slice(0, -1);
    };
    const stopListening = await shop.listen('pages', (tag) => heard.push(tag));
    try {
      expect(await heardSince(() => noteOrder(buyer()))).toContain('settings');
      expect(await heardSince(() => noteOrder(buyer()))).toEqual([]);
    } finally {
      await stopListening();
    }
  });

  test('can be tried by its owner before it is open', async () => {
    expect(await findClosingFor(buyer())).toEqual({ reason: 'not-open' });
    expect(await findClosingFor(asLive(shop.as.guest()))).toEqual({ reason: 'not-open' });
    expect(await findClosingFor(asLive(shop.as.helper()))).toEqual({ reason: 'not-open' });
    expect(await findClosingFor(owner())).toBeUndefined();
  });

  test('a paused shop sells nothing until that day in India', async () => {
    await prepareOpening(owner());
    await openForBuyers(owner());
    await updateSettings(owner(), { away: { until: '2026-11-23' } });
    const away = { reason: 'away', until: '2026-11-23' };
    expect([await findClosingFor(buyer()), await findClosingFor(owner())]).toEqual([away, away]);
    shop.clock.now = new Date('2026-11-22T18:29:59Z');
    expect(await findClosingFor(buyer())).toEqual(away);
    shop.clock.now = new Date('2026-11-22T18:30:00Z');
    expect(await findClosingFor(buyer())).toBeUndefined();
  });

  test('shows its list and accepts its steps for owners only', async () => {
    for (const context of [buyer(), asLive(shop.as.guest()), asLive(shop.as.helper())]) {
      await expect(getChecklist(context)).rejects.toThrow(NotFound);
      await expect(openForBuyers(context)).rejects.toThrow(NotFound);
      await expect(confirmBackup(context, { note: 'x' })).rejects.toThrow(NotFound);
    }
    expect(() => mailTrialCode(owner(), 'x')).toThrow(NotFound);
  });
});

test('migration 0043 keeps a selling shop open, but not a sample one', async () => {
  const migration = await readFile('database/migrations/0043-opening-day.sql', 'utf8');
  const statement = sql.raw(/insert into opening \([^;]*;/.exec(migration)![0]);
  await shop.database.execute(statement);
  expect(await shop.database.$count(opening)).toBe(0);
  await putIntoCart(shop.as.customer(), (await shop.makeArtwork()).id);
  await orderCart(shop.as.customer());
  await shop.database.execute(
    sql`update auth_users set email = 'customer@bisvar.example' where email = 'customer2@bisvar.example'`,
  );
  await shop.database.execute(statement);
  expect(await shop.database.$count(opening)).toBe(0);
  await shop.database.execute(
    sql`update auth_users set email = 'meera@example.in' where email = 'customer@bisvar.example'`,
  );
  await shop.database.execute(statement);
  const at = shop.clock.now;
  expect(await shop.database.select().from(opening)).toMatchObject([{ openedAt: at, firstOrderAt: at }]);
  expect(await findClosing(buyer())).toBeUndefined();
});

test('a demo is always open, and has no list', async () => {
  expect(await findClosing(shop.as.customer())).toBeUndefined();
  expect(await getChecklist(shop.as.admin())).toMatchObject({ isLive: false, items: [] });
});

describe('facts that only the owner knows', () => {
  const changes: [what: string, change: (settings: Settings) => Partial<Settings>][] = [
    ['a promise', ({ promises }) => ({ promises: { ...promises, returnWithinDays: 30 } })],
    ['the grievance officer', ({ legal }) => ({ legal: { ...legal, grievanceName: 'Kamla Joshi' } })],
    ['the one charge', ({ flatShipping }) => ({ flatShipping: { ...flatShipping, cost: rupees(175) } })],
    ['how it is charged', () => ({ shippingMode: 'zones' })],
    [
      'a zone',
      ({ shippingZones: [first, ...others] }) => ({ shippingZones: [{ ...first!, cost: rupees(99) }, ...others] }),
    ],
    [
      'a zone’s places',
      ({ shippingZones: [first, ...others] }) => ({ shippingZones: [{ ...first!, places: 'Delhi' }, ...others] }),
    ],
    ['the time until a reply', ({ contact }) => ({ contact: { ...contact, replyWithinHours: 72 } })],
  ];
  test.each(changes)('requires reading the policies again when this changes: %s', async (_, change) => {
    await prepareOpening(owner());
    await updateSettings(owner(), change(await getSettings(owner())));
    expect(await missing()).toEqual(['policies']);
    await confirmPolicies(owner());
    expect(await missing()).toEqual([]);
  });

  test('requires reading the policies again only after new text is published', async () => {
    await prepareOpening(owner());
    const publish = (source: string | null, number: number) =>
      publishPolicy(owner(), { policy: 'returns', source, number });
    expect(await publish('## Returns\n\nWe take nothing back.', 0)).toMatchObject({ ok: true });
    expect(await missing()).toEqual(['policies']);
    expect(await openForBuyers(owner())).toMatchObject({ reason: 'not-ready' });
    expect(await publish(null, 1)).toMatchObject({ ok: true });
    expect(await missing()).toEqual([]);
  });

  test('requires a ₹1 payment to the configured address', async () => {
    expect(await confirmPaymentTrial(owner(), { reference: '412345678901' })).toMatchObject({ reason: 'no-payee' });
    await prepareOpening(owner());
    const checked = await shop.database.select().from(openingChecks).where(eq(openingChecks.item, 'payment'));
    expect(checked.find(({ subject }) => subject === 'sarla@bank')).toMatchObject({
      subject: 'sarla@bank',
      note: '412345678901',
    });
  });

  test('a gateway passes after a payment, as long as it is offered', async () => {
    await prepareOpening(owner());
    await TAKES_AWAY.payment(owner());
    shop.suppliers.payment = { razorpay: fakeGateway({ name: 'razorpay', waitInMs: 0 }) };
    await putIntoCart(shop.as.customer(), (await shop.makeArtwork({ countryOfOrigin: 'India' })).id);
    const { id: orderId, total: amount } = await orderCart(shop.as.customer(), {
      paymentMethod: 'razorpay',
      paymentReferenceId: '',
    });
    const started = await startGatewayPayment(shop.as.customer(), { orderId, method: 'razorpay' });
    if (!started.ok) throw new Error(started.reason);
    expect(await missing()).toEqual(['payment']);
    const { provider, providerOrderId } = started.value;
    await completePayment(shop.as.shop(), {
      provider,
      answer: { outcome: 'paid', providerOrderId, paymentId: 'pay_NkL8Qm3x2', amount, currency: 'INR' },
    });
    expect(await missing()).toEqual([]);
    shop.suppliers.payment = {};
    expect(await missing()).toEqual(['payment']);
  });

  test('requires the emailed code, again after a mail server change', async () => {
    const { config } = owner();
    const silent = { ...owner(), config: { ...config, smtpUrl: undefined } };
    expect(await requestMailTrial(silent)).toMatchObject({ reason: 'no-mail-server' });
    expect(await requestMailTrial(owner())).toMatchObject({ ok: true });
    const [asked] = (await shop.announced('opening.mail-trial-requested')) as { userId: string }[];
    const code = mailTrialCode(asLive(shop.as.shop()), asked!.userId);
    const wrong = code === '000000' ? '000001' : '000000';
    expect(await confirmMailTrial(owner(), { code: wrong })).toMatchObject({ reason: 'wrong-code' });
    expect(await confirmMailTrial(owner(), { code })).toMatchObject({ ok: true });
    expect(await missing()).not.toContain('mail');
    const changed = {
      sessionSecret: 'of tests, and no other 32 letters',
      earlierSessionSecrets: [config.sessionSecret!],
    };
    expect(await confirmMailTrial({ ...owner(), config: { ...config, ...changed } }, { code })).toMatchObject({
      ok: true,
    });
    const other = { ...owner(), config: { ...config, smtpUrl: 'smtp://shop@other.test:587' } };
    expect((await getChecklist(other)).items.find(({ id }) => id === 'mail')).toMatchObject({ isDone: false });
  });
});
