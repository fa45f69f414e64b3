import { z } from 'zod';
import { measurementsSchema } from '#app/modules/identity/accounts/forms.ts';
import { neededBySchema } from './forms.ts';
import { personSchema } from '#app/modules/store/shipping/address-forms.ts';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { CHOOSE_FABRIC, CHOOSE_STITCHING, DESCRIBE_DESIGN } from './custom-order.ts';
import { CUSTOM_ORDER_REFUSALS } from './custom-order-messages.ts';

const freeText = (maxLength: number) => z.string().trim().max(maxLength, `At most ${maxLength} characters`);

/** The custom order as it is sent: fabric notes, measurements and the day it is needed by may stay empty. */
export const customOrderSchema = z.strictObject({
  key: uuidSchema,
  fabricSource: z.enum(['client_provided', 'purchase_for_me'], { error: CHOOSE_FABRIC }),
  fabricNotes: freeText(1000).default(''),
  designStyle: z.string({ error: DESCRIBE_DESIGN }).trim().min(1, DESCRIBE_DESIGN).max(3000, 'At most 3000 characters'),
  wantStitching: z.enum(['yes', 'no'], { error: CHOOSE_STITCHING }).transform((answer) => answer === 'yes'),
  measurements: measurementsSchema.default(''),
  /** For the next time; counts for who is signed in. */
  keepMeasurements: z.enum(['', 'on']).optional().transform(Boolean),
  neededBy: neededBySchema,
  ...personSchema,
  artworkId: z.uuid({ error: CUSTOM_ORDER_REFUSALS['no-design'] }),
  variantId: z.union([z.literal(''), uuidSchema]).default(''),
});

type Read = z.infer<typeof customOrderSchema>;
type May = 'variantId' | 'measurements' | 'keepMeasurements' | 'neededBy';
export type CustomOrderForm = Omit<Read, May> & Partial<Pick<Read, May>>;
