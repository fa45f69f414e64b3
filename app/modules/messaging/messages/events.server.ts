declare module '#app/platform/outbox/outbox.server.ts' {
  interface Events {
    /** A message stands in `messages` and waits to be given to its supplier. */
    'notifications.message-queued': { messageId: string };
  }
}

export {};
