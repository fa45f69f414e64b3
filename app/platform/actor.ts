import type { AdminRole } from './admin-role.ts';

/** The role is read at each request (T3). `shop` is a background job or command. */
export type Actor =
  | { kind: 'guest' }
  /**
   * `needsSecondFactor`: an admin of a live shop who must set it up to count as an admin. `isGuest`: buys without
   * creating an account.
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
