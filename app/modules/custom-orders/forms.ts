import { z } from 'zod';
import { personSchema } from '#app/modules/postal/forms.ts';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { CHOOSE_FABRIC, CHOOSE_STITCHING, DESCRIBE_DESIGN } from './custom-order.ts';
import { CUSTOM_ORDER_REFUSALS } from './messages.ts';

const freeText = (maxLength: number) => z.string().trim().max(maxLength, `At most ${maxLength} characters`);

/** The custom order as it is sent: everything but the fabric notes is required. */
export const customOrderSchema = z.strictObject({
  key: uuidSchema,
  fabricSource: z.enum(['client_provided', 'purchase_for_me'], { error: CHOOSE_FABRIC }),
  fabricNotes: freeText(1000).default(''),
  designStyle: z.string({ error: DESCRIBE_DESIGN }).trim().min(1, DESCRIBE_DESIGN).max(3000, 'At most 3000 characters'),
  wantStitching: z.enum(['yes', 'no'], { error: CHOOSE_STITCHING }).transform((answer) => answer === 'yes'),
  ...personSchema,
  artworkId: z.uuid({ error: CUSTOM_ORDER_REFUSALS['no-design'] }),
});

export type CustomOrderForm = z.infer<typeof customOrderSchema>;
