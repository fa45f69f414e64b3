import type { Refused } from '#app/basics/result.ts';
import type { coupons } from './tables.server.ts';
import { plainCode } from '#app/basics/typed-text.ts';

/** Days are in India ('YYYY-MM-DD') and inclusive. */
export type Coupon = typeof coupons.$inferSelect;

export type CouponRefusal = Refused<
  'not-signed-in' | 'too-many-guesses' | 'invalid' | 'not-yet-active' | 'expired' | 'used-up',
  undefined
>;

export const normaliseCode = (code: string): string => plainCode(code).toUpperCase();

export const COUPON_STATES = ['active', 'scheduled', 'used-up', 'ended', 'inactive'] as const;
/** `active`: can be used today. The next three: switched on, but cannot be used today. */
export type CouponState = (typeof COUPON_STATES)[number];

const STATE_OF = {
  'not-yet-active': 'scheduled',
  expired: 'ended',
  'used-up': 'used-up',
  invalid: 'inactive',
} as const satisfies Record<NonNullable<ReturnType<typeof findCouponProblem>>, CouponState>;

export function couponStateOn(today: string, coupon: Parameters<typeof findCouponProblem>[0]): CouponState {
  const problem = findCouponProblem(coupon, today);
  return problem ? STATE_OF[problem] : 'active';
}

export function findCouponProblem(
  coupon: Pick<Coupon, 'active' | 'validFrom' | 'validUntil' | 'usageLimit' | 'usedCount'> | undefined,
  today: string,
): 'invalid' | 'not-yet-active' | 'expired' | 'used-up' | undefined {
  if (!coupon?.active) return 'invalid';
  if (today < coupon.validFrom) return 'not-yet-active';
  if (coupon.validUntil !== null && today > coupon.validUntil) return 'expired';
  if (coupon.usageLimit !== null && coupon.usedCount >= coupon.usageLimit) return 'used-up';
  return undefined;
}
