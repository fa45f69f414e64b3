/** Who knows the passwords that were stolen somewhere and became public. */
export type BreachedPasswords = {
  /** Whether a password is one of them; throws when that can't be said in two seconds. Nothing of it is kept. */
  includes: (password: string) => Promise<boolean>;
};

declare module '#app/platform/shop.server.ts' {
  interface Suppliers {
    /** Not there where no setting names one. */
    breachedPasswords?: BreachedPasswords;
  }
}
