declare module '#app/platform/outbox/outbox.server.ts' {
  interface Events {
    /** Somebody asked for a new password; `userId` is null when nobody has the address they gave. */
    'accounts.password-reset-requested': { userId: string | null };
    /** Somebody was invited to an account. */
    'accounts.invited': { invitationId: string };
  }
}

export {};
