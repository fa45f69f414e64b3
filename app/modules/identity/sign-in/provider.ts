export type BreachedPasswords = {
  /** Looks up a password. Throws when there is no answer in two seconds. Must store nothing. */
  includes: (password: string) => Promise<boolean>;
};

declare module '#app/platform/shop.server.ts' {
  interface Suppliers {
    breachedPasswords?: BreachedPasswords;
  }
}
