import { z } from 'zod';
import { rupeesSchema } from '#app/basics/rupees-schema.ts';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { line } from '#app/platform/text-schemas.ts';

export const remittanceSchema = z.strictObject({
  key: uuidSchema,
  courier: line('Enter the courier', 60),
  reference: line('Enter the transfer’s reference', 60),
  day: z.iso.date('Choose a date'),
  amount: rupeesSchema('Enter the amount in rupees').refine((amount) => amount > 0, 'Enter an amount above 0'),
});
export type Remittance = z.output<typeof remittanceSchema>;
