import { z } from 'zod';
import { nameSchema } from '#app/platform/text-schemas.ts';
import { ADMIN_ROLES } from '#app/platform/admin-role.ts';
import { optionalLine, optionalPhoneSchema } from '#app/modules/identity/accounts/forms.ts';
import { accountMessages as messages } from '#app/modules/identity/accounts/messages.ts';
import { confirmPassword, email, isSame, password, typedTwice } from '#app/modules/identity/sign-in/password-forms.ts';

/** Delete Account: the password, once more. */
export const deletionSchema = z.strictObject({
  password: z
    .string({ error: messages.passwordRequired })
    .min(1, messages.passwordRequired)
    .max(128, messages.passwordTooLong),
});

/** The Edit dialog of the owner's users: a box that isn't ticked isn't sent. */
export const userSchema = z.strictObject({
  name: nameSchema(messages.nameRequired),
  phone: optionalPhoneSchema,
  isAdmin: z
    .literal('yes')
    .optional()
    .transform((ticked) => ticked === 'yes'),
  role: z.enum(ADMIN_ROLES).default('helper'),
  /** What the form was made from (`digestUser`). */
  seen: z.string().max(64).optional(),
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
  .strictObject({ name: nameSchema(messages.nameRequired), password, confirmPassword })
  .refine(isSame, typedTwice);
