import { z } from 'zod';
import { rupeesSchema } from '#app/basics/rupees-schema.ts';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { line } from '#app/platform/text-schemas.ts';

export const remittanceSchema = z.strictObject({
  key: uuidSchema,
  courier: line('Who collected it?', 60),
  reference: line('Write the reference of the transfer', 60),
  day: z.iso.date('Pick a day'),
  amount: rupeesSchema('Write the amount in rupees').refine((amount) => amount > 0, 'Write an amount above 0'),
});
export type Remittance = z.output<typeof remittanceSchema>;
