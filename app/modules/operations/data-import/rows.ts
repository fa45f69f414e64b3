import { z } from 'zod';
import type { Address, ShippingAddress } from '#app/basics/address.ts';
import { dayInIndia as dayOf } from '#app/basics/india.ts';
import { STATES_AND_TERRITORIES } from '#app/basics/states.ts';
import { times, sum } from '#app/basics/money.ts';
import { toOneLine } from '#app/basics/one-line.ts';
import { PAYMENT_METHODS } from '#app/basics/payment-methods.ts';
import { bareIndianNumber } from '#app/basics/phone.ts';
import { done, refused, type Refused, type Result } from '#app/basics/result.ts';
import { MAX_OF_ONE_LINE } from '#app/modules/orders/cart/guest-cart.ts';
import { couponSchema } from '#app/modules/orders/coupons/forms.ts';
import { email } from '#app/modules/identity/sign-in/password-forms.ts';
import { ORDER_STATUSES, PAYMENT_STATUSES } from '#app/modules/orders/orders/order.ts';
import {
  amount,
  json,
  moment,
  readAmount,
  requiredAmount,
  requiredMoment,
  requiredText,
  text,
  truth,
  wholeNumber,
} from './cells.ts';
import type { SourceRow } from './source.ts';

/** Reads a text, limits its length and removes control characters except line breaks. */
const short = (length: number) =>
  text.transform((value) => value?.replace(/[^\P{Cc}\n]/gu, ' ').slice(0, length) ?? null);

const part = (value: unknown, length: number): string =>
  toOneLine(typeof value === 'string' || typeof value === 'number' ? String(value) : '').slice(0, length);

const toPhone = (value: unknown): string => bareIndianNumber(part(value, 30));

const toState = (value: unknown): string => {
  const written = part(value, 100);
  return STATES_AND_TERRITORIES.find((state) => state.toLowerCase() === written.toLowerCase()) ?? written;
};

const looseObject = z.record(z.string(), z.unknown(), { error: 'is not an object' }).nullable();

const postalOf = (from: Record<string, unknown>): Address => ({
  street: part(from.street, 200),
  city: part(from.city, 100),
  state: toState(from.state),
  zipCode: part(from.zipCode ?? from.zip_code, 20),
  country: 'India',
});

const addressCell = json(looseObject).transform((from) => {
  const address = from && postalOf(from);
  return address && [address.street, address.city, address.state, address.zipCode].some(Boolean) ? address : null;
});

const shippingCell = json(looseObject).transform(
  (from): ShippingAddress | null =>
    from && {
      name: part(from.name, 100),
      email: part(from.email, 254).toLowerCase(),
      phone: toPhone(from.phone),
      ...postalOf(from),
    },
);

const metadata = json(looseObject).transform((from) => ({
  name: part(from?.name ?? '', 100) || part(from?.full_name ?? '', 100),
}));

export const userSchema = z.object({
  id: requiredText,
  email: text,
  encrypted_password: text,
  email_confirmed_at: moment,
  confirmed_at: moment,
  raw_user_meta_data: metadata,
  banned_until: moment,
  deleted_at: moment,
  created_at: moment,
  updated_at: moment,
});

export const profileSchema = z.object({
  id: requiredText,
  name: short(100),
  email: text,
  phone: text.transform((value) => (value === null ? null : toPhone(value) || null)),
  address: addressCell,
  is_admin: truth,
  created_at: moment,
  updated_at: moment,
});

export const personEmailSchema = email;

export const mediaSchema = z.object({
  id: requiredText,
  public_url: text,
  original_filename: text,
  filename: text,
});

const orderItem = z.object(
  {
    artwork_id: z.union([z.string(), z.number()], { error: 'an item has no artwork_id' }).transform(String),
    title: z.string({ error: 'an item has no title' }).trim().min(1, 'an item has no title').max(500),
    price: z.union([z.number(), z.string()], { error: 'an item has no price' }).transform((value, context) => {
      const read = readAmount(String(value));
      if (read === undefined)
        context.addIssue({ code: 'custom', message: `the price of an item is not an amount: ${value}` });
      return read ?? (0 as never);
    }),
    quantity: z.coerce
      .number('an item has no quantity')
      .int('a quantity is not a whole number')
      .min(1, 'a quantity is below 1')
      .max(100_000),
    image: z
      .string()
      .nullish()
      .transform((value) => value?.trim() ?? ''),
  },
  { error: 'an item is not an object' },
);

