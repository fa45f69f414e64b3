import { z } from 'zod';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { NOTICE_KINDS } from '#app/platform/mail/email.ts';
import { pushMessages } from './messages.ts';

/** Accepts a host name, not an IP address. The host's IP address is checked when a notice is sent. */
function isPushAddress(text: string): boolean {
  const url = URL.parse(text);
  return (
    url?.protocol === 'https:' &&
    url.port === '' &&
    url.username === '' &&
    url.password === '' &&
    /[a-z]$/i.test(url.hostname) &&
    url.hostname.includes('.')
  );
}

export const subscriptionSchema = z.strictObject({
  endpoint: z.string().max(1_000).refine(isPushAddress, pushMessages.badSubscription),
  // 65 bytes that begin with 4, and 16 bytes, in base64url.
  p256dh: z.string().regex(/^B[A-P][\w-]{85}$/, pushMessages.badSubscription),
  auth: z.string().regex(/^[\w-]{22}$/, pushMessages.badSubscription),
});

const hourSchema = z
  .string()
  .regex(/^(\d|1\d|2[0-3])?$/)
  .transform((text) => (text === '' ? null : Number(text)));

export const deviceSchema = z
  .strictObject({
    device: uuidSchema,
    kinds: z.array(z.enum(NOTICE_KINDS)).max(NOTICE_KINDS.length).default([]),
    quietFrom: hourSchema,
    quietUntil: hourSchema,
    showsDetails: z.literal('on').optional(),
  })
  .refine(({ quietFrom, quietUntil }) => (quietFrom === null) === (quietUntil === null), {
    path: ['quietUntil'],
    message: pushMessages.bothHours,
  });

export const oneDeviceSchema = z.strictObject({ device: uuidSchema });
