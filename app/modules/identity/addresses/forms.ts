import { z } from 'zod';
import { optionalPinSchema, postalSchema } from '#app/modules/store/shipping/address-forms.ts';
import { nameSchema } from '#app/platform/text-schemas.ts';
import { STATES_AND_TERRITORIES } from '#app/basics/states.ts';
import { MAX_ADDRESSES } from '#app/modules/identity/accounts/account.ts';
import { measurementsSchema, optionalLine, optionalPhoneSchema } from '#app/modules/identity/accounts/forms.ts';
import { accountMessages as messages } from '#app/modules/identity/accounts/messages.ts';
import { email } from '#app/modules/identity/sign-in/password-forms.ts';

/** What the Profile tab saves: everything but the name may stay empty. */
export const profileSchema = z.strictObject({
  name: nameSchema(messages.nameRequired),
  phone: optionalPhoneSchema,
  street: optionalLine(200),
  city: optionalLine(100),
  state: z.union([z.literal(''), z.enum(STATES_AND_TERRITORIES)]),
  zipCode: optionalPinSchema,
  /** A form that doesn't ask for them leaves them as they are. */
  measurements: measurementsSchema.optional(),
});

/** What the form of the Profile tab sends: the e-mail, too, and the password where that or the phone is another one. */
export const profileFormSchema = profileSchema.extend({
  email,
  /** What its address and measurements stood at when it was shown, by `digestProfile`. */
  seen: z.string().max(64).optional(),
  currentPassword: z.string().max(128, messages.passwordTooLong).optional(),
});

// As its form has them, so that its mistakes are listed from above.
const { street, ...place } = postalSchema;

/** One of several addresses: whole enough for a parcel; the label may stay empty. */
export const savedAddressSchema = z.strictObject({
  label: optionalLine(30),
  street,
  ...place,
  /** What it stood at when it was shown, by `digestAddress`. */
  seen: z.string().max(64).optional(),
});

/** A removed address put back where it stood; what the profile's form left empty stays so. */
export const returnedAddressSchema = z.strictObject({
  ...profileSchema.pick({ street: true, city: true, state: true, zipCode: true }).shape,
  label: optionalLine(30),
  place: z.coerce.number().int().min(0).max(MAX_ADDRESSES),
});
