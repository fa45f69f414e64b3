import { z } from 'zod';
import { STATES_AND_TERRITORIES } from './india.ts';

/** A postal address as the profile keeps it: the country is fixed to India. */
export type Address = { street: string; city: string; state: string; zipCode: string; country: string };

/** Where a parcel goes and who takes it. */
export type ShippingAddress = Address & { name: string; email: string; phone: string };

/** A line a stranger typed: trimmed, without line breaks or control characters (T21), limited in length. */
export function line(required: string, longest = 200) {
  return z
    .string({ error: required })
    .transform((text) => text.replace(/\p{Cc}+/gu, ' ').trim())
    .pipe(z.string().min(1, required).max(longest, `At most ${longest} characters`));
}

export const emailSchema = (required: string, invalid: string) =>
  z
    .string({ error: required })
    .trim()
    .min(1, required)
    .max(254, invalid)
    .regex(/^[^\s@<>"',;:]+@[^\s@<>"',;:]+\.[^\s@<>"',;:.]{2,}$/u, invalid)
    .toLowerCase();

/** Of somebody who may have none: at a fair, by phone. */
export const optionalEmailSchema = z.union([z.literal(''), emailSchema('', 'Invalid email address')]).default('');

const PHONE_WRONG = 'Phone must be 10 digits';
const PIN_WRONG = 'PIN code must be 6 digits';

/** A phone as people write it, with spaces, dashes and brackets dropped: 10 digits, or what `pattern` says. */
export const phoneSchema = (pattern = /^\d{10}$/, wrong = PHONE_WRONG) =>
  z
    .string({ error: wrong })
    .transform((text) => text.replace(/[\s()-]/g, ''))
    .pipe(z.string().regex(pattern, wrong));

const typedPin = z.string({ error: 'PIN code is required' }).transform((text) => text.replace(/\s/g, ''));

/** A PIN code that may stay empty. */
export const optionalPinSchema = typedPin.pipe(z.string().regex(/^([1-9]\d{5})?$/, PIN_WRONG));

/** Who somebody is and how they are reached, where all of it is needed. */
export const personSchema = {
  name: line('Name is required', 100),
  email: emailSchema('Email is required', 'Invalid email address'),
  phone: phoneSchema(),
};

/** A place in India whole enough for a parcel. */
export const postalSchema = {
  zipCode: typedPin.pipe(
    z
      .string()
      .min(1, 'PIN code is required')
      .regex(/^[1-9]\d{5}$/, PIN_WRONG),
  ),
  street: line('Street is required'),
  city: line('City is required', 100),
  state: z.enum(STATES_AND_TERRITORIES, { error: 'State is required' }),
};

/** Checkout's rules for an address. */
export const shippingAddressSchema = z.strictObject({
  ...personSchema,
  ...postalSchema,
  country: z.literal('India', { error: 'Country is required' }).default('India'),
});
