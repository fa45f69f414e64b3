import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { signUp } from '#app/modules/identity/sign-in/sign-in.server.ts';
import type { Person } from '#app/platform/actor.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { orderCart, putIntoCart } from '#tests/support/checkout.ts';
import { asLive, openLiveShop } from '#tests/support/live-shop.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { noteGatewayCredentials } from './gateway-credentials.server.ts';
import {
  changeOwnerSettings,
  confirmPaymentTrial,
  findPendingPayee,
  keepPayee,
  usePayeeUntested,
} from './payee.server.ts';

let shop: TestShop;
beforeAll(async () => void (shop = await openTestShop()));
beforeEach(async () => {
  await shop.empty();
  await shop.database.execute(sql`delete from settings`);
  await shop.database.execute(sql`delete from payee_changes`);
  await shop.database.execute(sql`delete from gateway_fingerprints`);
});
afterAll(() => shop.close());

const password = 'bindu-and-lotus';
const OTHER = { address: 'evil@okicici', name: 'Somebody', isMerchant: false };

async function openShopOwner(): Promise<Shop> {
  await openLiveShop({ systemContext: () => asLive(shop.as.shop()) });
  const made = await signUp(shop.as.guest(), {
    name: 'Sarla',
    email: 'sarla@example.in',
    password,
  });
  if (!made.ok) throw new Error(made.reason);
  const person = {
    ...(shop.as.admin().actor as Person),
    userId: made.value.userId,
  };
  return asLive({
    ...shop.as.admin(),
    actor: { ...person, kind: 'admin', role: 'owner' },
  });
}
const change = (owner: Shop, upi: typeof OTHER | { address: null; name: null; isMerchant: false }, typed = password) =>
  changeOwnerSettings(owner, { patch: { upi }, seen: {}, proof: { password: typed, code: '' } }, new Headers());
const paidTo = async () => (await getSettings(shop.as.shop())).upi.address;
const announced = async (name: string) =>
  (await shop.database.execute(sql`select payload from outbox where name = ${name}`)).rows.length;

describe('another UPI address of an open live shop', () => {
  test.each(['', 'wrong-password', 'aipan-admin'])('is refused with the password %j', async (typed) => {
    const owner = await openShopOwner();
    const before = await paidTo();
    expect(await change(owner, OTHER, typed)).toMatchObject({
      reason: 'wrong-password',
    });
    expect([await paidTo(), await findPendingPayee(owner)]).toEqual([before, undefined]);
  });

  test('waits for its trial payment, and is announced to the owners', async () => {
    const owner = await openShopOwner();
    const before = await paidTo();
    expect(await change(owner, OTHER)).toMatchObject({
      ok: true,
      value: { isPending: true },
    });
    expect(await paidTo()).toBe(before);
    expect(await announced('opening.payee-changed')).toBe(1);
    expect(await confirmPaymentTrial(owner, { reference: '412345678901' })).toMatchObject({ ok: true });
    expect([await paidTo(), await findPendingPayee(owner)]).toEqual([OTHER.address, undefined]);
  });

  test('is used untested, or discarded, when the owner says so', async () => {
    const owner = await openShopOwner();
    const before = await paidTo();
    await change(owner, OTHER);
    await keepPayee(owner);
    expect([await paidTo(), await findPendingPayee(owner)]).toEqual([before, undefined]);
    await change(owner, OTHER);
    await usePayeeUntested(owner);
    expect(await paidTo()).toBe(OTHER.address);
  });

  test('replaces one still pending, and a new payee name is pending too', async () => {
    const owner = await openShopOwner();
    const current = (await getSettings(owner)).upi;
    await change(owner, OTHER);
    await change(owner, { ...OTHER, address: 'third@upi' });
    expect(await findPendingPayee(owner)).toMatchObject({
      address: 'third@upi',
    });
    await change(owner, {
      address: current.address!,
      name: 'Another',
      isMerchant: false,
    });
    expect(await findPendingPayee(owner)).toMatchObject({
      address: current.address,
      name: 'Another',
    });
    expect((await getSettings(owner)).upi).toEqual(current);
  });

  test('waits too after the former one was removed', async () => {
    const owner = await openShopOwner();
    expect(await change(owner, { address: null, name: null, isMerchant: false })).toMatchObject({ ok: true });
    expect(await paidTo()).toBeNull();
    expect(await change(owner, OTHER)).toMatchObject({
      value: { isPending: true },
    });
    expect(await paidTo()).toBeNull();
  });

  test('is saved at once before the shop is open, with the password', async () => {
    const owner = await openShopOwner();
    await shop.database.execute(sql`delete from opening`);
    expect(await change(owner, OTHER)).toMatchObject({
      ok: true,
      value: { isPending: false },
    });
    expect(await paidTo()).toBe(OTHER.address);
  });

  test('other settings need no password', async () => {
    const owner = await openShopOwner();
    const { upi, paymentMethods } = await getSettings(owner);
    expect(await change(owner, upi as typeof OTHER, '')).toMatchObject({
      ok: true,
    });
    const patch = { paymentMethods };
    const saved = changeOwnerSettings(owner, { patch, seen: {}, proof: { password: '', code: '' } }, new Headers());
    expect(await saved).toMatchObject({ ok: true });
  });
});

describe('a trial payment', () => {
  test('is refused with a reference that an order has', async () => {
    const owner = await openShopOwner();
    const artwork = await shop.makeArtwork();
    await putIntoCart(shop.as.customer(), artwork.id);
    await orderCart(shop.as.customer(), { paymentReferenceId: '412345678902' });
    await change(owner, OTHER);
    expect(await confirmPaymentTrial(owner, { reference: '412345678902' })).toMatchObject({ reason: 'reference-used' });
    expect(await findPendingPayee(owner)).toMatchObject({
      address: OTHER.address,
    });
  });

  test('is refused with the reference of another address’s trial, however long ago', async () => {
    const owner = await openShopOwner();
    expect(await confirmPaymentTrial(owner, { reference: '412345678903' })).toMatchObject({ ok: true });
    expect(await confirmPaymentTrial(owner, { reference: '412345678904' })).toMatchObject({ ok: true });
    expect(await confirmPaymentTrial(owner, { reference: '412345678904' })).toMatchObject({ ok: true });
    await change(owner, OTHER);
    for (const reference of ['412345678903', '412345678904'])
      expect(await confirmPaymentTrial(owner, { reference })).toMatchObject({
        reason: 'reference-used',
      });
    expect(await confirmPaymentTrial(owner, { reference: '412345678905' })).toMatchObject({ ok: true });
  });
});

describe('gateway credentials', () => {
  const start = (gateways: Shop['config']['gateways']) => {
    const live = asLive(shop.as.shop());
    return noteGatewayCredentials({
      ...live,
      config: { ...live.config, gateways },
    });
  };
  const keys = { keyId: 'rzp_1', keySecret: 'secret', webhookSecret: 'hook' };

  test('that changed since the last start are announced to the owners once', async () => {
    await start({ razorpay: keys });
    await start({ razorpay: keys });
    expect(await announced('opening.gateway-changed')).toBe(0);
    await start({ razorpay: { ...keys, keyId: 'rzp_2' } });
    await Promise.all([1, 2].map(() => start({ razorpay: { ...keys, keyId: 'rzp_2' } })));
    expect(await announced('opening.gateway-changed')).toBe(1);
    await start({ razorpay: { ...keys, keyId: 'rzp_2' }, phonepe: keys });
    expect(await announced('opening.gateway-changed')).toBe(2);
    await start({});
    expect(await announced('opening.gateway-changed')).toBe(4);
  });
});
