declare module '#app/platform/outbox/outbox.server.ts' {
  interface Events {
    'accounts.password-reset-requested': { userId: string | null };
    'accounts.invited': { invitationId: string };
    'accounts.sign-in-code-requested': { userId: string | null };
    /** The address may be known or unknown. The details are stored separately. */
    'accounts.sign-up-requested': { requestId: string };
    'accounts.confirmation-requested': { userId: string };
    'accounts.email-change-requested': { requestId: string };
    'accounts.email-changed': { requestId: string };
    'accounts.password-changed': { userId: string };
    'accounts.new-device': { userId: string; sessionId: string };
    /** One device was signed out, or all, or all except one. */
    'accounts.sessions-ended': { userId: string; endedAt: string; device?: string; currentDevice?: string };
    'accounts.second-factor-changed': { userId: string; isOn: boolean };
    'accounts.google-changed': { userId: string; isLinked: boolean };
    /** `dueAt` is an ISO date until which it can be undone. */
    'accounts.deletion-asked': { userId: string; dueAt: string };
  }
}

export {};
