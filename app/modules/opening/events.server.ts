declare module '#app/platform/outbox/outbox.server.ts' {
  interface Events {
    'opening.mail-trial-requested': { userId: string };
  }
}

export type {};
