import { z } from 'zod';
import { line } from '#app/platform/text-schemas.ts';

const digits = (pattern: RegExp, wrong: string) =>
  z
    .string({ error: wrong })
    .transform((typed) => typed.replace(/\s/g, ''))
    .pipe(z.string().regex(pattern, wrong));

export const openingForms = {
  open: z.strictObject({}),
  'set-origin': z.strictObject({ country: line('Enter a country', 100) }),
  'confirm-payment': z.strictObject({
    reference: digits(/^\d{12}$/, 'Enter the 12-digit UTR of the payment, as shown by your bank'),
  }),
  'use-untested': z.strictObject({ reference: z.string().optional() }),
  'keep-payee': z.strictObject({ reference: z.string().optional() }),
  'confirm-policies': z.strictObject({}),
  'request-mail': z.strictObject({ code: z.string().optional() }),
  'confirm-mail': z.strictObject({ code: digits(/^\d{6}$/, 'Enter the 6-digit code from the email') }),
  'confirm-backup-key': z.strictObject({ key: line('Enter the key', 100) }),
  'confirm-backup': z.strictObject({ note: line('Enter where it is stored', 200) }),
};
