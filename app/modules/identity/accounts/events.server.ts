declare module '#app/platform/outbox/outbox.server.ts' {
  interface Events {
    'accounts.password-reset-requested': { userId: string | null };
    'accounts.invited': { invitationId: string };
    'accounts.sign-in-code-requested': { userId: string | null };
    'accounts.confirmation-requested': { userId: string };
    'accounts.email-change-requested': { requestId: string };
    'accounts.email-changed': { requestId: string };
    'accounts.password-changed': { userId: string };
    'accounts.new-device': { userId: string; sessionId: string };
    /** The account signed out one device, all devices, or all except the current one. */
    'accounts.sessions-ended': { userId: string; endedAt: string; device?: string; currentDevice?: string };
    'accounts.second-factor-changed': { userId: string; isOn: boolean };
    'accounts.google-changed': { userId: string; isLinked: boolean };
    /** Until `dueAt`, an ISO date, the customer can cancel the deletion. */
    'accounts.deletion-asked': { userId: string; dueAt: string };
  }
}

export {};
