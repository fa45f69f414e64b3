declare module '#app/platform/outbox/outbox.server.ts' {
  interface Events {
    'custom-orders.sent': { requestId: string };
  }
}

export type {};
