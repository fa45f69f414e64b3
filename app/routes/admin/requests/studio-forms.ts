import { z } from 'zod';
import { rupeesSchema } from '#app/basics/rupees-schema.ts';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { STAGES } from '#app/modules/requests/requests/request.ts';
import { replySchema } from '#app/routes/admin/shared/reply-form.tsx';
import { cancelForm, lengthSchema, messageForm, textSchema } from '#app/routes/requests/customer-forms.ts';
import { shippingAddressSchema } from '#app/modules/store/shipping/address-forms.ts';

const wholeNumber = (from: number, to: number) => {
  const message = `A whole number from ${from} to ${to}`;
  return z
    .string({ error: message })
    .trim()
    .regex(/^\d{1,4}$/, message)
    .transform(Number)
    .pipe(z.number().min(from, message).max(to, message));
};
const ADVANCE_WRONG = 'Enter the advance in rupees with at most two decimals, such as 1450 or 1450.50.';
const ticked = z
  .literal('yes')
  .optional()
  .transform((value) => value === 'yes');

/** What the owner settles when a request becomes an order: how many, at which price a piece, and where it goes. */
const acceptSchema = z.strictObject({
  quantity: z
    .string({ error: 'Write how many' })
    .regex(/^\d{1,3}$/, 'Write how many')
    .transform(Number)
    .pipe(z.number().min(1, 'Write how many')),
  price: rupeesSchema('Write the price of one piece in rupees').refine(
    (price) => price > 0,
    'Write the price of one piece in rupees',
  ),
  ...shippingAddressSchema.shape,
  /** The state that the owner was warned of, where a composition seller may not deliver. */
  warnedState: z.string().max(60).optional(),
});

/** The studio's notes on a request, and the price it named. */
const requestNoteSchema = z.strictObject({
  notes: z.string().trim().max(4000, 'At most 4000 characters'),
  quote: z.union([
    z.literal('').transform(() => null),
    rupeesSchema('Write the price in rupees').refine((price) => price > 0, 'Write the price in rupees'),
  ]),
  /** What the form was made from (`seenNotes`). */
  seen: z.string().max(64).optional(),
});

/** All that the studio can send from the page of a request, told apart by its button. The lines of a quote are read beside it. */
export const studioForms = z.discriminatedUnion('intent', [
  messageForm,
  z.strictObject({
    intent: z.literal('quote'),
    key: uuidSchema,
    included: textSchema(2000),
    freeChanges: wholeNumber(0, 20),
    earliestFinish: z.iso.date('Choose a day'),
    validDays: wholeNumber(1, 90),
    advance: z.union([z.literal('').transform(() => undefined), rupeesSchema(ADVANCE_WRONG)], { error: ADVANCE_WRONG }),
    asksApproval: ticked,
    feeBeforePainting: wholeNumber(0, 100),
    feeOncePainting: wholeNumber(0, 100),
    workHours: wholeNumber(1, 2000),
  }),
  z.strictObject({
    intent: z.literal('stage'),
    key: uuidSchema,
    stage: z.enum(STAGES, { error: 'Choose a stage' }),
    note: textSchema(2000),
    asksApproval: ticked,
  }),
  z.strictObject({ intent: z.literal('undo-stage') }),
  z.strictObject({
    intent: z.literal('receive-fabric'),
    key: uuidSchema,
    metres: lengthSchema,
    marks: textSchema(1000),
  }),
  z.strictObject({ intent: z.literal('fabric-left'), leftMetres: lengthSchema.or(z.literal('0').transform(() => 0)) }),
  requestNoteSchema.extend({ intent: z.literal('notes') }),
  acceptSchema.extend({ intent: z.literal('accept') }),
  z.strictObject({ intent: z.literal('reopen') }),
  replySchema,
  z.strictObject({ intent: z.literal('link'), link: z.enum(['new', 'revoke']) }),
  z.strictObject({ intent: z.literal('show-photo'), pictureId: uuidSchema }),
  cancelForm,
]);

export type StudioForm = z.infer<typeof studioForms>;
