import type { Shop } from './shop.server.ts';

/** With the times when each address was theirs. */
export type FormerCustomer = {
  userId: string;
  email: string;
  addresses: readonly { email: string; after: Date | null; until: Date | null }[];
};

/** The personal data of one module. The files it returns are removed after the commit. */
export type PersonalData = {
  /** Parts of a person's copy, by name. */
  read?: Record<string, (shop: Shop) => Promise<unknown>>;
  erase?(shop: Shop, person: FormerCustomer): Promise<string[] | void>;
  removeBefore?(shop: Shop, day: Date): Promise<string[] | void>;
};
