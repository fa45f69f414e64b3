import type { Address } from '#app/basics/address.ts';

/** A person as the shop knows them (S1 §3); the address is missing until one was saved. */
export type Profile = { id: string; name: string; email: string; phone: string; address?: Address; isAdmin: boolean };

/** The name a profile starts with: the one given, else what stands before the at-sign, else 'User' (S1 §3). */
export function firstName(account: { name?: string; fullName?: string; email?: string }): string {
  return account.name?.trim() || account.fullName?.trim() || account.email?.split('@')[0]?.trim() || 'User';
}
