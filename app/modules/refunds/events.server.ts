declare module '#app/platform/outbox/outbox.server.ts' {
  interface Events {
    /** The customer said where a refund goes, or changed it. Both are masked. */
    'refunds.destination-given': { orderId: string; destination: string; previous: string | null };
  }
}
export {};
