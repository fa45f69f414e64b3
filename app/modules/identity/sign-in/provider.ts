export type BreachedPasswords = {
  /**
   * Returns whether a password was breached. Throws when there is no answer in two seconds. The service must store
   * nothing.
   */
  includes: (password: string) => Promise<boolean>;
};

declare module '#app/platform/shop.server.ts' {
  interface Suppliers {
    breachedPasswords?: BreachedPasswords;
  }
}
