declare module '#app/platform/outbox/outbox.server.ts' {
  interface Events {
    /** A customer asked to send something back, or to exchange it. */
    'returns.asked': { requestId: string };
    /** The studio accepted or declined. */
    'returns.answered': { requestId: string };
    /** The pieces came back to the studio. */
    'returns.received': { requestId: string };
  }
}

export type {};
