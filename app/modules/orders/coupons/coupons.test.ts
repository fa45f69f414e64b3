import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '#app/platform/shop.server.ts';
import { auditLog } from '#app/platform/audit/tables.server.ts';
import { NotFound } from '#app/platform/errors.server.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { COUPON_STATES, couponStateOn, findCouponProblem } from './coupon.ts';
import {
  checkCoupon,
  currentOffer,
  deleteCoupon,
  digestCoupon,
  getCoupon,
  listCoupons,
  reclaimCoupon,
  redeemCoupon,
  releaseCoupon,
  saveCoupon,
  setCouponActive,
} from './coupons.server.ts';
import type { CouponInput } from './forms.ts';

let shop: TestShop;
beforeAll(async () => void (shop = await openTestShop()));
beforeEach(() => shop.empty());
afterAll(() => shop.close());

const make = async (wanted: Partial<CouponInput> = {}) => {
  const saved = await saveCoupon(shop.as.admin(), {
    code: 'WELCOME10',
    discountPercentage: 10,
    validFrom: '2026-01-01',
    ...wanted,
  });
  if (!saved.ok) throw new Error(saved.reason);
  return saved.value;
};

const placeDraft = async (n = 1) => {
  const id = randomUUID();
  await shop.database.execute(sql`
    insert into orders (id, order_number, user_id, items, subtotal, shipping_cost, total, shipping_address, payment_method, payment_status, status, customer_name, customer_email)
    select ${id}, ${id.toUpperCase()}, id, '[{}]', 0, 0, 0, '{}', 'manual', 'confirmed', 'processing', name, email
    from auth_users where email = ${`customer${n}@bisvar.example`}`);
  return id;
};
const listed = async () => (await listCoupons(shop.as.admin())).coupons;
const usedCount = async () => (await listed())[0]?.usedCount;

test('a signed-in customer can type a code in any spelling', async () => {
  const coupon = await make();
  expect(await checkCoupon(shop.as.customer(), '  welcome10 ')).toEqual({ ok: true, value: coupon });
});

test('asks a guest to log in, even for an invalid code', async () => {
  await make();
  expect(await checkCoupon(shop.as.guest(), 'WELCOME10')).toMatchObject({ ok: false, reason: 'not-signed-in' });
  expect(await checkCoupon(shop.as.guest(), 'NONSENSE')).toMatchObject({ ok: false, reason: 'not-signed-in' });
});

test.each([
  ['a code nobody made', { code: 'OTHER' }, 'invalid'],
  ['a switched-off code', { active: false }, 'invalid'],
  ['a code that starts tomorrow', { validFrom: '2026-11-22' }, 'not-yet-active'],
  ['a code that ended yesterday', { validUntil: '2026-11-20' }, 'expired'],
] as const)('%s is refused', async (_, wanted, reason) => {
  await make(wanted);
  expect(await checkCoupon(shop.as.customer(), 'WELCOME10')).toMatchObject({ ok: false, reason });
});

test('gives the first refusal in the specified order', () => {
  const wrong = { active: false, validFrom: '2027-01-01', validUntil: '2020-01-01', usageLimit: 1, usedCount: 1 };
  const today = '2026-11-21';
  expect(findCouponProblem(undefined, today)).toBe('invalid');
  expect(findCouponProblem(wrong, today)).toBe('invalid');
  expect(findCouponProblem({ ...wrong, active: true }, today)).toBe('not-yet-active');
  expect(findCouponProblem({ ...wrong, active: true, validFrom: today }, today)).toBe('expired');
  expect(findCouponProblem({ ...wrong, active: true, validFrom: today, validUntil: today }, today)).toBe('used-up');
  expect(
    findCouponProblem({ ...wrong, active: true, validFrom: today, validUntil: today, usedCount: 0 }, today),
  ).toBeUndefined();
});

