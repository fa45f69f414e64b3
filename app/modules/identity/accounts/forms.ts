import { z } from 'zod';
import { plainLine } from '#app/basics/typed-text.ts';
import { phoneSchema } from '#app/platform/text-schemas.ts';
import { MAX_MEASUREMENTS_LENGTH, SETTINGS } from './account.ts';

/** A phone that may stay empty. */
export const optionalPhoneSchema = phoneSchema(/^([6-9]\d{9})?$/);

/** A line that may stay empty. */
export const optionalLine = (longest: number) =>
  z
    .string()
    .transform(plainLine)
    .pipe(z.string().max(longest, `At most ${longest} characters`));

/** What things are stitched to, as lines of one's own; may stay empty. */
export const measurementsSchema = z
  .string()
  .trim()
  .max(MAX_MEASUREMENTS_LENGTH, `At most ${MAX_MEASUREMENTS_LENGTH} characters`);

const ticked = z.literal('on').optional().transform(Boolean);

/** One box of Settings that was ticked or unticked. */
const changedSettingSchema = z
  .strictObject({ setting: z.enum(SETTINGS), value: z.enum(['on', 'off']) })
  .transform(({ setting, value }) => ({ changes: { [setting]: value === 'on' }, seen: undefined }));

/** All boxes, as Save sends them where no script runs: one that isn't ticked isn't sent. */
const allSettingsSchema = z
  .strictObject({
    emailOrderUpdates: ticked,
    smsDeliveryUpdates: ticked,
    whatsAppOrderUpdates: ticked,
    marketingEmails: ticked,
    personalizedRecommendations: ticked,
    sharePurchaseHistory: ticked,
    /** What they stood at when they were shown, by `digestSettings`. */
    seen: z.string().max(64),
  })
  .transform(({ seen, ...changes }) => ({ changes, seen }));

export const customerSettingsSchema = z.union([changedSettingSchema, allSettingsSchema]);
