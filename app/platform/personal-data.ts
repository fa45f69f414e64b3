import type { Shop } from './shop.server.ts';

export type FormerCustomer = {
  userId: string;
  email: string;
  addresses: readonly { email: string; after: Date | null; until: Date | null }[];
};

/** Reads and erases the personal data of one module. The caller deletes the returned files after the commit. */
export type PersonalData = {
  read?: Record<string, (shop: Shop) => Promise<unknown>>;
  erase?(shop: Shop, person: FormerCustomer): Promise<string[] | void>;
  removeBefore?(shop: Shop, day: Date): Promise<string[] | void>;
};
