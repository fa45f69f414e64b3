declare module '#app/platform/outbox/outbox.server.ts' {
  interface Events {
    /** `userId` is null when nobody has the address. */
    'accounts.password-reset-requested': { userId: string | null };
    'accounts.invited': { invitationId: string };
    /** `userId` is null when nobody has the address. */
    'accounts.sign-in-code-requested': { userId: string | null };
    /** For a known or unknown address; the details are stored apart. */
    'accounts.sign-up-requested': { requestId: string };
    'accounts.confirmation-requested': { userId: string };
    /** The new address is stored apart. */
    'accounts.email-change-requested': { requestId: string };
    /** The former address is stored apart. */
    'accounts.email-changed': { requestId: string };
    'accounts.password-changed': { userId: string };
    /** A browser that this account did not know. */
    'accounts.new-device': { userId: string; sessionId: string };
    'accounts.second-factor-changed': { userId: string; isOn: boolean };
    'accounts.google-changed': { userId: string; isLinked: boolean };
    /** `dueAt` is an ISO date until which it can be undone. */
    'accounts.deletion-asked': { userId: string; dueAt: string };
  }
}

export {};
