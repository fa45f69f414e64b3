/** The certificate that the shop's public address shows to who comes. */
export type Certificate = {
  validFrom: Date;
  validUntil: Date;
  /** Why browsers wouldn't take it, as a code; '' where they do. */
  problem: string;
};

declare module '#app/platform/shop.server.ts' {
  interface Suppliers {
    /** Reads the certificate of `SHOP_URL`; throws when nobody answers there. Not there in a demo, nor where the address isn't https. */
    readCertificate?: () => Promise<Certificate>;
  }
}
