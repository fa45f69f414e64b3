declare module '#app/platform/outbox/outbox.server.ts' {
  interface Events {
    /** More was received for an order than is due: that much, in paise, has to go back. */
    'payments.refund-owed': { orderId: string; amount: number };
    /** That much, in paise, went back. */
    'payments.refunded': { orderId: string; refundId: string; amount: number; isWhole: boolean };
  }
}

export {};
