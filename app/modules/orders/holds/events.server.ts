declare module '#app/platform/outbox/outbox.server.ts' {
  interface Events {
    'holds.back-in-stock': { requestId: string };
  }
}

export {};