test('days run from midnight to midnight in India', async () => {
  await make({ validFrom: '2026-11-20', validUntil: '2026-11-21' });
  const reasonAt = async (instant: string) => {
    shop.clock.now = new Date(instant);
    const checked = await checkCoupon(shop.as.customer(), 'WELCOME10');
    return checked.ok ? 'works' : checked.reason;
  };
  expect(await reasonAt('2026-11-19T18:29:59Z')).toBe('not-yet-active');
  expect(await reasonAt('2026-11-19T18:30:00Z')).toBe('works');
  expect(await reasonAt('2026-11-21T18:29:59Z')).toBe('works');
  expect(await reasonAt('2026-11-21T18:30:00Z')).toBe('expired');
});

test('an empty limit and a limit of 0 are unlimited', async () => {
  expect((await make({ usageLimit: 0 })).usageLimit).toBeNull();
  expect((await make({ code: 'EMPTY', usageLimit: '' })).usageLimit).toBeNull();
  expect((await make({ code: 'THREE', usageLimit: '3' })).usageLimit).toBe(3);
});

test('redeeming counts one use, and the last use is the last', async () => {
  await make({ usageLimit: 1 });
  expect(await redeemCoupon(shop.as.customer(1), { code: 'welcome10', orderId: await placeDraft(1) })).toMatchObject({
    ok: true,
    value: { usedCount: 1, discountPercentage: 10 },
  });
  expect(await redeemCoupon(shop.as.customer(2), { code: 'WELCOME10', orderId: await placeDraft(2) })).toMatchObject({
    ok: false,
    reason: 'used-up',
  });
  expect(await checkCoupon(shop.as.customer(3), 'WELCOME10')).toMatchObject({ ok: false, reason: 'used-up' });
  expect(await usedCount()).toBe(1);
});

test('twenty shoppers at once with a limit of five make five uses', async () => {
  await make({ usageLimit: 5 });
  const orders = await Promise.all(Array.from({ length: 20 }, (_, n) => placeDraft(n + 1)));
  const answers = await Promise.all(
    orders.map((orderId, n) =>
      inTransaction(shop.as.customer(n + 1), (context) => redeemCoupon(context, { code: 'WELCOME10', orderId })),
    ),
  );
  expect(answers.filter((answer) => answer.ok)).toHaveLength(5);
  expect(answers.filter((answer) => !answer.ok && answer.reason === 'used-up')).toHaveLength(15);
  expect(await usedCount()).toBe(5);
});

test('a rolled-back transaction uses no coupon', async () => {
  await make();
  const orderId = await placeDraft();
  const failing = inTransaction(shop.as.customer(), async (context) => {
    await redeemCoupon(context, { code: 'WELCOME10', orderId });
    throw new Error('no stock');
  });
  await expect(failing).rejects.toThrow('no stock');
  expect(await usedCount()).toBe(0);
});

test('an order redeems once', async () => {
  await make();
  const orderId = await placeDraft();
  await redeemCoupon(shop.as.customer(), { code: 'WELCOME10', orderId });
  const again = inTransaction(shop.as.customer(), (context) => redeemCoupon(context, { code: 'WELCOME10', orderId }));
  await expect(again).rejects.toThrow();
  expect(await usedCount()).toBe(1);
});

test('returns a use once, for the next customer', async () => {
  await make({ usageLimit: 1 });
  const orderId = await placeDraft();
  await redeemCoupon(shop.as.customer(), { code: 'WELCOME10', orderId });
  await Promise.all([releaseCoupon(shop.as.shop(), orderId), releaseCoupon(shop.as.shop(), orderId)]);
  await releaseCoupon(shop.as.shop(), orderId);
  expect(await usedCount()).toBe(0);
  expect(await redeemCoupon(shop.as.customer(2), { code: 'WELCOME10', orderId: await placeDraft(2) })).toMatchObject({
    ok: true,
  });
});

