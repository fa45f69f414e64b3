import { createHmac } from 'node:crypto';
import type { Address } from '#app/basics/address.ts';
import { toE164 } from '#app/basics/phone.ts';
import type { Shop } from '#app/platform/shop.server.ts';

export type Holder = { holderKeys: string[]; networkKey: string };

/** Strangers can type any phone and email, so holds are also counted by network `address`. */
export function toHolder(
  shop: Shop,
  person: { userId: string; phone?: string; email?: string; address?: Pick<Address, 'zipCode' | 'street'> },
): Holder {
  const digest = (kind: string, value: string) =>
    createHmac('sha256', shop.config.sessionSecret!).update(`holder:${kind}:${value}`).digest('base64url').slice(0, 22);
  const { address } = person;
  const phone = person.phone && (toE164(person.phone) ?? person.phone);
  return {
    holderKeys: [
      digest('account', person.userId),
      ...(phone ? [digest('phone', phone)] : []),
      ...(person.email ? [digest('email', person.email.toLowerCase())] : []),
      ...(address
        ? [digest('address', address.zipCode + address.street.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, ''))]
        : []),
    ],
    networkKey: digest('network', shop.visitorAddress),
  };
}
