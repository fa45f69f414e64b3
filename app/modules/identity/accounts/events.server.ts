declare module '#app/platform/outbox/outbox.server.ts' {
  interface Events {
    /** Somebody asked for a new password; `userId` is null when nobody has the address they gave. */
    'accounts.password-reset-requested': { userId: string | null };
    /** Somebody was invited to an account. */
    'accounts.invited': { invitationId: string };
    /** Somebody asked for a code that signs in; `userId` is null when nobody has the address they gave. */
    'accounts.sign-in-code-requested': { userId: string | null };
    /** Somebody wants an account at an address, known or not; what they gave was put aside. */
    'accounts.sign-up-requested': { requestId: string };
    /** A person's address is to be confirmed by a link. */
    'accounts.confirmation-requested': { userId: string };
    /** A person wants another address; which one was put aside. */
    'accounts.email-change-requested': { requestId: string };
    /** A person has another address; the former one was put aside. */
    'accounts.email-changed': { requestId: string };
    'accounts.password-changed': { userId: string };
    /** Somebody signed in with a browser that this account didn't know. */
    'accounts.new-device': { userId: string; sessionId: string };
    'accounts.second-factor-changed': { userId: string; isOn: boolean };
    /** An account at Google signs in here from now on, or no longer. */
    'accounts.google-changed': { userId: string; isLinked: boolean };
    /** Somebody asked for their account to be deleted; it can be undone until `dueAt`, a moment in ISO form. */
    'accounts.deletion-asked': { userId: string; dueAt: string };
  }
}

export {};
