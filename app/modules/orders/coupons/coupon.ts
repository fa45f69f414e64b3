import type { Refused } from '#app/basics/result.ts';
import type { coupons } from './tables.server.ts';
import { plainCode } from '#app/basics/typed-text.ts';

/** A discount in percent of the subtotal. Days are days in India, 'YYYY-MM-DD', the last one included. */
export type Coupon = typeof coupons.$inferSelect;

export type CouponRefusal = Refused<
  'not-signed-in' | 'too-many-guesses' | 'invalid' | 'not-yet-active' | 'expired' | 'used-up',
  undefined
>;

/** Returns a code in upper case, without invisible characters. */
export const normaliseCode = (code: string): string => plainCode(code).toUpperCase();

/** Returns why a coupon is invalid on a day in India; undefined when it is valid. */
export function whyNot(
  coupon: Pick<Coupon, 'active' | 'validFrom' | 'validUntil' | 'usageLimit' | 'usedCount'> | undefined,
  today: string,
): 'invalid' | 'not-yet-active' | 'expired' | 'used-up' | undefined {
  if (!coupon?.active) return 'invalid';
  if (today < coupon.validFrom) return 'not-yet-active';
  if (coupon.validUntil !== null && today > coupon.validUntil) return 'expired';
  if (coupon.usageLimit !== null && coupon.usedCount >= coupon.usageLimit) return 'used-up';
  return undefined;
}
