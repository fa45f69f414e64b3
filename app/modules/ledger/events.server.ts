declare module '#app/platform/outbox/outbox.server.ts' {
  interface Events {
    /** More was received for an order than is due, or more than before. `amount`: what must go back in all, in paise. */
    'ledger.refund-owed': { orderId: string; amount: number };
    /** A refund arrived, or was made by hand. `isWhole`: nothing more must go back. */
    'ledger.refunded': { orderId: string; refundId: string; amount: number; isWhole: boolean };
    /** A gateway could not make a refund: the money is owed again. */
    'ledger.refund-failed': { orderId: string; refundId: string };
  }
}
export {};
