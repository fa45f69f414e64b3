import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fakeGateway } from '#app/adapters/payment/fake-gateway.ts';
import { paise } from '#app/basics/money.ts';
import {
  gatewayChecks,
  gatewayDifferences,
  paymentOrders,
  webhookEvents,
} from '#app/modules/payments/payments/tables.server.ts';
import { NotFound } from '#app/platform/errors.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { orderCart, putIntoCart } from '#tests/support/checkout.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { checkCertificate, readDisks, readWatch } from './watch.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
beforeEach(async () => {
  await shop.empty();
  shop.suppliers.payment = {};
  delete shop.suppliers.readCertificate;
});
afterAll(() => shop.close());

const HOUR = 60;
const DAY = 24 * HOUR;
const inDays = (days: number) => new Date(shop.clock.now.getTime() + days * DAY * 60_000);
const about = async (topic: string) =>
  (await readWatch(shop.as.admin())).warnings.filter((warning) => warning.about === topic).map(({ wrong }) => wrong);

test('only owners read it, and only the shop checks its certificate', async () => {
  for (const person of [shop.as.guest(), shop.as.customer(1), shop.as.helper()])
    await expect(readWatch(person)).rejects.toThrow(NotFound);
  await expect(checkCertificate(shop.as.admin())).rejects.toThrow(NotFound);
});

test('reads the certificate when due, and keeps the result for its address', async () => {
  await checkCertificate(shop.as.shop());
  expect((await readWatch(shop.as.admin())).certificate).toBeUndefined();

  let reads = 0;
  let answer: () => Promise<{ validFrom: Date; validUntil: Date; problem: string }>;
  const dates = { validFrom: inDays(-72), validUntil: inDays(18) };
  answer = async () => ({ ...dates, problem: '' });
  shop.suppliers.readCertificate = () => ((reads += 1), answer());
  const look = () => checkCertificate(shop.as.shop());
  await look();
  await look();
  expect(reads).toBe(1);
  expect((await readWatch(shop.as.admin())).certificate).toMatchObject({ ...dates, problem: null, failingSince: null });
  expect(await about('certificate')).toEqual([]);

  answer = async () => Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));
  shop.later(6 * HOUR);
  const since = shop.clock.now;
  await look();
  shop.later(DAY + HOUR);
  await look();
  expect((await readWatch(shop.as.admin())).certificate).toMatchObject({
    ...dates,
    problem: 'unreadable',
    failingSince: since,
    checkedAt: shop.clock.now,
  });
  expect(await about('certificate')).toEqual([expect.stringContaining('(ECONNREFUSED)')]);

  answer = async () => ({ ...dates, problem: '' });
  shop.later(HOUR);
  await look();
  expect(await about('certificate')).toEqual([]);
  shop.later(5 * DAY);
  expect(await about('certificate')).toEqual([expect.stringContaining('expires on')]);

  const elsewhere = { ...shop.as.shop(), config: { ...shop.config, shopUrl: 'https://elsewhere.in' } } as Shop;
  expect((await readWatch(elsewhere)).certificate).toBeUndefined();
  const known = reads;
  await checkCertificate(elsewhere);
  expect(reads).toBe(known + 1);
});

test('treats data and backups on one disk as one', async () => {
  const data = shop.config.dataDirectory;
  const backups = join(data, 'not', 'yet');
  expect(await readDisks({ data, backups: undefined })).toMatchObject([{ directory: data, holds: ['data'] }]);
  expect(await readDisks({ data, backups })).toMatchObject([{ directory: data, holds: ['data', 'backups'] }]);
  await mkdir(backups, { recursive: true });
  const [disk] = await readDisks({ data, backups });
  expect(disk!.freeBytes).toBeGreaterThan(0);
  expect(await readDisks({ data: '/dev/null/nowhere', backups: undefined })).toMatchObject([{ problem: 'ENOTDIR' }]);
});

test('counts unhandled webhooks, differences and missing comparisons of connected gateways', async () => {
  const artwork = await shop.makeArtwork();
  await putIntoCart(shop.as.customer(1), artwork.id);
  const order = await orderCart(shop.as.customer(1));
  const orderId = order.id;
  const provider = 'razorpay';
  const webhook = { provider, rawBody: '{}', answer: { outcome: 'pending', providerOrderId: 'o' } } as const;
  const minutesAgo = (minutes: number) => new Date(shop.clock.now.getTime() - minutes * 60_000);
  await shop.database.insert(webhookEvents).values([
    { ...webhook, eventId: 'just-now', receivedAt: minutesAgo(10) },
    { ...webhook, eventId: 'waits', receivedAt: minutesAgo(20) },
    { ...webhook, eventId: 'done', receivedAt: minutesAgo(30), handledAt: minutesAgo(30) },
    { ...webhook, eventId: 'forgotten', receivedAt: minutesAgo(100 * DAY), rawBody: null, answer: null },
    { ...webhook, eventId: 'of-another', provider: 'paytm', receivedAt: minutesAgo(20) },
  ]);
  const check = { provider, payments: 1, refunds: 0, checkedAt: minutesAgo(DAY) } as const;
  await shop.database.insert(gatewayChecks).values([
    { ...check, day: '2026-11-20' },
    { ...check, day: '2026-11-01', checkedAt: minutesAgo(19 * DAY) },
  ]);
  const difference = {
    provider,
    day: '2026-11-20',
    about: 'payment',
    kind: 'missing-there',
    ours: paise(100),
  } as const;
  await shop.database.insert(gatewayDifferences).values([
    { ...difference, providerId: 'open' },
    { ...difference, providerId: 'taken-in', completed: true },
    { ...difference, providerId: 'long-ago', day: '2026-11-01' },
  ]);
  await shop.database
    .insert(paymentOrders)
    .values({ orderId, provider, providerOrderId: 'o', amount: order.total, createdAt: minutesAgo(3 * DAY) });

  expect((await readWatch(shop.as.admin())).gateways).toEqual([]);
  expect(await about('gateways')).toEqual([]);
  const gateway = fakeGateway({ name: 'a real one' });
  delete (gateway as { window?: unknown }).window;
  shop.suppliers.payment = { [provider]: gateway, phonepe: gateway };
  const silent = { webhooks: 0, differences: 0, isUncompared: false };
  expect((await readWatch(shop.as.admin())).gateways).toEqual([
    { ...silent, gateway: provider, webhooks: 1, differences: 1 },
    { ...silent, gateway: 'phonepe' },
  ]);
  expect(await about('gateways')).toHaveLength(1);
  shop.later(DAY + 1);
  expect((await readWatch(shop.as.admin())).gateways).toMatchObject([{ isUncompared: true }, { isUncompared: false }]);
});
