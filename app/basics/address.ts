import { z } from 'zod';
import { STATES_AND_TERRITORIES } from './india.ts';

/** A postal address as the profile keeps it (S1 §3): the country is fixed to India. */
export type Address = { street: string; city: string; state: string; zipCode: string; country: string };

/** Where a parcel goes and who takes it (S1 §3). */
export type ShippingAddress = Address & { name: string; email: string; phone: string };

/** A line a stranger typed: trimmed, without line breaks or control characters (T21), limited in length. */
export function line(required: string, longest = 200) {
  return z
    .string({ error: required })
    .transform((text) => text.replace(/\p{Cc}+/gu, ' ').trim())
    .pipe(z.string().min(1, required).max(longest, `At most ${longest} characters`));
}

export const emailShape = (required: string, invalid: string) =>
  z
    .string({ error: required })
    .trim()
    .min(1, required)
    .max(254, invalid)
    .regex(/^[^\s@<>"',;:]+@[^\s@<>"',;:]+\.[^\s@<>"',;:.]{2,}$/u, invalid)
    .toLowerCase();

/** Checkout's rules for an address, with the messages of S1 §5. Spaces and dashes typed into a phone are dropped. */
export const shippingAddressShape = z.strictObject({
  name: line('Name is required', 100),
  email: emailShape('Email is required', 'Invalid email address'),
  phone: z
    .string({ error: 'Phone must be 10 digits' })
    .transform((text) => text.replace(/[\s()-]/g, ''))
    .pipe(z.string().regex(/^\d{10}$/, 'Phone must be 10 digits')),
  zipCode: z
    .string({ error: 'PIN code is required' })
    .transform((text) => text.replace(/\s/g, ''))
    .pipe(
      z
        .string()
        .min(1, 'PIN code is required')
        .regex(/^[1-9]\d{5}$/, 'PIN code must be 6 digits'),
    ),
  street: line('Street is required'),
  city: line('City is required', 100),
  state: z.enum(STATES_AND_TERRITORIES, { error: 'State is required' }),
  country: z.literal('India', { error: 'Country is required' }).default('India'),
});
