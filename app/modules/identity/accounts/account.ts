import type { Address } from '#app/basics/address.ts';

/** A person as the shop knows them; the address is missing until one was saved. */
export type Profile = {
  id: string;
  name: string;
  email: string;
  phone: string;
  address?: Address;
  /** To which things are stitched, where they are kept. */
  measurements: string;
  isAdmin: boolean;
};

export const MAX_MEASUREMENTS_LENGTH = 1000;

/** The name a profile starts with: the one given, else what stands before the at-sign, else 'User'. */
export function firstName(account: { name?: string; fullName?: string; email?: string }): string {
  return account.name?.trim() || account.fullName?.trim() || account.email?.split('@')[0]?.trim() || 'User';
}

/** An address a person keeps; the label is theirs ('Home', 'Office'). */
export type SavedAddress = { id: string; label: string | null; address: Address };

/** How many addresses a person can keep. */
export const MAX_ADDRESSES = 10;

/** What a person decides about their account, with what holds until they do. */
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

/** What stands where the address of a deleted account was; nothing is ever written to it. */
export const nobodysAddress = (userId: string): string => `deleted-${userId}${AT_NOWHERE}`;
export const isNobodysAddress = (email: string): boolean => email.endsWith(AT_NOWHERE);
const AT_NOWHERE = '@deleted.invalid';

/** How long asking for an account's deletion can be undone. */
export const DELETION_DAYS = 7;

/** An address as its lines are written, without those that are empty. */
export const addressLines = ({ street, city, state, zipCode, country }: Address): string[] =>
  [street, [city, zipCode].filter(Boolean).join(' '), state, country].filter(Boolean);
