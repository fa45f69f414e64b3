import { z } from 'zod';
import { GATEWAYS } from '#app/basics/payment-methods.ts';
import { PAYMENT_MESSAGES } from './messages.ts';

export const startPaymentSchema = z.strictObject({ method: z.string().max(20), upiId: z.string().max(330).optional() });
export const gatewayCallbackSchema = z.strictObject({
  providerOrderId: z.string().min(1).max(100),
  paymentId: z.string().min(1).max(100),
  signature: z.string().min(1).max(200),
});
export const simulateSchema = z.strictObject({ shopper: z.enum(['pay', 'decline']) });
export const referenceSchema = z.strictObject({
  paymentReferenceId: z
    .string({ error: PAYMENT_MESSAGES['reference-too-short'] })
    .max(200, PAYMENT_MESSAGES['reference-too-short']),
});

export const checkSchema = z.strictObject({
  provider: z.enum(GATEWAYS, 'Choose a gateway.'),
  day: z.iso.date('Choose a day.'),
});
