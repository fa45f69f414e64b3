import { z } from 'zod';
import { ADMIN_ROLES } from '#app/basics/admin-role.ts';
import { emailShape, line, optionalPinShape, phoneShape, postalShape } from '#app/basics/address.ts';
import { STATES_AND_TERRITORIES } from '#app/basics/india.ts';
import { MOST_ADDRESSES } from './account.ts';
import { accountMessages as says } from './messages.ts';

const email = emailShape(says.emailRequired, says.emailInvalid);
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

/** What the sign-in form sends (S1 §5). */
export const signInShape = z.strictObject({ email, password });

/** What an account is made from (S1 §5). */
export const accountShape = z.strictObject({ name: line(says.nameRequired, 100), email, password });

/** What the Create Account form sends: an account, its password typed twice (S1 §5). */
export const signUpShape = accountShape.extend({ confirmPassword }).refine(isSame, typedTwice);

/** What "Forgot your password?" sends. */
export const forgotShape = z.strictObject({ email });

/** What the page behind a reset link sends. */
export const resetShape = z.strictObject({ password, confirmPassword }).refine(isSame, typedTwice);

const phone = phoneShape(/^(\d{10})?$/);

/** What "Send me a code" sends first. */
export const codeRequestShape = z.strictObject({ email });

/** What the form for the mailed code sends: spaces that came with pasting don't matter. */
export const codeShape = z.strictObject({
  email,
  code: z
    .string()
    .transform((text) => text.replaceAll(/[\s-]/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, says.codeInvalid)),
});

/** What the second step of a sign-in sends: six digits of the app, or a recovery code. */
export const secondFactorShape = z.strictObject({
  code: z.string().trim().min(1, says.secondCodeRequired).max(40, says.secondCodeInvalid),
});

/** What the first code of a new authenticator app is sent in. */
export const firstCodeShape = z.strictObject({ code: codeShape.shape.code });

const currentPassword = z.string().min(1, says.currentPasswordRequired).max(128, says.passwordTooLong);

/** What is asked before the second factor changes. */
export const currentPasswordShape = z.strictObject({ currentPassword });

/** What the form for another password sends. */
export const changePasswordShape = z
  .strictObject({ currentPassword, password, confirmPassword })
  .refine(isSame, typedTwice);

/** What the form for another address sends. */
export const changeEmailShape = z.strictObject({ email, currentPassword });

const optionalLine = (longest: number) =>
  z
    .string()
    .transform((text) => text.replace(/\p{Cc}+/gu, ' ').trim())
    .pipe(z.string().max(longest, `At most ${longest} characters`));

/** What the Profile tab saves (S2 §2): everything but the name may stay empty. */
export const profileShape = z.strictObject({
  name: line(says.nameRequired, 100),
  phone,
  street: optionalLine(200),
  city: optionalLine(100),
  state: z.union([z.literal(''), z.enum(STATES_AND_TERRITORIES)]),
  zipCode: optionalPinShape,
});

/** What the form of the Profile tab sends: the e-mail, too (S2 §2), and the password where that is another one. */
export const profileFormShape = profileShape.extend({
  email,
  currentPassword: z.string().max(128, says.passwordTooLong).optional(),
});

const ticked = z.literal('on').optional().transform(Boolean);

/** The five boxes of Settings (S2 §2): a box that isn't ticked isn't sent. */
export const customerSettingsShape = z.strictObject({
  emailOrderUpdates: ticked,
  smsDeliveryUpdates: ticked,
  marketingEmails: ticked,
  personalizedRecommendations: ticked,
  sharePurchaseHistory: ticked,
});

// As its form has them, so that its mistakes are listed from above.
const { street, ...place } = postalShape;

/** One of several addresses: whole enough for a parcel; the label may stay empty. */
export const savedAddressShape = z.strictObject({
  label: optionalLine(30),
  street,
  ...place,
});

/** A removed address put back where it stood; what the profile's form left empty stays so. */
export const returnedAddressShape = z.strictObject({
  ...profileShape.pick({ street: true, city: true, state: true, zipCode: true }).shape,
  label: optionalLine(30),
  place: z.coerce.number().int().min(0).max(MOST_ADDRESSES),
});

/** Delete Account: the password, once more. */
export const deletionShape = z.strictObject({
  password: z.string({ error: says.passwordRequired }).min(1, says.passwordRequired).max(128, says.passwordTooLong),
});

/** The Edit dialog of the owner's users (S2 §2): a box that isn't ticked isn't sent. */
export const userShape = z.strictObject({
  name: line(says.nameRequired, 100),
  phone,
  isAdmin: z
    .literal('yes')
    .optional()
    .transform((ticked) => ticked === 'yes'),
  role: z.enum(ADMIN_ROLES).default('helper'),
});

/** What the owner's Invite dialog sends; without a role the account is a customer's. */
export const inviteShape = z.strictObject({
  email,
  name: optionalLine(100),
  role: z
    .union([z.literal(''), z.enum(ADMIN_ROLES)])
    .transform((role) => role || undefined)
    .optional(),
});

/** What the page behind an invitation sends. */
export const invitationShape = z
  .strictObject({ name: line(says.nameRequired, 100), password, confirmPassword })
  .refine(isSame, typedTwice);
