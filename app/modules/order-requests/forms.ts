import { z } from 'zod';
import { emailShape, line } from '#app/basics/address.ts';

/** Who asks, for requests and custom orders alike (S1 §5, S2 §5); a phone of 10 digits, spaces and dashes dropped. */
export const requesterShape = {
  name: line('Name is required', 100),
  email: emailShape('Email is required', 'Invalid email address'),
  phone: z
    .string({ error: 'Phone must be 10 digits' })
    .transform((text) => text.replace(/[\s()-]/g, ''))
    .pipe(z.string().regex(/^\d{10}$/, 'Phone must be 10 digits')),
};

/** The order-request form (S1 §5): the terms must be ticked, the message may stay empty. */
export const orderRequestShape = z.strictObject({
  key: z.uuid(),
  artworkId: z.uuid({ error: 'Artwork not found' }),
  ...requesterShape,
  message: z.string().trim().max(2000, 'At most 2000 characters').default(''),
  terms: z.literal('on', { error: 'Please accept the terms to send your request' }),
});

export type OrderRequestForm = z.infer<typeof orderRequestShape>;
