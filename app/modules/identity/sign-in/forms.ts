import { z } from 'zod';
import { plainCode } from '#app/basics/typed-text.ts';
import { isUuid } from '#app/basics/uuid.ts';
import { accountMessages as messages } from '#app/modules/identity/accounts/messages.ts';
import { email, password } from './password-forms.ts';
import { phoneSchema } from '#app/platform/text-schemas.ts';

/** An e-mail, or the ten digits of a phone. */
const emailOrPhone = z.string({ error: messages.emailRequired }).transform((typed, context) => {
  const phone = phoneSchema().safeParse(typed);
  const read = phone.success ? phone : email.safeParse(typed);
  if (read.success) return read.data;
  context.addIssue({ code: 'custom', message: read.error.issues[0]!.message });
  return z.NEVER;
});

/** What the sign-in form sends. */
export const signInSchema = z.strictObject({ email: emailOrPhone, password });

/** What "Send me a code" sends first. */
export const codeRequestSchema = z.strictObject({ email });

/** What the form for the mailed code sends: spaces that came with pasting don't matter. */
export const codeSchema = z.strictObject({
  email,
  code: z
    .string()
    .transform((text) => plainCode(text).replaceAll(/[\s-]/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, messages.codeInvalid)),
});

/** What the second step of a sign-in sends: six digits of the app, or a recovery code. */
export const secondFactorSchema = z.strictObject({
  code: z
    .string()
    .transform(plainCode)
    .pipe(z.string().min(1, messages.secondCodeRequired).max(40, messages.secondCodeInvalid)),
});

/** What the first code of a new authenticator app is sent in. */
export const firstCodeSchema = z.strictObject({ code: codeSchema.shape.code });

/** What signs out devices: one by its id, or all of them, for the password of who has one. */
export const signOutDevicesSchema = z.strictObject({
  device: z
    .string({ error: messages.deviceRequired })
    .refine((device) => device === 'all' || isUuid(device), messages.deviceRequired),
  currentPassword: z.string().max(128, messages.passwordTooLong).optional(),
});
