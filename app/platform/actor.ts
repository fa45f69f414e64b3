import type { AdminRole } from './admin-role.ts';

/** The role is read at each request (T3). `shop` is a background job or command. */
export type Actor =
  | { kind: 'guest' }
  /**
   * `needsSecondFactor`: an admin of a live shop without a second factor, who does not count as an admin yet.
   * `isGuest`: buys without creating an account.
   */
  | ({ kind: 'customer'; needsSecondFactor?: true; isGuest?: true } & Identity)
  | ({ kind: 'admin'; role: AdminRole } & Identity)
  | { kind: 'order-link'; orderId: string }
  | { kind: 'shop' };

export type Identity = {
  userId: string;
  sessionId: string;
  name: string;
  email: string;
  emailVerified: boolean;
  deletionDueAt?: Date;
};

export type Person = Extract<Actor, { userId: string }>;
