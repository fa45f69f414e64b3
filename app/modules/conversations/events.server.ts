declare module '#app/platform/outbox/outbox.server.ts' {
  interface Events {
    /** Somebody wrote; comes five minutes later, for who hasn't seen it by then. */
    'conversations.message-unseen': { requestId: string; sender: 'customer' | 'studio' };
  }
}

export type {};
