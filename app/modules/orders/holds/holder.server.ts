import { createHmac } from 'node:crypto';
import { toE164 } from '#app/basics/phone.ts';
import type { Shop } from '#app/platform/shop.server.ts';

export type Holder = { holderKeys: string[]; networkKey: string };

export function toHolder(shop: Shop, person: { userId: string; phone?: string; email?: string }): Holder {
  const digest = (kind: string, value: string) =>
    createHmac('sha256', shop.config.sessionSecret!).update(`holder:${kind}:${value}`).digest('base64url').slice(0, 22);
  const phone = person.phone && (toE164(person.phone) ?? person.phone);
  return {
    holderKeys: [
      digest('account', person.userId),
      ...(phone ? [digest('phone', phone)] : []),
      ...(person.email ? [digest('email', person.email.toLowerCase())] : []),
    ],
    networkKey: digest('network', shop.visitorAddress),
  };
}
