import { z } from 'zod';
import { emailShape, line, phoneShape } from '#app/basics/address.ts';

/** What a message may be about (S2 §3), with the words the form shows. */
export const ARTWORK_INTERESTS = {
  fabric: 'Fabric painting',
  oil: 'Oil painting',
  handcraft: 'Handcraft',
  custom: 'Custom order',
  general: 'General question',
} as const;

/** The contact form of S2 §5: name, e-mail, subject and message required, phone and interest optional. */
export const contactMessageShape = z.strictObject({
  key: z.uuid(),
  name: line('Name is required', 100),
  email: emailShape('Email is required', 'Email is invalid'),
  phone: phoneShape(/^(\+?\d{10,13})?$/).default(''),
  subject: line('Subject is required', 150),
  message: z
    .string({ error: 'Message is required' })
    .trim()
    .min(1, 'Message is required')
    .max(4000, 'At most 4000 characters'),
  artworkInterest: z
    .enum(['', 'fabric', 'oil', 'handcraft', 'custom', 'general'], { error: 'Choose one of the list' })
    .default('')
    .transform((interest) => (interest === '' ? null : interest)),
});

export type ContactMessage = z.infer<typeof contactMessageShape>;
