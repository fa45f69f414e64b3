import { z } from 'zod';
import { rupeesSchema } from '#app/basics/rupees-schema.ts';
import { shippingAddressSchema } from '#app/modules/store/shipping/address-forms.ts';

/** What the owner settles when a request becomes an order: how many, at which price a piece, and where it goes. */
export const acceptSchema = z.strictObject({
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
export const requestNoteSchema = z.strictObject({
  notes: z.string().trim().max(4000, 'At most 4000 characters'),
  quote: z.union([
    z.literal('').transform(() => null),
    rupeesSchema('Write the price in rupees').refine((price) => price > 0, 'Write the price in rupees'),
  ]),
  /** What the form was made from (`seenNotes`). */
  seen: z.string().max(64).optional(),
});
