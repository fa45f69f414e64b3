import { rupeesSchema } from '#app/basics/rupees-schema.ts';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { line } from '#app/platform/text-schemas.ts';

/** What every form of a refund sends; the key makes one that is posted twice one refund. */
export const refundFields = {
  key: uuidSchema,
  paymentId: uuidSchema,
  amount: rupeesSchema('Write the amount in rupees').refine((amount) => amount > 0, 'Write an amount above 0'),
  reason: line('Write down why.', 300),
};
