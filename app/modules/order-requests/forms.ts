import { z } from 'zod';
import { personSchema } from '#app/modules/postal/forms.ts';
import { uuidSchema } from '#app/basics/uuid-schema.ts';

/** The order-request form: the terms must be ticked, the message may stay empty. */
export const orderRequestSchema = z.strictObject({
  key: uuidSchema,
  artworkId: z.uuid({ error: 'Artwork not found' }),
  ...personSchema,
  message: z.string().trim().max(2000, 'At most 2000 characters').default(''),
  terms: z.literal('on', { error: 'Please accept the terms to send your request' }),
});

export type OrderRequestForm = z.infer<typeof orderRequestSchema>;
