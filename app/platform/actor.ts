import type { AdminRole } from './admin-role.ts';

/** The role is read at each request (T3). `shop` is a worker or script. */
export type Actor =
  | { kind: 'guest' }
  /**
   * `needsSecondFactor` is an admin of a live shop who does not count as admin yet. `isGuest` buys without an account of
   * their own.
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