test('a returned use is taken again once, even over the limit', async () => {
  await make({ usageLimit: 1 });
  const orderId = await placeDraft();
  await redeemCoupon(shop.as.customer(), { code: 'WELCOME10', orderId });
  expect(await reclaimCoupon(shop.as.shop(), orderId)).toEqual({ exceedsLimit: false });
  expect(await usedCount()).toBe(1);
  await releaseCoupon(shop.as.shop(), orderId);
  await redeemCoupon(shop.as.customer(2), { code: 'WELCOME10', orderId: await placeDraft(2) });
  expect(await reclaimCoupon(shop.as.shop(), orderId)).toEqual({ exceedsLimit: true });
  expect(await reclaimCoupon(shop.as.shop(), orderId)).toEqual({ exceedsLimit: false });
  expect(await usedCount()).toBe(2);
  expect(await checkCoupon(shop.as.customer(3), 'WELCOME10')).toMatchObject({ reason: 'used-up' });
  expect(await reclaimCoupon(shop.as.shop(), await placeDraft())).toEqual({ exceedsLimit: false });
  const {
    coupons: [coupon],
  } = await listCoupons(shop.as.admin());
  const { usedCount: _used, createdAt: _created, ...known } = coupon!;
  expect(await saveCoupon(shop.as.admin(), { ...known, active: false })).toMatchObject({ ok: true });
});

test('an order without a coupon returns no use', async () => {
  await make();
  await redeemCoupon(shop.as.customer(), { code: 'WELCOME10', orderId: await placeDraft() });
  await releaseCoupon(shop.as.shop(), await placeDraft());
  expect(await usedCount()).toBe(1);
});

test('after ten wrong codes refuses every code for a minute', async () => {
  await make();
  for (let guess = 0; guess < 10; guess += 1)
    expect(await checkCoupon(shop.as.customer(), `GUESS${guess}`)).toMatchObject({ reason: 'invalid' });
  expect(await checkCoupon(shop.as.customer(), 'WELCOME10')).toMatchObject({ ok: false, reason: 'too-many-guesses' });
  expect(await checkCoupon(shop.as.customer(2), 'WELCOME10')).toMatchObject({ ok: true });
  shop.clock.now = new Date(shop.clock.now.getTime() + 60_000);
  expect(await checkCoupon(shop.as.customer(), 'WELCOME10')).toMatchObject({ ok: true });
});

test.each([3, 5, 8])('counts the guesses of %i accounts at one network address together', async (accounts) => {
  await make();
  const at = (visitorAddress: string, user: number) => ({ ...shop.as.customer(user), visitorAddress });
  let invalid = 0;
  for (let user = 1; user <= accounts; user += 1)
    for (let guess = 0; guess < 10; guess += 1) {
      const answer = await checkCoupon(at('198.51.100.7', user), `GUESS${user}${guess}`);
      if (!answer.ok && answer.reason === 'invalid') invalid += 1;
    }
  expect(invalid).toBe(30);
  expect(await checkCoupon(at('198.51.100.7', 20), 'WELCOME10')).toMatchObject({ reason: 'too-many-guesses' });
  expect(await checkCoupon(at('198.51.100.8', 20), 'WELCOME10')).toMatchObject({ ok: true });
});

test('applying a valid code is not counted as a guess', async () => {
  await make();
  for (let time = 0; time < 30; time += 1)
    expect(await checkCoupon(shop.as.customer(), 'WELCOME10')).toMatchObject({ ok: true });
});

test('the offer is the newest coupon that would work now', async () => {
  expect(await currentOffer(shop.as.guest())).toBeUndefined();
  const at = (minute: number) => void (shop.clock.now = new Date(Date.UTC(2026, 10, 21, 10, minute)));
  at(1);
  await make({ code: 'OLDER' });
  at(2);
  await make({ code: 'NEWER' });
  at(3);
  await make({ code: 'OFF', active: false });
  await make({ code: 'LATER', validFrom: '2026-12-01' });
  await make({ code: 'ENDED', validUntil: '2026-11-20' });
  await make({ code: 'USED', usageLimit: 1 });
  await redeemCoupon(shop.as.customer(), { code: 'USED', orderId: await placeDraft() });
  expect((await currentOffer(shop.as.guest()))?.code).toBe('NEWER');
});

