import { z } from 'zod';
import { STATES_AND_TERRITORIES } from '#app/basics/states.ts';
import { plainCode } from '#app/basics/typed-text.ts';
import { emailSchema, line, nameSchema, phoneSchema } from '#app/platform/text-schemas.ts';

const PIN_WRONG = 'PIN code must be 6 digits';
const typedPin = z.string({ error: 'PIN code is required' }).transform((text) => plainCode(text).replace(/[\s-]/g, ''));

export const optionalPinSchema = typedPin.pipe(z.string().regex(/^([1-9]\d{5})?$/, PIN_WRONG));

export const personSchema = {
  name: nameSchema('Name is required'),
  email: emailSchema('Email is required', 'Invalid email address'),
  phone: phoneSchema(),
};

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

/** Returns undefined for an incomplete PIN code. */
export const readZipCode = (typed: string | null | undefined): string | undefined =>
  postalSchema.zipCode.safeParse(typed ?? '').data;

export const shippingAddressSchema = z.strictObject({
  ...personSchema,
  ...postalSchema,
  country: z.literal('India', { error: 'Country is required' }).default('India'),
});
