import { z } from 'zod';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { NOTICE_KINDS } from '#app/platform/mail/email.ts';
import { pushMessages } from './messages.ts';

const bytesOf = (text: string): Uint8Array | undefined => {
  try {
    return Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (sign) => sign.charCodeAt(0));
  } catch {
    return undefined;
  }
};

/** A host with a name; the address behind it is checked when something is sent. */
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

/** A browser's push subscription. */
export const subscriptionSchema = z.strictObject({
  endpoint: z.string().max(1_000).refine(isPushAddress, pushMessages.badSubscription),
  p256dh: z
    .string()
    .max(100)
    .refine((text) => {
      const bytes = bytesOf(text);
      return bytes?.length === 65 && bytes[0] === 4;
    }, pushMessages.badSubscription),
  auth: z
    .string()
    .max(50)
    .refine((text) => bytesOf(text)?.length === 16, pushMessages.badSubscription),
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
