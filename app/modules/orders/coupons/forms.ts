import { z } from 'zod';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { normaliseCode } from './coupon.ts';

const day = z.iso.date('Choose a date');
const emptyAsNull = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' || value === undefined ? null : value), schema.nullable());

const fields = {
  code: z
    .string({ error: 'Code is required' })
    .transform(normaliseCode)
    .pipe(
      z
        .string()
        .min(1, 'Code is required')
        .max(40, 'Code must be 40 characters or fewer')
        .regex(/^[^\s\p{Cc}]+$/u, 'Code must not contain spaces'),
    ),
  discountPercentage: z
    .union([z.number(), z.string().trim().min(1, 'Discount Percentage is required')])
    .pipe(z.coerce.number('Discount Percentage is required'))
    .pipe(
      z
        .number()
        .gt(0, 'Enter a percentage above 0, up to 100')
        .max(100, 'Enter a percentage above 0, up to 100')
        .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'Enter at most two decimals'),
    ),
  validFrom: emptyAsNull(day),
  validUntil: emptyAsNull(day),
  usageLimit: emptyAsNull(
    z.coerce
      .number('Enter a whole number')
      .int('Enter a whole number')
      .min(0, 'Enter a whole number')
      .max(1_000_000_000, 'Enter a smaller number'),
  ).transform((limit) => limit || null),
  seen: z.string().max(64).optional(),
};
const inOrder = {
  holds: (coupon: { validFrom: string | null; validUntil: string | null }) =>
    coupon.validFrom === null || coupon.validUntil === null || coupon.validUntil >= coupon.validFrom,
  otherwise: { path: ['validUntil'], message: 'The last day comes after the first' },
};

/** 0 or an empty limit means unlimited. */
export const couponSchema = z
  .strictObject({
    id: z.preprocess((value) => (value === '' ? undefined : value), uuidSchema.optional()),
    ...fields,
    active: z.boolean().default(true),
  })
  .refine(inOrder.holds, inOrder.otherwise);

/** Browsers omit empty checkboxes. */
export const couponForm = z
  .strictObject({
    ...fields,
    active: z
      .literal('yes')
      .optional()
      .transform((ticked) => ticked === 'yes'),
  })
  .refine(inOrder.holds, inOrder.otherwise);

export type CouponInput = {
  id?: string;
  code: string;
  discountPercentage: number | string;
  active?: boolean;
  validFrom?: string | null;
  validUntil?: string | null;
  usageLimit?: number | string | null;
  seen?: string | undefined;
};

export const codeSchema = z.string().max(100).transform(normaliseCode);
