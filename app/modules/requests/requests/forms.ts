import { z } from 'zod';
import { personSchema } from '#app/modules/store/shipping/address-forms.ts';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { measurementsSchema } from '#app/modules/identity/accounts/forms.ts';
import { CHOOSE_FABRIC, CHOOSE_STITCHING, DESCRIBE_DESIGN } from './custom-order.ts';
import { CUSTOM_ORDER_REFUSALS } from './messages.ts';

const neededBySchema = z
  .union([z.literal(''), z.iso.date('Pick a day')], { error: 'Pick a day' })
  .default('')
  .transform((day) => day || null);

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

const freeText = (maxLength: number) => z.string().trim().max(maxLength, `At most ${maxLength} characters`);

export const customOrderSchema = z.strictObject({
  key: uuidSchema,
  fabricSource: z.enum(['client_provided', 'purchase_for_me'], { error: CHOOSE_FABRIC }),
  fabricNotes: freeText(1000).default(''),
  designStyle: z.string({ error: DESCRIBE_DESIGN }).trim().min(1, DESCRIBE_DESIGN).max(3000, 'At most 3000 characters'),
  wantStitching: z.enum(['yes', 'no'], { error: CHOOSE_STITCHING }).transform((answer) => answer === 'yes'),
  measurements: measurementsSchema.default(''),
  keepMeasurements: z.enum(['', 'on']).optional().transform(Boolean),
  neededBy: neededBySchema,
  ...personSchema,
  artworkId: z.uuid({ error: CUSTOM_ORDER_REFUSALS['no-design'] }),
  variantId: z.union([z.literal(''), uuidSchema]).default(''),
});

type ReadOrder = z.infer<typeof customOrderSchema>;
type May = 'variantId' | 'measurements' | 'keepMeasurements' | 'neededBy';
export type CustomOrderForm = Omit<ReadOrder, May> & Partial<Pick<ReadOrder, May>>;
