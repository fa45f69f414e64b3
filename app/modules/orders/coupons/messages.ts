import { formatDay } from '#app/basics/india.ts';
import { staleFormMessage } from '#app/basics/stale-form.ts';
import type { Coupon, CouponRefusal } from './coupon.ts';

export const couponMessages: Record<CouponRefusal['reason'], string> = {
  'not-signed-in': 'Please log in to apply a coupon.',
  'too-many-guesses': 'Error validating coupon',
  invalid: 'Invalid coupon code',
  'not-yet-active': 'Coupon is not yet active',
  expired: 'Coupon has expired',
  'used-up': 'Coupon usage limit reached',
};

export const COUPON_PROBLEM = 'Error validating coupon';

export const notApplied = (code: string): string => `Not applied: ${code}`;

export const offApplied = (percentage: number): string => `${percentage}% OFF Applied!`;

export const couponAdminMessages = {
  statusNotChanged: 'Failed to update coupon status',
  codeTaken: 'Another coupon already has this code',
  changedMeanwhile: staleFormMessage('This coupon'),
  endsBeforeItStarts: 'Choose a date from today on, because the coupon starts today',
  limitBelowUsed: (used: number): string =>
    `Already used ${used === 1 ? 'once' : `${used} times`}. Enter at least ${used}, or 0 for no limit`,
  thereNow: ({ code, discountPercentage, active, validFrom, validUntil, usageLimit }: Omit<Coupon, 'id'>): string => {
    const days = `${formatDay(validFrom)} to ${validUntil === null ? 'no expiry' : formatDay(validUntil)}`;
    const limit = usageLimit === null ? 'no limit' : `limit ${usageLimit.toLocaleString('en-IN')}`;
    return `Saved version: ${code}, ${discountPercentage}% off, ${days}, ${limit}, ${active ? 'active' : 'inactive'}`;
  },
  confirmDeletion: 'Are you sure you want to delete this coupon? This action cannot be undone.',
  saved: 'Coupon saved.',
  deleted: 'Coupon deleted.',
} as const;
