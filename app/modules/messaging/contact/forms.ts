import { z } from 'zod';
import { anyPhoneSchema, emailSchema, line, nameSchema } from '#app/platform/text-schemas.ts';
import { uuidSchema } from '#app/basics/uuid-schema.ts';

export const ARTWORK_INTERESTS = {
  fabric: 'Fabric Painting',
  oil: 'Oil Painting',
  handcraft: 'Handcraft',
  custom: 'Custom order',
  general: 'General question',
} as const;

export const contactMessageSchema = z.strictObject({
  key: uuidSchema,
  name: nameSchema('Name is required'),
  email: emailSchema('Email is required', 'Email is invalid'),
  phone: anyPhoneSchema().default(''),
  subject: line('Subject is required', 150),
  message: z
    .string({ error: 'Message is required' })
    .trim()
    .min(1, 'Message is required')
    .max(4000, 'At most 4000 characters'),
  artworkInterest: z
    .enum(['', 'fabric', 'oil', 'handcraft', 'custom', 'general'], { error: 'Choose one from the list' })
    .default('')
    .transform((interest) => (interest === '' ? null : interest)),
});

export type ContactMessage = z.infer<typeof contactMessageSchema>;
