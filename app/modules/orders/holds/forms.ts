import { z } from 'zod';
import { emailSchema, optionalEmailSchema } from '#app/platform/text-schemas.ts';

/** Where to write when a piece can be had again: a guest says so, whoever is signed in needn't. */
export const backInStockSchema = (isGuest: boolean) =>
  z.strictObject({ email: isGuest ? emailSchema('Email is required', 'Invalid email address') : optionalEmailSchema });
