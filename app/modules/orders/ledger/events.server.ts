declare module '#app/platform/outbox/outbox.server.ts' {
  interface Events {
    /** `amount` is the total to refund, in paise. */
    'ledger.refund-owed': { orderId: string; amount: number };
    /** `isWhole`: nothing is left to refund. */
    'ledger.refunded': { orderId: string; refundId: string; amount: number; isWhole: boolean };
    /** A gateway's refund failed, or a manual refund was undone. */
    'ledger.refund-failed': { orderId: string; refundId: string };
  }
}
export {};
