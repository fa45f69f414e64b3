import { z } from 'zod';
import { optionalPinSchema, postalSchema } from '#app/modules/store/shipping/address-forms.ts';
import { nameSchema } from '#app/platform/text-schemas.ts';
import { STATES_AND_TERRITORIES } from '#app/basics/states.ts';
import { MAX_ADDRESSES } from '#app/modules/identity/accounts/account.ts';
import { measurementsSchema, optionalLine, optionalPhoneSchema } from '#app/modules/identity/accounts/forms.ts';
import { accountMessages as messages } from '#app/modules/identity/accounts/messages.ts';
import { email } from '#app/modules/identity/sign-in/password-forms.ts';

export const profileSchema = z.strictObject({
  name: nameSchema(messages.nameRequired),
  phone: optionalPhoneSchema,
  street: optionalLine(200),
  city: optionalLine(100),
  state: z.union([z.literal(''), z.enum(STATES_AND_TERRITORIES)]),
  zipCode: optionalPinSchema,
  /** Without this field, the measurements stay unchanged. */
  measurements: measurementsSchema.optional(),
});

export const profileFormSchema = profileSchema.extend({
  email,
  seen: z.string().max(64).optional(),
  currentPassword: z.string().max(128, messages.passwordTooLong).optional(),
});

// The fields have the same order as the form, so that errors are listed from the top.
const { street, ...place } = postalSchema;

export const savedAddressSchema = z.strictObject({
  label: optionalLine(30),
  street,
  ...place,
  seen: z.string().max(64).optional(),
});

export const returnedAddressSchema = z.strictObject({
  ...profileSchema.pick({ street: true, city: true, state: true, zipCode: true }).shape,
  label: optionalLine(30),
  place: z.coerce.number().int().min(0).max(MAX_ADDRESSES),
});
