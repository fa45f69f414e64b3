declare module '#app/platform/outbox/outbox.server.ts' {
  interface Events {
    /** Somebody asked for a new password; `userId` is null when nobody has the address they gave. */
    'accounts.password-reset-requested': { userId: string | null };
    /** Somebody asked for their account to be deleted; it can be undone until `dueAt`, a moment in ISO form. */
    'accounts.deletion-asked': { userId: string; dueAt: string };
  }
}

export {};
