import { z } from 'zod';
import { ADMIN_ROLES } from '#app/basics/admin-role.ts';
import { emailSchema, line, optionalPinSchema, phoneSchema, postalSchema } from '#app/basics/address.ts';
import { STATES_AND_TERRITORIES } from '#app/basics/india.ts';
import { MAX_ADDRESSES } from './account.ts';
import { accountMessages as says } from './messages.ts';

const email = emailSchema(says.emailRequired, says.emailInvalid);
const password = z
  .string({ error: says.passwordRequired })
  .min(1, { error: says.passwordRequired, abort: true })
  .min(6, says.passwordTooShort)
  .max(128, says.passwordTooLong);

const confirmPassword = z.string({ error: says.confirmRequired }).min(1, says.confirmRequired);
/** Judged as soon as both are typed, whatever else is wrong; an empty second one has its own message. */
const typedTwice = {
  path: ['confirmPassword'],
  error: says.passwordsDiffer,
  when: ({ value }: { value: unknown }) =>
    Boolean((value as { confirmPassword?: unknown } | undefined)?.confirmPassword),
};
const isSame = (form: { password: string; confirmPassword: string }) => form.confirmPassword === form.password;

/** What the sign-in form sends. */
export const signInSchema = z.strictObject({ email, password });

/** What an account is made from. */
export const accountSchema = z.strictObject({ name: line(says.nameRequired, 100), email, password });

/** What the Create Account form sends: an account, its password typed twice. */
export const signUpSchema = accountSchema.extend({ confirmPassword }).refine(isSame, typedTwice);

/** What "Forgot your password?" sends. */
export const forgotSchema = z.strictObject({ email });

/** What the page behind a reset link sends. */
export const resetSchema = z.strictObject({ password, confirmPassword }).refine(isSame, typedTwice);

const phone = phoneSchema(/^(\d{10})?$/);

/** What "Send me a code" sends first. */
export const codeRequestSchema = z.strictObject({ email });

/** What the form for the mailed code sends: spaces that came with pasting don't matter. */
export const codeSchema = z.strictObject({
  email,
  code: z
    .string()
    .transform((text) => text.replaceAll(/[\s-]/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, says.codeInvalid)),
});

/** What the second step of a sign-in sends: six digits of the app, or a recovery code. */
export const secondFactorSchema = z.strictObject({
  code: z.string().trim().min(1, says.secondCodeRequired).max(40, says.secondCodeInvalid),
});

/** What the first code of a new authenticator app is sent in. */
export const firstCodeSchema = z.strictObject({ code: codeSchema.shape.code });

const currentPassword = z.string().min(1, says.currentPasswordRequired).max(128, says.passwordTooLong);

/** What is asked before the second factor changes. */
export const currentPasswordSchema = z.strictObject({ currentPassword });

/** What the form for another password sends. */
export const changePasswordSchema = z
  .strictObject({ currentPassword, password, confirmPassword })
  .refine(isSame, typedTwice);

/** What the form for another address sends. */
export const changeEmailSchema = z.strictObject({ email, currentPassword });

const optionalLine = (longest: number) =>
  z
    .string()
    .transform((text) => text.replace(/\p{Cc}+/gu, ' ').trim())
    .pipe(z.string().max(longest, `At most ${longest} characters`));

/** What the Profile tab saves: everything but the name may stay empty. */
export const profileSchema = z.strictObject({
  name: line(says.nameRequired, 100),
  phone,
  street: optionalLine(200),
  city: optionalLine(100),
  state: z.union([z.literal(''), z.enum(STATES_AND_TERRITORIES)]),
  zipCode: optionalPinSchema,
});

/** What the form of the Profile tab sends: the e-mail, too, and the password where that is another one. */
export const profileFormSchema = profileSchema.extend({
  email,
  currentPassword: z.string().max(128, says.passwordTooLong).optional(),
});

const ticked = z.literal('on').optional().transform(Boolean);

/** The five boxes of Settings: a box that isn't ticked isn't sent. */
export const customerSettingsSchema = z.strictObject({
  emailOrderUpdates: ticked,
  smsDeliveryUpdates: ticked,
  marketingEmails: ticked,
  personalizedRecommendations: ticked,
  sharePurchaseHistory: ticked,
});

// As its form has them, so that its mistakes are listed from above.
const { street, ...place } = postalSchema;

/** One of several addresses: whole enough for a parcel; the label may stay empty. */
export const savedAddressSchema = z.strictObject({
  label: optionalLine(30),
  street,
  ...place,
});

/** A removed address put back where it stood; what the profile's form left empty stays so. */
export const returnedAddressSchema = z.strictObject({
  ...profileSchema.pick({ street: true, city: true, state: true, zipCode: true }).shape,
  label: optionalLine(30),
  place: z.coerce.number().int().min(0).max(MAX_ADDRESSES),
});

/** Delete Account: the password, once more. */
export const deletionSchema = z.strictObject({
  password: z.string({ error: says.passwordRequired }).min(1, says.passwordRequired).max(128, says.passwordTooLong),
});

/** The Edit dialog of the owner's users: a box that isn't ticked isn't sent. */
export const userSchema = z.strictObject({
  name: line(says.nameRequired, 100),
  phone,
  isAdmin: z
    .literal('yes')
    .optional()
    .transform((ticked) => ticked === 'yes'),
  role: z.enum(ADMIN_ROLES).default('helper'),
});

/** What the owner's Invite dialog sends; without a role the account is a customer's. */
export const inviteSchema = z.strictObject({
  email,
  name: optionalLine(100),
  role: z
    .union([z.literal(''), z.enum(ADMIN_ROLES)])
    .transform((role) => role || undefined)
    .optional(),
});

/** What the page behind an invitation sends. */
export const invitationSchema = z
  .strictObject({ name: line(says.nameRequired, 100), password, confirmPassword })
  .refine(isSame, typedTwice);
