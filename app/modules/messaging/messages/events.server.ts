declare module '#app/platform/outbox/outbox.server.ts' {
  interface Events {
    'notifications.message-queued': { messageId: string };
  }
}

export {};
