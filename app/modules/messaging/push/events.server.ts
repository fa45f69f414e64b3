declare module '#app/platform/outbox/outbox.server.ts' {
  interface Events {
    /** The event is published when the quiet hours end. */
    'push.notice-queued': { noticeId: string };
  }
}

export {};
