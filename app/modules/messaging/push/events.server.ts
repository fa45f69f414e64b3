declare module '#app/platform/outbox/outbox.server.ts' {
  interface Events {
    /** Published when its quiet hours end. */
    'push.notice-queued': { noticeId: string };
  }
}

export {};
