/** Knows passwords from public breaches. */
export type BreachedPasswords = {
  /** Throws when there is no answer in two seconds. Nothing is stored. */
  includes: (password: string) => Promise<boolean>;
};

declare module '#app/platform/shop.server.ts' {
  interface Suppliers {
    /** Undefined unless a setting names one. */
    breachedPasswords?: BreachedPasswords;
  }
}
