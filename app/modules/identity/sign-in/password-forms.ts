import { z } from 'zod';
import { emailSchema, nameSchema } from '#app/platform/text-schemas.ts';
import { accountMessages as messages } from '#app/modules/identity/accounts/messages.ts';

/** One that Better Auth takes as well. */
export const email = emailSchema(messages.emailRequired, messages.emailInvalid).pipe(
  z.email({ error: messages.emailInvalid }),
);
export const password = z
  .string({ error: messages.passwordRequired })
  .min(1, { error: messages.passwordRequired, abort: true })
  .min(6, messages.passwordTooShort)
  .max(128, messages.passwordTooLong);

export const confirmPassword = z.string({ error: messages.confirmRequired }).min(1, messages.confirmRequired);
/** Judged as soon as both are typed, whatever else is wrong; an empty second one has its own message. */
export const typedTwice = {
  path: ['confirmPassword'],
  error: messages.passwordsDiffer,
  when: ({ value }: { value: unknown }) =>
    Boolean((value as { confirmPassword?: unknown } | undefined)?.confirmPassword),
};
export const isSame = (form: { password: string; confirmPassword: string }) => form.confirmPassword === form.password;

/** What an account is made from. */
export const accountSchema = z.strictObject({ name: nameSchema(messages.nameRequired), email, password });

/** What the Create Account form sends: an account, its password typed twice. */
export const signUpSchema = accountSchema.extend({ confirmPassword }).refine(isSame, typedTwice);

/** What "Forgot your password?" sends. */
export const forgotSchema = z.strictObject({ email });

/** What the page behind a reset link sends. */
export const resetSchema = z.strictObject({ password, confirmPassword }).refine(isSame, typedTwice);

const currentPassword = z.string().min(1, messages.currentPasswordRequired).max(128, messages.passwordTooLong);

/** What is asked before the second factor changes. */
export const currentPasswordSchema = z.strictObject({ currentPassword });

/** What the form for another password sends. */
export const changePasswordSchema = z
  .strictObject({ currentPassword, password, confirmPassword })
  .refine(isSame, typedTwice);

/** What the form for another address sends. */
export const changeEmailSchema = z.strictObject({ email, currentPassword });
