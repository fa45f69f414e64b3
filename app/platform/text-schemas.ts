import { z } from 'zod';
import { bareIndianNumber } from '#app/basics/phone.ts';
import { plainCode, plainLine } from '#app/basics/typed-text.ts';
import { containsWebAddress } from '#app/basics/web-address.ts';

/** Accepts one line without invisible characters (T21). */
export function line(required: string, maxLength = 200) {
  return z
    .string({ error: required })
    .transform(plainLine)
    .pipe(z.string().min(1, required).max(maxLength, `At most ${maxLength} characters`));
}

const NAME_WITH_ADDRESS = 'Enter a name without a web address';

/** Emails show names to other people, so a name must not contain a web address. */
export const nameSchema = (required: string) =>
  line(required, 100).refine((name) => !containsWebAddress(name), NAME_WITH_ADDRESS);

export const emailSchema = (required: string, invalid: string) =>
  z
    .string({ error: required })
    .transform(plainCode)
    .pipe(
      z
        .string()
        .min(1, required)
        .max(254, invalid)
        .regex(/^[^\s@<>"',;:]+@[^\s@<>"',;:]+\.[^\s@<>"',;:.]{2,}$/u, invalid)
        .toLowerCase(),
    );

/** Customers at a fair or on the phone may not have an email address. */
export const optionalEmailSchema = z.union([z.literal(''), emailSchema('', 'Invalid email address')]).default('');

const PHONE_WRONG = 'Phone must be 10 digits';

/** Accepts an Indian mobile number with or without its prefix, or a number that matches `pattern`. */
export const phoneSchema = (pattern = /^[6-9]\d{9}$/) =>
  z.string({ error: PHONE_WRONG }).transform(bareIndianNumber).pipe(z.string().regex(pattern, PHONE_WRONG));

export const anyPhoneSchema = (wrong = PHONE_WRONG) =>
  z
    .string({ error: wrong })
    .transform((typed) => bareIndianNumber(typed).replace(/^00/, '+'))
    .pipe(z.string().regex(/^(?:[6-9]\d{9}|\+(?!91)[1-9]\d{7,14})?$/, wrong));
