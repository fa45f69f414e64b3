import type { Address } from '#app/basics/address.ts';

export type Profile = {
  id: string;
  name: string;
  email: string;
  phone: string;
  address?: Address;
  measurements: string;
  isAdmin: boolean;
};

export const MAX_MEASUREMENTS_LENGTH = 1000;

export function firstName(account: { name?: string; fullName?: string; email?: string }): string {
  return account.name?.trim() || account.fullName?.trim() || account.email?.split('@')[0]?.trim() || 'User';
}

export type SavedAddress = { id: string; label: string | null; address: Address };

export const MAX_ADDRESSES = 10;

export const DEFAULT_CUSTOMER_SETTINGS = {
  emailOrderUpdates: true,
  smsDeliveryUpdates: true,
  whatsAppOrderUpdates: false,
  marketingEmails: false,
  personalizedRecommendations: true,
  sharePurchaseHistory: false,
};
export type CustomerSettings = typeof DEFAULT_CUSTOMER_SETTINGS;
export const SETTINGS = Object.keys(DEFAULT_CUSTOMER_SETTINGS) as (keyof CustomerSettings)[];

/** Returns a placeholder address for a deleted account. No email is sent to it. */
export const nobodysAddress = (userId: string): string => `deleted-${userId}${AT_NOWHERE}`;
export const isNobodysAddress = (email: string): boolean => email.endsWith(AT_NOWHERE);
const AT_NOWHERE = '@deleted.invalid';

/** Returns a placeholder sign-in address for an account without a confirmed address. No email is sent to it. */
export const claimingAddress = (): string => `${crypto.randomUUID()}@unconfirmed.invalid`;

/** Returns a placeholder sign-in address for a guest. No email is sent to it. */
export const guestAddress = (): string => `${crypto.randomUUID()}${OF_GUESTS}`;
export const isGuestAddress = (email: string): boolean => email.endsWith(OF_GUESTS);
export const OF_GUESTS = '@guest.invalid';

/** Days in which a customer can cancel the deletion. */
export const DELETION_DAYS = 7;

export const addressLines = ({ street, city, state, zipCode, country }: Address): string[] =>
  [street, [city, zipCode].filter(Boolean).join(' '), state, country].filter(Boolean);
