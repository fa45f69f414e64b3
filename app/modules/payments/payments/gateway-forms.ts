import { z } from 'zod';
import { GATEWAYS } from '#app/basics/payment-methods.ts';

/** Which day of which gateway the owner wants to be checked. */
export const checkSchema = z.strictObject({
  provider: z.enum(GATEWAYS, 'Choose a gateway.'),
  day: z.iso.date('Choose a day.'),
});
