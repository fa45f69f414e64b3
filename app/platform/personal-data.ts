import type { Shop } from './shop.server.ts';

/** Somebody whose account is deleted, with the times from and until which each address was theirs. */
export type FormerCustomer = {
  userId: string;
  email: string;
  addresses: readonly { email: string; after: Date | null; until: Date | null }[];
};

/** The personal data of one module. Files that it returns are removed once the transaction has committed. */
export type PersonalData = {
  /** Parts of a person's copy by name, each read for the signed-in person. */
  read?: Record<string, (shop: Shop) => Promise<unknown>>;
  /** Erases what is stored about somebody, in the caller's transaction. */
  erase?(shop: Shop, person: FormerCustomer): Promise<string[] | void>;
  /** Removes records from before a day, in the caller's transaction. */
  removeBefore?(shop: Shop, day: Date): Promise<string[] | void>;
};
