import { and, desc, eq, getTableColumns, gt, gte, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import { dayInIndia } from '#app/basics/india.ts';
import { done, refused, type Refused, type Result } from '#app/basics/result.ts';
import { isUuid } from '#app/basics/uuid.ts';
import { isStale, type Stale } from '#app/basics/stale-form.ts';
import { audit } from '#app/platform/audit/audit.server.ts';
import { isUniqueViolation } from '#app/platform/database/database.server.ts';
import { pageOf, sortedBy } from '#app/platform/database/keyset.server.ts';
import { digestSeen } from '#app/platform/digest-seen.server.ts';
import { anyContains } from '#app/platform/database/text-search.server.ts';
import { hasToken, takeToken } from '#app/platform/limits.server.ts';
import { readCached } from '#app/platform/read-cache.server.ts';
import { actorId, inTransaction, isSignedOut, ownerOnly, signedIn, type Shop } from '#app/platform/shop.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { normaliseCode, findCouponProblem, type Coupon, type CouponRefusal, type CouponState } from './coupon.ts';
import { couponSchema, type CouponInput } from './forms.ts';
import { couponRedemptions, coupons } from './tables.server.ts';

/** Rate-limits unknown codes. Call it outside a transaction, because a rollback would lose the count. */
export async function checkCoupon(shop: Shop, code: string): Promise<Result<Coupon, CouponRefusal>> {
  if (isSignedOut(shop)) return refused('not-signed-in');
  const limits = [
    [`coupon-guess:${actorId(shop) ?? 'shop'}`, GUESSES],
    [`coupon-guess:from:${shop.visitorAddress}`, GUESSES_OF_ADDRESS],
  ] as const;
  for (const [key, limit] of limits) if (!(await hasToken(shop, key, limit))) return refused('too-many-guesses');
  const coupon = await findCoupon(shop, code);
  const reason = findCouponProblem(coupon, dayInIndia(shop.now));
  if (reason === 'invalid') for (const [key, limit] of limits) await takeToken(shop, key, limit);
  return reason || !coupon ? refused(reason ?? 'invalid') : done(coupon);
}

/**
 * Redeems a coupon in one conditional update, so that only one order gets the last use. The caller must compare the
 * returned percentage with the percentage in the price.
 */
export async function redeemCoupon(
  shop: Shop,
  { userId = signedIn(shop).userId, ...redemption }: { code: string; orderId: string; userId?: string },
): Promise<Result<Coupon, CouponRefusal>> {
  const [coupon] = await shop.database
    .update(coupons)
    .set({ usedCount: sql`${coupons.usedCount} + 1` })
    .where(and(eq(coupons.code, normaliseCode(redemption.code)), isValidNow(shop)))
    .returning();
  if (!coupon)
    return refused(findCouponProblem(await findCoupon(shop, redemption.code), dayInIndia(shop.now)) ?? 'used-up');
  await shop.database
    .insert(couponRedemptions)
    .values({ orderId: redemption.orderId, couponId: coupon.id, userId, createdAt: shop.now });
  return done(coupon);
}

/** Returns the coupon that an order already uses, if it is still valid today. Ignores its usage limit. */
export async function findUsedCoupon(shop: Shop, code: string): Promise<Coupon | undefined> {
  const coupon = await findCoupon(shop, code);
  return coupon && !findCouponProblem({ ...coupon, usageLimit: null }, dayInIndia(shop.now)) ? coupon : undefined;
}

// Not filtered by owner: the caller has locked the order.
/** Releases an order's use of a coupon, once. */
export async function releaseCoupon(shop: Shop, orderId: string): Promise<void> {
  const released = shop.database.$with('released').as(
    shop.database
      .update(couponRedemptions)
      .set({ releasedAt: shop.now })
      .where(and(eq(couponRedemptions.orderId, orderId), isNull(couponRedemptions.releasedAt)))
      .returning({ couponId: couponRedemptions.couponId }),
  );
  await shop.database
    .with(released)
    .update(coupons)
    .set({ usedCount: sql`${coupons.usedCount} - 1` })
    .from(released)
    .where(eq(coupons.id, released.couponId));
}

/** Records an order's coupon for `reclaimCoupon`, without counting a use. */
export async function recordReleasedCoupon(
  shop: Shop,
  { code, orderId, userId }: { code: string; orderId: string; userId: string },
): Promise<void> {
  const coupon = await findCoupon(shop, code);
  if (coupon)
    await shop.database
      .insert(couponRedemptions)
      .values({ orderId, couponId: coupon.id, userId, createdAt: shop.now, releasedAt: shop.now });
}

// Not filtered by owner: the caller has locked the order.
/** Counts a released use again. Returns whether this exceeds the limit, which is allowed. */
export async function reclaimCoupon(shop: Shop, orderId: string): Promise<{ exceedsLimit: boolean }> {
  const reclaimed = shop.database.$with('reclaimed').as(
    shop.database
      .update(couponRedemptions)
      .set({ releasedAt: null })
      .where(and(eq(couponRedemptions.orderId, orderId), isNotNull(couponRedemptions.releasedAt)))
      .returning({ couponId: couponRedemptions.couponId }),
  );
  const [coupon] = await shop.database
    .with(reclaimed)
    .update(coupons)
    .set({ usedCount: sql`${coupons.usedCount} + 1` })
    .from(reclaimed)
    .where(eq(coupons.id, reclaimed.couponId))
    .returning({ usedCount: coupons.usedCount, usageLimit: coupons.usageLimit });
  return { exceedsLimit: coupon?.usageLimit !== null && coupon !== undefined && coupon.usedCount > coupon.usageLimit };
}

export const currentOffer = (shop: Shop): Promise<Coupon | undefined> =>
  readCached(shop, 'current offer', () => readCurrentOffer(shop));

async function readCurrentOffer(shop: Shop): Promise<Coupon | undefined> {
  const [coupon] = await shop.database
    .select()
    .from(coupons)
    .where(isValidNow(shop))
    .orderBy(...newestFirst)
    .limit(1);
  return coupon;
}

const PER_PAGE = 24;
const pages = sortedBy(coupons.id, { date: coupons.createdAt });

/** Returns coupons, 24 per page, and `counts` for each state today. Owners only. */
export async function listCoupons(
  shop: Shop,
  { search, state, cursor }: { search?: string; state?: CouponState; cursor?: string } = {},
) {
  ownerOnly(shop);
  const found = anyContains([coupons.code], search);
  const countOf = (state: CouponState) => sql<number>`(count(*) filter (where ${isInState(shop, state)}))::int`;
  const [rows, [counts]] = await Promise.all([
    shop.database
      .select({ ...getTableColumns(coupons), position: pages.position })
      .from(coupons)
      .where(and(found, state && isInState(shop, state), pages.after(cursor)))
      .orderBy(...pages.orderBy)
      .limit(PER_PAGE + 1),
    shop.database
      .select({
        all: sql<number>`count(*)::int`,
        active: countOf('active'),
        scheduled: countOf('scheduled'),
        'used-up': countOf('used-up'),
        ended: countOf('ended'),
        inactive: countOf('inactive'),
      })
      .from(coupons)
      .where(found),
  ]);
  const page = pageOf(rows, PER_PAGE);
  return {
    coupons: page.rows.map(({ position: _position, ...coupon }) => coupon),
    counts: counts!,
    nextCursor: page.next,
  };
}

export async function getCoupon(shop: Shop, id: string): Promise<Coupon> {
  ownerOnly(shop);
  const coupon = await findById(shop, id);
  if (!coupon) throw notFound();
  return coupon;
}

type Wanted = Pick<Coupon, 'code' | 'discountPercentage' | 'active' | 'validFrom' | 'validUntil' | 'usageLimit'>;

export const digestCoupon = ({ code, discountPercentage, active, validFrom, validUntil, usageLimit }: Wanted): string =>
  digestSeen([code, discountPercentage, active, validFrom, validUntil, usageLimit]);

/** Saves a coupon, once per form. Refuses a coupon changed since `seen`. Only for owners and background jobs. */
export async function saveCoupon(
  shop: Shop,
  input: CouponInput,
): Promise<
  Result<
    Coupon,
    | Refused<'code-taken' | 'ends-before-it-starts', undefined>
    | Refused<'limit-below-used', { usedCount: number }>
    | Stale<Coupon>
  >
> {
  ownerOnly(shop);
  const { id, seen, ...values } = couponSchema.parse(input);
  const fields = { ...values, validFrom: values.validFrom ?? dayInIndia(shop.now) };
  // Without a first day, the coupon starts today, which may be after its last day.
  if (fields.validUntil !== null && fields.validUntil < fields.validFrom) return refused('ends-before-it-starts');
  const saving = inTransaction(shop, async (shop) => {
    if (!id) {
      const [added] = await shop.database
        .insert(coupons)
        .values({ ...fields, createdAt: shop.now })
        .onConflictDoNothing()
        .returning();
      if (!added) {
        const clash = await findCoupon(shop, fields.code);
        return clash && digestCoupon(clash) === digestCoupon(fields) ? done(clash) : refused('code-taken');
      }
      await audit(shop, { action: 'coupon.save', table: 'coupons', id: added.id, after: fields });
      return done(added);
    }
    const clash = await findCoupon(shop, fields.code);
    if (clash && clash.id !== id) return refused('code-taken');
    const before = await findById(shop, id, 'locked');
    if (!before) throw notFound();
    if (isStale(seen, digestCoupon(before), digestCoupon(fields))) return refused('stale', before);
    const isOther = fields.usageLimit !== before.usageLimit;
    if (isOther && fields.usageLimit !== null && before.usedCount > fields.usageLimit)
      return refused('limit-below-used', { usedCount: before.usedCount });
    const [after] = await shop.database.update(coupons).set(fields).where(eq(coupons.id, id)).returning();
    await audit(shop, { action: 'coupon.save', table: 'coupons', id, before, after });
    return done(after!);
  });
  // Another request saved the same code at the same time.
  return saving.catch((error: unknown) => {
    if (isUniqueViolation(error)) return refused('code-taken');
    throw error;
  });
}

export async function setCouponActive(
  shop: Shop,
  id: string,
  active: boolean,
): Promise<Result<Coupon, Refused<'gone', undefined>>> {
  ownerOnly(shop);
  return inTransaction(shop, async (shop) => {
    const before = await findById(shop, id, 'locked');
    if (!before) return refused('gone');
    const [after] = await shop.database.update(coupons).set({ active }).where(eq(coupons.id, id)).returning();
    await audit(shop, {
      action: active ? 'coupon.activate' : 'coupon.deactivate',
      table: 'coupons',
      id,
      before,
      after,
    });
    return done(after!);
  });
}

export async function deleteCoupon(shop: Shop, id: string): Promise<void> {
  ownerOnly(shop);
  await inTransaction(shop, async (shop) => {
    const before = await findById(shop, id, 'locked');
    if (!before) throw notFound();
    await shop.database.delete(coupons).where(eq(coupons.id, id));
    await audit(shop, { action: 'coupon.delete', table: 'coupons', id, before });
  });
}

async function findById(shop: Shop, id: string, lock?: 'locked'): Promise<Coupon | undefined> {
  if (!isUuid(id)) return undefined;
  const query = shop.database.select().from(coupons).where(eq(coupons.id, id));
  return (await (lock ? query.for('update') : query))[0];
}

const GUESSES = { capacity: 10, refillPerMinute: 1 };
const GUESSES_OF_ADDRESS = { capacity: 30, refillPerMinute: 3 };
const newestFirst = [desc(coupons.createdAt), desc(coupons.id)] as const;

async function findCoupon(shop: Shop, code: string): Promise<Coupon | undefined> {
  const [coupon] = await shop.database
    .select()
    .from(coupons)
    .where(eq(coupons.code, normaliseCode(code)));
  return coupon;
}

/** The same rule as `couponStateOn`, in SQL. */
function isInState(shop: Shop, state: CouponState) {
  const today = dayInIndia(shop.now);
  const isStarted = and(eq(coupons.active, true), lte(coupons.validFrom, today));
  const isCurrent = and(isStarted, or(isNull(coupons.validUntil), gte(coupons.validUntil, today)));
  if (state === 'active') return isValidNow(shop);
  if (state === 'scheduled') return and(eq(coupons.active, true), gt(coupons.validFrom, today));
  if (state === 'ended') return and(isStarted, lt(coupons.validUntil, today));
  if (state === 'used-up') return and(isCurrent, gte(coupons.usedCount, coupons.usageLimit));
  return eq(coupons.active, false);
}

/** The same rule as `findCouponProblem`, in SQL. */
function isValidNow(shop: Shop) {
  const today = dayInIndia(shop.now);
  return and(
    eq(coupons.active, true),
    lte(coupons.validFrom, today),
    or(isNull(coupons.validUntil), gte(coupons.validUntil, today)),
    or(isNull(coupons.usageLimit), lt(coupons.usedCount, coupons.usageLimit)),
  );
}
