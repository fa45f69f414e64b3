import { saveCoupon } from '#app/modules/orders/coupons/coupons.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { dayAgo, daysAgo } from '#samples/days.ts';

/** Two orders use up RAKHI20. WELCOME10 is the current offer. */
const COUPONS: {
  code: string;
  discountPercentage: number;
  made: number;
  from: number;
  until?: number;
  usageLimit?: number;
}[] = [
  { code: 'WELCOME10', discountPercentage: 10, made: 15, from: 120 },
  { code: 'MONSOON10', discountPercentage: 10, made: 110, from: 110, until: 65 },
  { code: 'RAKHI20', discountPercentage: 20, made: 90, from: 90, usageLimit: 2 },
  { code: 'BASANT12', discountPercentage: 12, made: 30, from: -60, until: -90 },
  { code: 'DEEPAWALI15', discountPercentage: 15, made: 20, from: 20, until: -30 },
];

export async function addSampleCoupons(shop: Shop): Promise<void> {
  for (const { code, discountPercentage, made, from, until, usageLimit } of COUPONS) {
    const saved = await saveCoupon(
      { ...shop, now: daysAgo(shop, made) },
      {
        code,
        discountPercentage,
        validFrom: dayAgo(shop, from),
        validUntil: until === undefined ? null : dayAgo(shop, until),
        usageLimit: usageLimit ?? null,
      },
    );
    if (!saved.ok) throw new Error(`the sample coupon ${code} was refused: ${saved.reason}`);
  }
}
