declare module '#app/platform/outbox/outbox.server.ts' {
  interface Events {
    'order-requests.sent': { requestId: string };
  }
}

export type {};
