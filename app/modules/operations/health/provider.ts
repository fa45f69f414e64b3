export type Certificate = {
  validFrom: Date;
  validUntil: Date;
  /** Code of why browsers reject it; '' when they accept it. */
  problem: string;
};

declare module '#app/platform/shop.server.ts' {
  interface Suppliers {
    /** Throws when the server does not answer. Undefined in a demo and without https. */
    readCertificate?: () => Promise<Certificate>;
  }
}
