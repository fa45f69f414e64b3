import { z } from 'zod';
import { line } from '#app/platform/text-schemas.ts';

const digits = (pattern: RegExp, wrong: string) =>
  z
    .string({ error: wrong })
    .transform((typed) => typed.replace(/\s/g, ''))
    .pipe(z.string().regex(pattern, wrong));

/** What the page of opening day sends, each by its `intent`. */
export const openingForms = z.discriminatedUnion('intent', [
  z.strictObject({ intent: z.literal('open') }),
  z.strictObject({ intent: z.literal('set-origin'), country: line('Write a country', 100) }),
  z.strictObject({
    intent: z.literal('confirm-payment'),
    /** The bank's own of the ₹1 that arrived. */
    reference: digits(/^\d{12}$/, 'The 12 digits of the UTR, as your bank shows the payment'),
  }),
  // Their buttons stand in the form of the reference.
  z.strictObject({
    intent: z.literal('use-untested'),
    reference: z.string().optional(),
  }),
  z.strictObject({
    intent: z.literal('keep-payee'),
    reference: z.string().optional(),
  }),
  z.strictObject({ intent: z.literal('confirm-policies') }),
  // Its button stands in the form of the code.
  z.strictObject({ intent: z.literal('request-mail'), code: z.string().optional() }),
  z.strictObject({ intent: z.literal('confirm-mail'), code: digits(/^\d{6}$/, 'The 6 digits of the mail') }),
  z.strictObject({
    intent: z.literal('set-away'),
    /** A day, or nothing for who is back. */
    until: z.union([z.literal('').transform(() => null), z.iso.date('Pick a day')]),
  }),
  z.strictObject({ intent: z.literal('confirm-backup-key'), key: line('Type the key', 100) }),
  z.strictObject({ intent: z.literal('confirm-backup'), note: line('Write where it lies', 200) }),
]);
export type OpeningForm = z.output<typeof openingForms>;
