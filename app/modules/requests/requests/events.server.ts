declare module '#app/platform/outbox/outbox.server.ts' {
  interface Events {
    'order-requests.sent': { requestId: string };
    /** The studio said yes, in the short way: the order waits to be paid. */
    'order-requests.accepted': { requestId: string; orderId: string };
    /** The studio said no, to a request of either kind. */
    'order-requests.rejected': { requestId: string };
    'custom-orders.sent': { requestId: string };
    /** Somebody wrote; comes five minutes later, for who hasn't seen it by then. */
    'conversations.message-unseen': { requestId: string; sender: 'customer' | 'studio' };
    'commissions.quote-sent': { quoteId: string };
    /** Its customer wants the quote otherwise. */
    'commissions.change-asked': { quoteId: string };
    'commissions.quote-accepted': { quoteId: string; orderId: string };
    /** A stage was reached; comes a minute later, so that a slip can be taken back. */
    'commissions.stage-reached': { updateId: string };
    'commissions.design-approved': { updateId: string };
    /** Its customer wants the design otherwise. */
    'commissions.design-declined': { updateId: string };
    'commissions.fabric-confirmed': { requestId: string };
    'commissions.cancelled': {
      requestId: string;
      by: 'customer' | 'studio';
      cancellationFee: number;
      refunded: number;
    };
    'commissions.closed': { requestId: string };
    /** Photos of the piece may not be shown in the shop any more. */
    'commissions.photo-consent-withdrawn': { requestId: string };
    /** It was removed for its age, and so may not be shown any more; by its number alone its photos are found then. */
    'commissions.removed': { number: string };
  }
}

export type {};
