import { z } from 'zod';
import { paise } from '#app/basics/money.ts';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { MAX_MESSAGE_LENGTH } from '#app/modules/requests/requests/request.ts';
import { personSchema, postalSchema } from '#app/modules/store/shipping/address-forms.ts';
import { linkedDestinationSchema } from '#app/modules/payments/payments/refund-destination.ts';

/** A text that may stay empty. */
export const textSchema = (most: number) => z.string().trim().max(most, `At most ${most} characters`).default('');

const LENGTH_WRONG = 'A length in metres, like 2.5';

/** A length of cloth as people write it, in whole centimetres: '2.5', '2,50 m'. */
export const lengthSchema = z
  .string({ error: LENGTH_WRONG })
  .trim()
  .regex(/^\d{1,3}([.,]\d{1,2})?( ?m)?$/i, LENGTH_WRONG)
  .transform((text) => Math.round(Number.parseFloat(text.replace(',', '.')) * 100))
  .pipe(z.number().min(1, LENGTH_WRONG).max(10_000, 'At most 100 metres'));

const requireText = (message: string) => textSchema(MAX_MESSAGE_LENGTH).pipe(z.string().min(1, message));

export const messageForm = z.strictObject({
  intent: z.literal('message'),
  key: uuidSchema,
  body: textSchema(MAX_MESSAGE_LENGTH),
  /** The newest message of the other side that the page showed. */
  seen: uuidSchema.optional(),
});

/** `cancellationFee`: what was said to be kept, in paise. */
export const cancelForm = z.strictObject({
  intent: z.literal('cancel'),
  reason: textSchema(1000),
  cancellationFee: z
    .string()
    .regex(/^\d{1,12}$/)
    .transform((text) => paise(Number(text)))
    .optional(),
});

/** All that a customer can send from the page of a commission, told apart by its button. */
export const customerForms = z.discriminatedUnion('intent', [
  messageForm,
  z.strictObject({
    intent: z.literal('accept'),
    quoteId: uuidSchema,
    name: personSchema.name,
    phone: personSchema.phone,
    ...postalSchema,
    terms: z.literal('yes', { error: 'Please accept the quote and the terms' }),
  }),
  z.strictObject({
    intent: z.literal('ask-change'),
    quoteId: uuidSchema,
    text: requireText('Say what shall be different'),
  }),
  z.strictObject({ intent: z.literal('approve'), updateId: uuidSchema }),
  z.strictObject({
    intent: z.literal('want-change'),
    updateId: uuidSchema,
    changeWanted: requireText('Say what shall be different'),
  }),
  z.strictObject({ intent: z.literal('expect-fabric'), metres: lengthSchema }),
  z.strictObject({
    intent: z.literal('confirm-fabric'),
    /** When the cloth that was seen came. */
    receivedAt: z.iso
      .datetime()
      .transform((text) => new Date(text))
      .optional(),
  }),
  z.strictObject({ intent: z.literal('consent'), consent: z.enum(['yes', 'no']) }),
  cancelForm,
  z.strictObject({ intent: z.literal('withdraw') }),
  linkedDestinationSchema,
]);

export type CustomerForm = z.infer<typeof customerForms>;
