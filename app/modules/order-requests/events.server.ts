declare module '#app/platform/outbox/outbox.server.ts' {
  interface Events {
    'order-requests.sent': { requestId: string };
    /** The studio said no, to a request of either kind. */
    'order-requests.rejected': { requestId: string };
  }
}

export type {};