test('an admin adds, changes, switches and deletes coupons', async () => {
  const coupon = await make({ validUntil: '2026-12-31', usageLimit: 5 });
  expect(
    await saveCoupon(shop.as.admin(), {
      id: coupon.id,
      code: 'welcome10',
      discountPercentage: '12.5',
      active: true,
      validFrom: '2026-01-01',
      validUntil: '',
      usageLimit: '',
    }),
  ).toMatchObject({
    ok: true,
    value: { id: coupon.id, discountPercentage: 12.5, validUntil: null, usageLimit: null },
  });
  expect(await setCouponActive(shop.as.admin(), coupon.id, false)).toMatchObject({ value: { active: false } });
  await deleteCoupon(shop.as.admin(), coupon.id);
  expect(await listed()).toEqual([]);
  await expect(deleteCoupon(shop.as.admin(), coupon.id)).rejects.toThrow(NotFound);
  expect(await setCouponActive(shop.as.admin(), coupon.id, true)).toMatchObject({ ok: false, reason: 'gone' });
  expect(await shop.database.select().from(auditLog).orderBy(auditLog.createdAt)).toMatchObject([
    { action: 'coupon.save', after: { code: 'WELCOME10' } },
    { action: 'coupon.save', before: { usageLimit: 5 }, after: { usageLimit: null } },
    { action: 'coupon.deactivate', before: { active: true }, after: { active: false } },
    { action: 'coupon.delete', before: { code: 'WELCOME10' } },
  ]);
});

test('two coupons never share a code, and limits stay above uses', async () => {
  const coupon = await make({ usageLimit: 5 });
  const other = await make({ code: 'OTHER' });
  expect(await saveCoupon(shop.as.admin(), { code: ' welcome10', discountPercentage: 5 })).toMatchObject({
    ok: false,
    reason: 'code-taken',
  });
  expect(await saveCoupon(shop.as.admin(), { id: other.id, discountPercentage: 10, code: 'WELCOME10' })).toMatchObject({
    ok: false,
    reason: 'code-taken',
  });
  expect(
    await saveCoupon(shop.as.admin(), {
      code: 'MONSOON10',
      discountPercentage: 10,
      validFrom: '',
      validUntil: '2026-09-20',
    }),
  ).toMatchObject({ ok: false, reason: 'ends-before-it-starts' });
  for (const n of [1, 2]) await redeemCoupon(shop.as.customer(n), { code: 'WELCOME10', orderId: await placeDraft(n) });
  expect(
    await saveCoupon(shop.as.admin(), { id: coupon.id, code: 'WELCOME10', discountPercentage: 10, usageLimit: 1 }),
  ).toMatchObject({
    ok: false,
    reason: 'limit-below-used',
    data: { usedCount: 2 },
  });
});

test.each([
  ['nothing off', { discountPercentage: 0 }],
  ['more than everything off', { discountPercentage: 100.5 }],
  ['a thousandth of a percent', { discountPercentage: 10.005 }],
  ['no code', { code: '  ' }],
  ['an end before the start', { validUntil: '2025-01-01' }],
])('a coupon with %s is not saved', async (_, wanted) => {
  await expect(make(wanted)).rejects.toThrow();
  expect(await listed()).toEqual([]);
});

test('lists codes, active or not, page by page exactly once', async () => {
  for (let n = 0; n < 30; n += 1) await make({ code: `LOTUS${n}`, active: n % 3 > 0 });
  await make({ code: 'DIYA' });
  const first = await listCoupons(shop.as.admin(), { search: 'lotus' });
  expect(first.counts).toMatchObject({ all: 30, active: 20, inactive: 10 });
  shop.clock.now = new Date(shop.clock.now.getTime() + 1000);
  await make({ code: 'LOTUSNEW' });
  const second = await listCoupons(shop.as.admin(), { search: 'lotus', cursor: first.nextCursor });
  expect(second.nextCursor).toBeUndefined();
  const codes = [...first.coupons, ...second.coupons].map(({ code }) => code);
  expect(new Set(codes).size).toBe(30);
  expect(codes).toHaveLength(30);
  const { coupons: off } = await listCoupons(shop.as.admin(), { state: 'inactive' });
  expect(off).toHaveLength(10);
  expect(off.every(({ active }) => !active)).toBe(true);
});

