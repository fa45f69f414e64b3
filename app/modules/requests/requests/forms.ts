import { z } from 'zod';
import { personSchema } from '#app/modules/store/shipping/address-forms.ts';
import { uuidSchema } from '#app/basics/uuid-schema.ts';

/** The day by which something is needed, which may stay empty: null then. That it isn't over is for the module to say. */
export const neededBySchema = z
  .union([z.literal(''), z.iso.date('Pick a day')], { error: 'Pick a day' })
  .default('')
  .transform((day) => day || null);

/** The order-request form: the terms must be ticked, the message may stay empty. */
export const orderRequestSchema = z.strictObject({
  key: uuidSchema,
  artworkId: z.uuid({ error: 'Artwork not found' }),
  ...personSchema,
  message: z.string().trim().max(2000, 'At most 2000 characters').default(''),
  neededBy: neededBySchema,
  terms: z.literal('on', { error: 'Please accept the terms to send your request' }),
});

type Read = z.infer<typeof orderRequestSchema>;
export type OrderRequestForm = Omit<Read, 'neededBy'> & Partial<Pick<Read, 'neededBy'>>;
