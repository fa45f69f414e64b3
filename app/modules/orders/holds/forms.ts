import { z } from 'zod';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { emailSchema, optionalEmailSchema } from '#app/platform/text-schemas.ts';

export const backInStockSchema = (isGuest: boolean) =>
  z.strictObject({
    email: isGuest ? emailSchema('Email is required', 'Invalid email address') : optionalEmailSchema,
    variantId: z.union([z.literal(''), uuidSchema]).default(''),
  });