test('only working coupons count as active', async () => {
  await make({ code: 'WORKS' });
  await make({ code: 'LATER', validFrom: '2026-11-22' });
  await make({ code: 'OVER', validUntil: '2026-11-20' });
  await make({ code: 'SPENT', usageLimit: 1 });
  await make({ code: 'OFF', active: false, usageLimit: 1 });
  await shop.database.execute(sql`update coupons set used_count = 1 where usage_limit = 1`);
  const { coupons, counts } = await listCoupons(shop.as.admin());
  expect(counts).toEqual({ all: 5, active: 1, scheduled: 1, 'used-up': 1, ended: 1, inactive: 1 });
  expect(Object.fromEntries(coupons.map((coupon) => [coupon.code, couponStateOn('2026-11-21', coupon)]))).toEqual({
    WORKS: 'active',
    LATER: 'scheduled',
    SPENT: 'used-up',
    OVER: 'ended',
    OFF: 'inactive',
  });
  for (const state of COUPON_STATES)
    expect((await listCoupons(shop.as.admin(), { state })).coupons).toEqual(
      coupons.filter((coupon) => couponStateOn('2026-11-21', coupon) === state),
    );
});

test('a repeated form creates one coupon, without a false refusal', async () => {
  const wanted = { code: 'holi10', discountPercentage: '10', validFrom: '', validUntil: '2026-12-31', usageLimit: '0' };
  const twice = await Promise.all([saveCoupon(shop.as.admin(), wanted), saveCoupon(shop.as.admin(), wanted)]);
  const again = await saveCoupon(shop.as.admin(), wanted);
  const [coupon] = await listed();
  expect([...twice, again]).toEqual(Array.from({ length: 3 }, () => ({ ok: true, value: coupon })));
  expect(await listed()).toHaveLength(1);
  expect(await shop.database.$count(auditLog)).toBe(1);
  expect(await saveCoupon(shop.as.admin(), { ...wanted, discountPercentage: '12' })).toMatchObject({
    reason: 'code-taken',
  });
});

test('a stale form does not reactivate a deactivated coupon', async () => {
  const { id, code } = await make();
  const seen = digestCoupon(await getCoupon(shop.as.admin(), id));
  const late = { id, code, discountPercentage: 20, validFrom: '2026-01-01', active: true, seen };
  await setCouponActive(shop.as.admin(), id, false);
  expect(await saveCoupon(shop.as.admin(), late)).toMatchObject({
    reason: 'stale',
    data: { active: false },
  });
  expect(await getCoupon(shop.as.admin(), id)).toMatchObject({ discountPercentage: 10, active: false });
  const seenNow = digestCoupon(await getCoupon(shop.as.admin(), id));
  expect(await saveCoupon(shop.as.admin(), { ...late, seen: seenNow })).toMatchObject({ ok: true });
  // The same form is sent again. A use of the coupon does not make the form stale.
  expect(await saveCoupon(shop.as.admin(), { ...late, seen })).toMatchObject({ ok: true });
  await redeemCoupon(shop.as.customer(), { code, orderId: await placeDraft() });
  const again = digestCoupon(await getCoupon(shop.as.admin(), id));
  expect(again).toBe(digestCoupon({ ...late, validUntil: null, usageLimit: null }));
});

test('helpers, customers and guests cannot open the coupon list', async () => {
  const coupon = await make();
  for (const context of [shop.as.helper(), shop.as.customer(), shop.as.guest()]) {
    await expect(listCoupons(context)).rejects.toThrow(NotFound);
    await expect(saveCoupon(context, { code: 'FREE', discountPercentage: 100 })).rejects.toThrow(NotFound);
    await expect(setCouponActive(context, coupon.id, false)).rejects.toThrow(NotFound);
    await expect(deleteCoupon(context, coupon.id)).rejects.toThrow(NotFound);
  }
});
