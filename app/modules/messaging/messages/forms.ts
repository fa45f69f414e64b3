import { z } from 'zod';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { emailSchema, line, anyPhoneSchema } from '#app/platform/text-schemas.ts';

/** PostgreSQL cannot store NUL, which JSON may contain. */
const withoutNul = (text: string) => !text.includes('\0');
const NUL_REFUSED = 'text must not contain NUL';
const body = (missing: string) =>
  z.string({ error: missing }).max(20_000, 'At most 20,000 characters').refine(withoutNul, NUL_REFUSED);

/** Validates the body of POST /api/sendNotification. An email has text, HTML, or both. */
export const notificationSchema = z
  .strictObject({
    toEmail: emailSchema('toEmail is required', 'toEmail is not an email address'),
    subject: line('subject is required', 200),
    text: body('text is required').default(''),
    html: body('html is required').default(''),
    toPhone: anyPhoneSchema('toPhone is not a phone number').optional(),
    whatsappBody: z.string().trim().max(4000, 'At most 4,000 characters').refine(withoutNul, NUL_REFUSED).optional(),
  })
  .refine(({ text, html }) => text.trim() !== '' || html.trim() !== '', {
    path: ['text'],
    message: 'text is required',
  });
export type Notification = z.infer<typeof notificationSchema>;

/** `key` prevents recording a message twice. */
export const manualMessageSchema = z
  .strictObject({
    orderId: uuidSchema.optional(),
    requestId: uuidSchema.optional(),
    key: uuidSchema,
    text: z.string().trim().min(1, 'Enter a message').max(4000, 'At most 4,000 characters'),
  })
  .refine(({ orderId, requestId }) => (orderId === undefined) !== (requestId === undefined), {
    path: ['orderId'],
    message: 'Enter either an order or a request',
  });
export type ManualMessage = z.infer<typeof manualMessageSchema>;
