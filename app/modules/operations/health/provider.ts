/** The certificate of the shop's public address. */
export type Certificate = {
  validFrom: Date;
  validUntil: Date;
  /** Why browsers reject it, as a code; '' when they accept it. */
  problem: string;
};

declare module '#app/platform/shop.server.ts' {
  interface Suppliers {
    /** Reads the certificate of `SHOP_URL`; throws when nobody answers. Undefined in a demo and without https. */
    readCertificate?: () => Promise<Certificate>;
  }
}
