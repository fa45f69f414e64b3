import { z } from 'zod';
import { emailSchema, line, anyPhoneSchema } from '#app/platform/text-schemas.ts';

const body = (missing: string) => z.string({ error: missing }).max(20_000, 'At most 20,000 characters');

/** What POST /api/sendNotification takes. A mail has a text, a page, or both. */
export const notificationSchema = z
  .strictObject({
    toEmail: emailSchema('toEmail is required', 'toEmail is no email address'),
    subject: line('subject is required', 200),
    text: body('text is required').default(''),
    html: body('html is required').default(''),
    toPhone: anyPhoneSchema('toPhone is no phone number').optional(),
    whatsappBody: z.string().trim().max(4000, 'At most 4,000 characters').optional(),
  })
  .refine(({ text, html }) => text.trim() !== '' || html.trim() !== '', {
    path: ['text'],
    message: 'text is required',
  });
export type Notification = z.infer<typeof notificationSchema>;
