import { z } from 'zod';
import { plainLine } from '#app/basics/typed-text.ts';
import { phoneSchema } from '#app/platform/text-schemas.ts';
import { MAX_MEASUREMENTS_LENGTH, SETTINGS } from './account.ts';

export const optionalPhoneSchema = phoneSchema(/^([6-9]\d{9})?$/);

export const optionalLine = (longest: number) =>
  z
    .string()
    .transform(plainLine)
    .pipe(z.string().max(longest, `At most ${longest} characters`));

export const measurementsSchema = z
  .string()
  .trim()
  .max(MAX_MEASUREMENTS_LENGTH, `At most ${MAX_MEASUREMENTS_LENGTH} characters`);

const ticked = z.literal('on').optional().transform(Boolean);

const changedSettingSchema = z
  .strictObject({ setting: z.enum(SETTINGS), value: z.enum(['on', 'off']) })
  .transform(({ setting, value }) => ({ changes: { [setting]: value === 'on' }, seen: undefined }));

/** Browsers omit unticked checkboxes. */
const allSettingsSchema = z
  .strictObject({
    emailOrderUpdates: ticked,
    smsDeliveryUpdates: ticked,
    whatsAppOrderUpdates: ticked,
    marketingEmails: ticked,
    personalizedRecommendations: ticked,
    sharePurchaseHistory: ticked,
    seen: z.string().max(64),
  })
  .transform(({ seen, ...changes }) => ({ changes, seen }));

export const customerSettingsSchema = z.union([changedSettingSchema, allSettingsSchema]);
