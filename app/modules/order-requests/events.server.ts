declare module '#app/platform/outbox/outbox.server.ts' {
  interface Events {
    'order-requests.sent': { requestId: string };
    /** The studio said yes, in the short way: the order waits to be paid. */
    'order-requests.accepted': { requestId: string; orderId: string };
    /** The studio said no, to a request of either kind. */
    'order-requests.rejected': { requestId: string };
  }
}

export type {};
