declare module '#app/platform/outbox/outbox.server.ts' {
  interface Events {
    'contact.message-sent': { messageId: string };
  }
}

export type {};
