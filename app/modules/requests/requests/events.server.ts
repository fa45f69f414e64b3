import type { PaidBy } from './request.ts';

declare module '#app/platform/outbox/outbox.server.ts' {
  interface Events {
    'order-requests.sent': { requestId: string };
    /**
     * The studio accepted the request without a quote. The event is published a minute later, so that the studio can
     * undo the acceptance.
     */
    'order-requests.accepted': { requestId: string; orderId: string; paidBy?: PaidBy };
    'order-requests.rejected': { requestId: string };
    'custom-orders.sent': { requestId: string };
    /** The event is published after five minutes, if the recipient has not seen the message by then. */
    'conversations.message-unseen': { requestId: string; sender: 'customer' | 'studio' };
    'commissions.quote-sent': { quoteId: string };
    'commissions.change-asked': { quoteId: string };
    'commissions.quote-accepted': { quoteId: string; orderId: string };
    /** The event is published a minute later, so that the studio can undo the stage. */
    'commissions.stage-reached': { updateId: string };
    'commissions.design-approved': { updateId: string };
    'commissions.design-declined': { updateId: string };
    'commissions.fabric-confirmed': { requestId: string };
    'commissions.cancelled': {
      requestId: string;
      by: 'customer' | 'studio';
      cancellationFee: number;
      refunded: number;
    };
    'commissions.closed': { requestId: string };
    'commissions.photo-consent-withdrawn': { requestId: string };
    /**
     * The request was deleted because of its age. The shop finds its public photos by the number, to delete them too.
     */
    'commissions.removed': { number: string };
  }
}
