declare module '#app/platform/outbox/outbox.server.ts' {
  interface Events {
    /** A piece can be had again, and somebody asked to be told. */
    'holds.back-in-stock': { requestId: string };
  }
}

export {};
