import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { paise } from '#app/basics/money.ts';
import type { GatewayCallback } from '#app/modules/payments/payments/provider.ts';
import { readConfig } from '#app/platform/config.server.ts';
import type { FakeGateway } from './fake-gateway.ts';
import { openGateways } from './gateways.server.ts';

let dataDirectory: string;
beforeEach(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'fake-gateway-'));
});
afterEach(() => rm(dataDirectory, { recursive: true }));

const SECRET = 'a secret that only tests have, 32+';
const warn = () => {};
const openAt = (secret = SECRET) =>
  openGateways(readConfig({ SHOP_MODE: 'demo', DATA_DIR: dataDirectory, SESSION_SECRET: secret }), warn)
    .razorpay as FakeGateway;
const order = { amount: paise(980_000), receipt: 'BV-7K3M-9QX2', returnUrl: 'https://shop.test/back' };
const openedAt = async (gateway: FakeGateway) => (await gateway.createOrder(order)).providerOrderId;
const paidAt = async (gateway: FakeGateway, id: string) => (await gateway.simulate(id, 'pay')) as GatewayCallback;

test('shares a demo payment between the processes of a demo', async () => {
  const [one, other] = [openAt(), openAt()];
  const id = await openedAt(one);
  expect(await other.lookUp(id)).toEqual({ outcome: 'pending', providerOrderId: id });
  await other.simulate(id, 'decline');
  expect(await one.lookUp(id)).toMatchObject({ outcome: 'failed', notDebited: true });
  const callback = await paidAt(other, id);
  const paid = { outcome: 'paid', providerOrderId: id, paymentId: callback.paymentId, amount: order.amount };
  for (const gateway of [one, other, openAt()]) {
    expect(await gateway.lookUp(id)).toMatchObject(paid);
    expect(gateway.verifyCallback(id, callback)).toBe(true);
    expect(gateway.verifyCallback(id, { ...callback, paymentId: 'pay_1' })).toBe(false);
  }
  await one.simulate(id, 'decline');
  expect(await paidAt(one, id)).toEqual(callback);
  expect(await other.lookUp(id)).toMatchObject(paid);
  const { rawBody, headers } = one.webhookOf(id);
  expect(other.readWebhook(rawBody, headers)).toMatchObject({ answer: paid });
});

test('makes one refund from any process, separately for each gateway', async () => {
  const [one, other] = [openAt(), openAt()];
  const { paymentId } = await paidAt(one, await openedAt(one));
  const refund = { providerOrderId: 'any', paymentId, amount: paise(1000), key: 'refund-1', note: '' };
  expect(await other.lookUpRefund(refund)).toBe('unknown');
  const answers = await Promise.all([one.refund(refund), other.refund(refund), one.refund(refund)]);
  expect(new Set(answers.map((answer) => answer?.refundId)).size).toBe(1);
  expect(await other.lookUpRefund(refund)).toEqual(answers[0]);
  const { paytm } = openGateways(
    readConfig({ SHOP_MODE: 'demo', DATA_DIR: dataDirectory, SESSION_SECRET: SECRET }),
    warn,
  );
  expect(await paytm!.lookUpRefund(refund)).toBe('unknown');
});

test('rejects signatures made with another secret', async () => {
  const [ours, theirs] = [openAt(), openAt('another secret that only tests have')];
  const id = await openedAt(ours);
  const { rawBody, headers } = theirs.webhookOf(id);
  expect(ours.verifyCallback(id, await paidAt(theirs, id))).toBe(false);
  expect(ours.readWebhook(rawBody, headers)).toBeUndefined();
});

test('skips an incomplete line, and starts a new file when one is lost', async () => {
  const one = openAt();
  const id = await openedAt(one);
  const [book] = await readdir(dataDirectory);
  expect((await stat(join(dataDirectory, book!))).mode & 0o077).toBe(0);
  await appendFile(join(dataDirectory, book!), '\n{"order":"razorpay_or');
  const other = openAt();
  const next = await openedAt(other);
  for (const gateway of [one, other, openAt()])
    for (const known of [id, next])
      expect(await gateway.simulate(known, 'pay')).toMatchObject({ providerOrderId: known });
  await rm(join(dataDirectory, book!));
  expect(await one.lookUp(id)).toEqual({ outcome: 'pending', providerOrderId: id });
  expect(await one.simulate(id, 'pay')).toBeUndefined();
  expect(await other.lookUp(id)).toMatchObject({
    outcome: 'failed',
    reason: 'The demo was restarted.',
  });
});

test('keeps all concurrent writes of two processes, with the same payment state', async () => {
  const shared = await openedAt(openAt());
  const program = `
    const { openGateways } = await import(${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'gateways.server.ts')).href)});
    const config = { mode: 'demo', gateways: {}, dataDirectory: ${JSON.stringify(dataDirectory)}, sessionSecret: ${JSON.stringify(SECRET)} };
    const { razorpay } = openGateways(config, () => {});
    const paid = [];
    for (let n = 0; n < 150; n += 1) {
      const { providerOrderId } = await razorpay.createOrder({ amount: 100 + n });
      paid.push(await razorpay.simulate(providerOrderId, 'pay'));
    }
    const callback = await razorpay.simulate(${JSON.stringify(shared)}, 'pay');
    console.log(JSON.stringify({ paid, callback }));`;
  const write = async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    child.stdout.on('data', (part: Buffer) => (printed += part.toString()));
    await once(child, 'close');
    return JSON.parse(printed) as { paid: GatewayCallback[]; callback: GatewayCallback };
  };
  const [one, other] = await Promise.all([write(), write()]);
  expect(one.callback).toEqual(other.callback);
  const reader = openAt();
  for (const { providerOrderId, paymentId } of [...one.paid, ...other.paid, one.callback])
    expect(await reader.lookUp(providerOrderId)).toMatchObject({ outcome: 'paid', paymentId });
}, 60_000);
