import { z } from 'zod';
import { nameSchema } from '#app/platform/text-schemas.ts';
import { ADMIN_ROLES } from '#app/platform/admin-role.ts';
import { optionalLine, optionalPhoneSchema } from '#app/modules/identity/accounts/forms.ts';
import { accountMessages as messages } from '#app/modules/identity/accounts/messages.ts';
import { confirmPassword, email, isSame, password, typedTwice } from '#app/modules/identity/sign-in/password-forms.ts';

export const userNoteSchema = z.strictObject({
  note: z
    .string()
    .transform((typed) => typed.replace(/\r\n?/g, '\n').trim())
    .pipe(z.string().max(2000, 'At most 2,000 characters')),
  seen: z.string().max(64),
});

export const deletionSchema = z.strictObject({
  password: z
    .string({ error: messages.passwordRequired })
    .min(1, messages.passwordRequired)
    .max(128, messages.passwordTooLong),
});

export const userSchema = z.strictObject({
  name: nameSchema(messages.nameRequired),
  phone: optionalPhoneSchema,
  isAdmin: z
    .literal('yes')
    .optional()
    .transform((ticked) => ticked === 'yes'),
  role: z.enum(ADMIN_ROLES).default('helper'),
  seen: z.string().max(64).optional(),
});

/** Without a role, the invitation creates a customer's account. */
export const inviteSchema = z.strictObject({
  email,
  name: optionalLine(100),
  role: z
    .union([z.literal(''), z.enum(ADMIN_ROLES)])
    .transform((role) => role || undefined)
    .optional(),
});

export const invitationSchema = z
  .strictObject({ name: nameSchema(messages.nameRequired), password, confirmPassword })
  .refine(isSame, typedTwice);
