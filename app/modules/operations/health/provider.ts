export type Certificate = {
  validFrom: Date;
  validUntil: Date;
  /** Error code of a certificate that browsers reject; '' if they accept it. */
  problem: string;
};

declare module '#app/platform/shop.server.ts' {
  interface Suppliers {
    /** Throws when the server does not answer. Missing in a demo or without https. */
    readCertificate?: () => Promise<Certificate>;
  }
}
