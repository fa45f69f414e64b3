/** A content delivery network before the shop, which hands out pages by itself and forgets them when asked. */
export type Cdn = {
  /** The headers that let it hold a page for so long, and say by which tags it is forgotten. */
  headers: (maxAgeSeconds: number, tags: readonly string[]) => Record<string, string>;
  /** Has it forget every page with one of these tags; throws when it could not be asked or refused. */
  purge: (tags: readonly string[]) => Promise<void>;
};

declare module '#app/platform/shop.server.ts' {
  interface Suppliers {
    /** Not there where no settings name one. */
    cdn?: Cdn;
  }
}
