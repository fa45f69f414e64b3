import { z } from 'zod';
import { phoneSchema } from '#app/platform/text-schemas.ts';
import { MAX_MEASUREMENTS_LENGTH } from './account.ts';

/** A phone that may stay empty. */
export const optionalPhoneSchema = phoneSchema(/^(\d{10})?$/);

/** A line that may stay empty. */
export const optionalLine = (longest: number) =>
  z
    .string()
    .transform((text) => text.replace(/\p{Cc}+/gu, ' ').trim())
    .pipe(z.string().max(longest, `At most ${longest} characters`));

/** What things are stitched to, as lines of one's own; may stay empty. */
export const measurementsSchema = z
  .string()
  .trim()
  .max(MAX_MEASUREMENTS_LENGTH, `At most ${MAX_MEASUREMENTS_LENGTH} characters`);

const ticked = z.literal('on').optional().transform(Boolean);

/** The boxes of Settings: a box that isn't ticked isn't sent. */
export const customerSettingsSchema = z.strictObject({
  emailOrderUpdates: ticked,
  smsDeliveryUpdates: ticked,
  whatsAppOrderUpdates: ticked,
  marketingEmails: ticked,
  personalizedRecommendations: ticked,
  sharePurchaseHistory: ticked,
});
