import { z } from 'zod';
import { plainCode } from '#app/basics/typed-text.ts';
import { isUuid } from '#app/basics/uuid.ts';
import { accountMessages as messages } from '#app/modules/identity/accounts/messages.ts';
import { email, password } from './password-forms.ts';
import { phoneSchema } from '#app/platform/text-schemas.ts';

const emailOrPhone = z.string({ error: messages.emailRequired }).transform((typed, context) => {
  const phone = phoneSchema().safeParse(typed);
  const read = phone.success ? phone : email.safeParse(typed);
  if (read.success) return read.data;
  context.addIssue({ code: 'custom', message: read.error.issues[0]!.message });
  return z.NEVER;
});

export const signInSchema = z.strictObject({ email: emailOrPhone, password });

export const codeRequestSchema = z.strictObject({ email });

export const codeSchema = z.strictObject({
  email,
  code: z
    .string()
    .transform((text) => plainCode(text).replaceAll(/[\s-]/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, messages.codeInvalid)),
});

export const secondFactorSchema = z.strictObject({
  code: z
    .string()
    .transform(plainCode)
    .pipe(z.string().min(1, messages.secondCodeRequired).max(40, messages.secondCodeInvalid)),
});

export const firstCodeSchema = z.strictObject({ code: codeSchema.shape.code });

export const signOutDevicesSchema = z.strictObject({
  device: z
    .string({ error: messages.deviceRequired })
    .refine((device) => device === 'all' || isUuid(device), messages.deviceRequired),
  currentPassword: z.string().max(128, messages.passwordTooLong).optional(),
});
