import { z } from 'zod';
import { emailSchema, nameSchema, phoneSchema } from '#app/platform/text-schemas.ts';
import { accountMessages as messages } from '#app/modules/identity/accounts/messages.ts';

/** Accepts only addresses that Better Auth accepts. */
export const email = emailSchema(messages.emailRequired, messages.emailInvalid).pipe(
  z.email({ error: messages.emailInvalid }),
);
export const password = z
  .string({ error: messages.passwordRequired })
  .min(1, { error: messages.passwordRequired, abort: true })
  .min(6, messages.passwordTooShort)
  .max(128, messages.passwordTooLong);

export const confirmPassword = z.string({ error: messages.confirmRequired }).min(1, messages.confirmRequired);
/** Compares both passwords, even when other fields are invalid. */
export const typedTwice = {
  path: ['confirmPassword'],
  error: messages.passwordsDiffer,
  when: ({ value }: { value: unknown }) =>
    Boolean((value as { confirmPassword?: unknown } | undefined)?.confirmPassword),
};
export const isSame = (form: { password: string; confirmPassword: string }) => form.confirmPassword === form.password;

export const accountSchema = z.strictObject({ name: nameSchema(messages.nameRequired), email, password });

export const guestBuyerSchema = z.strictObject({
  name: nameSchema(messages.nameRequired),
  email,
  phone: phoneSchema(),
});
export const guestPasswordSchema = z.strictObject({ password });

export const signUpSchema = accountSchema.extend({ confirmPassword }).refine(isSame, typedTwice);

export const forgotSchema = z.strictObject({ email });

export const resetSchema = z.strictObject({ password, confirmPassword }).refine(isSame, typedTwice);

const currentPassword = z.string().min(1, messages.currentPasswordRequired).max(128, messages.passwordTooLong);

export const currentPasswordSchema = z.strictObject({ currentPassword });

export const changePasswordSchema = z
  .strictObject({ currentPassword, password, confirmPassword })
  .refine(isSame, typedTwice);

export const changeEmailSchema = z.strictObject({ email, currentPassword });
