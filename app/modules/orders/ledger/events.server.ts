declare module '#app/platform/outbox/outbox.server.ts' {
  interface Events {
    /** More was received for an order than is due, or more than before, not by a refund that failed. `amount`: what must go back in all, in paise. */
    'ledger.refund-owed': { orderId: string; amount: number };
    /** A refund arrived, or was made by hand. `isWhole`: nothing more must go back. */
    'ledger.refunded': { orderId: string; refundId: string; amount: number; isWhole: boolean };
    /** A gateway could not make a refund, or one by hand was taken back: the money is here again. */
    'ledger.refund-failed': { orderId: string; refundId: string };
  }
}
export {};