export const orderSchema = z
  .object({
    id: requiredText,
    user_id: text,
    items: json(z.array(orderItem, { error: 'is not a list' }).min(1, 'is empty')),
    subtotal: requiredAmount,
    discount_amount: amount,
    coupon_code: text.transform((code) => code?.toUpperCase() ?? null),
    shipping_cost: amount,
    gst_amount: amount,
    total: requiredAmount,
    shipping_address: shippingCell,
    payment_method: text.transform((method) => method?.toLowerCase() ?? null),
    payment_status: requiredText.pipe(
      z.enum(PAYMENT_STATUSES, { error: `is not one of ${PAYMENT_STATUSES.join(', ')}` }),
    ),
    payment_reference_id: text,
    status: requiredText.pipe(z.enum(ORDER_STATUSES, { error: `is not one of ${ORDER_STATUSES.join(', ')}` })),
    customer_name: short(100),
    customer_email: text.transform((value) => value?.toLowerCase() ?? null),
    created_at: requiredMoment,
    updated_at: moment,
  })
  .superRefine((order, context) => {
    const items = sum(order.items.map(({ price, quantity }) => times(price, quantity)));
    if (items !== order.subtotal)
      context.addIssue({ code: 'custom', path: ['subtotal'], message: 'isn’t the sum of the items' });
    if (order.discount_amount > order.subtotal)
      context.addIssue({ code: 'custom', path: ['discount_amount'], message: 'is more than the subtotal' });
    else if (order.total !== order.subtotal - order.discount_amount + order.shipping_cost + order.gst_amount)
      context.addIssue({
        code: 'custom',
        path: ['total'],
        message: 'isn’t the subtotal less discount, plus shipping and GST',
      });
  });

export const paymentSchema = z.object({
  id: requiredText,
  order_id: requiredText,
  amount: requiredAmount,
  reference_id: text,
  status: requiredText.pipe(
    z.enum(['pending', 'success', 'failed'], { error: 'is not one of pending, success, failed' }),
  ),
  created_at: requiredMoment,
});

export const paymentOrderSchema = z.object({ order_id: requiredText, payment_id: text, status: text });

const day = moment.transform((at) => at && dayOf(at));

export const couponRowSchema = z
  .object({
    id: requiredText,
    code: requiredText,
    discount_percentage: requiredText,
    active: truth,
    valid_from: day,
    valid_until: day,
    usage_limit: text,
    used_count: text.transform((value) => value ?? '0').pipe(wholeNumber),
    created_at: requiredMoment,
  })
  .transform((row, context) => {
    const validFrom = row.valid_from ?? dayOf(row.created_at);
    const read = couponSchema.safeParse({
      code: row.code,
      discountPercentage: row.discount_percentage,
      active: row.active,
      validFrom,
      validUntil: row.valid_until,
      usageLimit: row.usage_limit ?? '',
    });
    if (!read.success) {
      for (const { path, message } of read.error.issues) context.addIssue({ code: 'custom', path: [...path], message });
      return z.NEVER;
    }
    const { id: _id, ...fields } = read.data;
    return { ...fields, validFrom, id: row.id, usedCount: row.used_count, createdAt: row.created_at };
  });

export const requestSchema = z.object({
  id: requiredText,
  artwork_id: text,
  name: requiredText.transform((value) => part(value, 100)),
  email: requiredText.transform((value) => value.toLowerCase()),
  phone: text.transform((value) => toPhone(value)),
  message: short(10_000).transform((value) => value ?? ''),
  shipping_address: shippingCell,
  status: text,
  created_at: requiredMoment,
});

export const wishSchema = z.object({
  user_id: requiredText,
  artwork_id: requiredText,
  created_at: moment,
  date_added: moment,
});

export const cartSchema = z.object({
  user_id: requiredText,
  artwork_id: requiredText,
  quantity: wholeNumber.pipe(z.number().min(1, 'is below 1').max(MAX_OF_ONE_LINE, `is above ${MAX_OF_ONE_LINE}`)),
  created_at: moment,
});

export const isPaymentMethod = (method: string | null): method is (typeof PAYMENT_METHODS)[number] =>
  (PAYMENT_METHODS as readonly (string | null)[]).includes(method);

export function readRow<Schema extends z.ZodType>(
  schema: Schema,
  { cells, problem }: SourceRow,
): Result<z.output<Schema>, Refused<'unreadable', string>> {
  if (problem !== undefined) return refused('unreadable', problem);
  const read = schema.safeParse(cells);
  if (read.success) return done(read.data);
  const reasons = read.error.issues.map(({ path, message }) => `${String(path[0] ?? 'row')} ${message}`);
  return refused('unreadable', [...new Set(reasons)].join('; '));
}
