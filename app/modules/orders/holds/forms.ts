import { z } from 'zod';
import { emailSchema, optionalEmailSchema } from '#app/platform/text-schemas.ts';

/** A guest gives an email address; a signed-in person need not. */
export const backInStockSchema = (isGuest: boolean) =>
  z.strictObject({ email: isGuest ? emailSchema('Email is required', 'Invalid email address') : optionalEmailSchema });
