declare module '#app/platform/outbox/outbox.server.ts' {
  interface Events {
    'returns.asked': { requestId: string };
    'returns.answered': { requestId: string };
    'returns.received': { requestId: string };
  }
}

export type {};
