import { z } from 'zod';
import { contrast, HEX_COLOUR } from '#app/basics/colour.ts';
import { GST_RATE_WRONG, GST_RATES, HSN, HSN_WRONG } from '#app/basics/gst-rates.ts';
import type { Paise } from '#app/basics/money.ts';
import { plainCode } from '#app/basics/typed-text.ts';

export const text = z.string().trim().min(1, 'Enter some text').max(500, 'At most 500 characters');

export const longText = z.string().trim().min(1, 'Enter some text').max(3000, 'At most 3,000 characters');

const TEXT_ON_BRAND = '#fbf4e6';

export const brandColour = z
  .string()
  .trim()
  .toLowerCase()
  .regex(HEX_COLOUR, 'Enter a colour, like #8c2f1d')
  .refine(
    (colour) => !HEX_COLOUR.test(colour) || contrast(colour, TEXT_ON_BRAND) >= 4.5,
    'Choose a darker colour, so that light text on it is readable',
  );

export const count = z.int('A whole number').min(0, 'A whole number').max(1_000_000_000, 'Too large');

export const money = z
  .int('Enter an amount in rupees')
  .min(0, 'Enter an amount in rupees')
  .max(100_000_000_000, 'Too large')
  .transform((amount) => amount as Paise);

/** The shop counts these days one by one, so the number is limited. */
const upToAYear = count.max(365, 'At most 365');

export const days = z
  .strictObject({ from: upToAYear, to: upToAYear })
  .refine((span) => span.from <= span.to, { path: ['to'], message: 'Enter a number that is not less than the first' });

export const email = z.email('Enter an email address, like name@shop.in').max(254, 'At most 254 characters');

export const phone = z
  .string()
  .transform(plainCode)
  .pipe(z.string().regex(/^\+?[0-9][0-9 -]{6,18}$/, 'Enter digits, spaces and dashes only'));

export const pinPrefixes = z
  .array(z.string().regex(/^[1-9]\d{0,5}$/, 'Enter the first 1–6 digits of PIN codes'))
  .max(500, 'At most 500');

export const zone = z.strictObject({
  name: text,
  places: text,
  businessDays: days,
  cost: money,
  /** Shipping is free above this total after discount; null means never free. */
  freeAbove: money.nullable(),
  /** The zone with the longest match applies. A zone without prefixes includes all other PIN codes. */
  pinPrefixes,
  unserved: z.boolean().default(false),
  takesCash: z.boolean().default(false),
});

export type ShippingZone = z.infer<typeof zone>;

export const SELLER_STATUSES = ['unregistered', 'composition', 'regular'] as const;

export const gst = (rate: number, hsn: string) =>
  z
    .strictObject({
      rate: z
        .number('Enter a rate, like 5')
        .refine((each) => (GST_RATES as readonly number[]).includes(each), GST_RATE_WRONG)
        .default(rate),
      hsn: z.string().trim().regex(HSN, HSN_WRONG).default(hsn),
    })
    .prefault({});

export const day = z.iso.date('Pick a day');

export const holiday = z
  .strictObject({ from: day, to: day, reason: text })
  .refine((span) => span.from <= span.to, { path: ['to'], message: 'Enter a last day that is not before the first' });

export type Holiday = z.infer<typeof holiday>;

export const workHours = count.min(1, 'At least 1').max(1000, 'At most 1000');
