declare module '#app/platform/outbox/outbox.server.ts' {
  interface Events {
    /** The message waits in `messages` for its supplier. */
    'notifications.message-queued': { messageId: string };
  }
}

export {};
